import { create } from 'zustand';
import type { ImageId, Task } from '../../shared/task.ts';

/** How the contact sheet stands: every cell a square, or rows of one height whose pictures keep their shape. */
export type SheetRows = 'square' | 'justified';

export type Route = 'gallery' | 'history' | 'settings';

/** Questions that a task action may have to ask first. */
export type Question =
  | { readonly kind: 'send-again'; readonly task: Task }
  | { readonly kind: 'attach'; readonly task: Task };

/** Which of the window's places is in front. View state only: main knows nothing of it. */
interface ViewStore {
  readonly route: Route;
  /** The picture in the viewer, which lies over the route; null when it is closed. */
  readonly viewer: ImageId | null;
  readonly shortcutsOpen: boolean;
  readonly question: Question | null;
  readonly inspectorOpen: boolean;
  /** Wanted side of a gallery cell, in CSS pixels; of a justified row, its height. */
  readonly cellSize: number;
  readonly sheetLayout: SheetRows;
}

export const cellSizes = { smallest: 112, largest: 400, initial: 208 } as const;

const remembered = 'latent.view';

export const useView = create<ViewStore>(() => ({
  route: 'gallery',
  viewer: null,
  shortcutsOpen: false,
  question: null,
  inspectorOpen: true,
  cellSize: cellSizes.initial,
  sheetLayout: 'square',
  ...recall(),
}));

export function goTo(route: Route): void {
  useView.setState({ route, viewer: null });
}

export function openViewer(viewer: ImageId): void {
  useView.setState({ viewer });
}

export function closeViewer(): void {
  useView.setState({ viewer: null });
}

export function setShortcutsOpen(shortcutsOpen: boolean): void {
  useView.setState({ shortcutsOpen });
}

export function ask(question: Question | null): void {
  useView.setState({ question });
}

export function toggleInspector(): void {
  useView.setState(({ inspectorOpen }) => ({ inspectorOpen: !inspectorOpen }));
  remember();
}

export function setCellSize(size: number): void {
  useView.setState({ cellSize: Math.round(Math.min(Math.max(size, cellSizes.smallest), cellSizes.largest)) });
  remember();
}

/** One step of Ctrl/Cmd + or −. */
export function stepCellSize(direction: 1 | -1): void {
  setCellSize(useView.getState().cellSize * (direction === 1 ? 1.2 : 1 / 1.2));
}

export function switchSheetLayout(): void {
  useView.setState(({ sheetLayout }) => ({ sheetLayout: sheetLayout === 'square' ? 'justified' : 'square' }));
  remember();
}

function remember(): void {
  const { inspectorOpen, cellSize, sheetLayout } = useView.getState();
  try {
    localStorage.setItem(remembered, JSON.stringify({ inspectorOpen, cellSize, sheetLayout }));
  } catch {
    // Storage that is full or forbidden costs a preference, nothing else.
  }
}

function recall(): Partial<Pick<ViewStore, 'inspectorOpen' | 'cellSize' | 'sheetLayout'>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(remembered) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const { inspectorOpen, cellSize, sheetLayout } = stored as Record<string, unknown>;
    return {
      ...(typeof inspectorOpen === 'boolean' ? { inspectorOpen } : {}),
      ...(typeof cellSize === 'number' && cellSize >= cellSizes.smallest && cellSize <= cellSizes.largest ? { cellSize } : {}),
      ...(sheetLayout === 'square' || sheetLayout === 'justified' ? { sheetLayout } : {}),
    };
  } catch {
    return {};
  }
}
