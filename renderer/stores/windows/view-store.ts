import { useEffect, useEffectEvent, useRef } from 'react';
import { create } from 'zustand';
import type { ImageId } from '../../../shared/task.ts';
import { cellSizes, firstView, zoomSteps, type ViewMemory } from '../../../shared/windows/view-memory.ts';
import { useMedia } from '../../ui/use-media.ts';
import { remember, viewMemory } from './remember-view.ts';

export type Route = 'gallery' | 'tasks' | 'statistics' | 'spending' | 'settings';

/** The parts of the page of statistics. Spending is another page. */
export type StatisticsPart = 'pictures' | 'disk';

/** The parts of Tasks, in their order. */
export const taskSections = ['waiting', 'progress', 'problems', 'history'] as const;

/** `history`: every task there ever was. */
export type TaskSection = (typeof taskSections)[number];

/** Which page is shown, and what lies over it. View state only, which main does not know. */
interface ViewStore extends Pick<ViewMemory, Kept> {
  readonly route: Route;
  /** The part of Tasks that is shown, or was shown last. */
  readonly taskSection: TaskSection;
  /** The part of the statistics that is shown, or was shown last. */
  readonly statisticsPart: StatisticsPart;
  /** The picture in the viewer, which lies over the route. Null: the viewer is closed. */
  readonly viewer: ImageId | null;
  /** Whether pictures are compared, over the route. */
  readonly comparing: boolean;
  /** Whether the grid of a batch lies over the route, below the viewer and the comparison. */
  readonly matrixOpen: boolean;
  /** Whether the inspector lies over the sheet of a narrow window. */
  readonly inspectorOver: boolean;
}

/** The parts that the next start restores. */
type Kept = 'sidebarOpen' | 'tagsOpen' | 'zoom' | 'inspectorOpen' | 'stripOpen' | 'cellSize' | 'sheetLayout';

export const useView = create<ViewStore>(() => ({
  route: 'gallery',
  taskSection: 'waiting',
  statisticsPart: 'pictures',
  viewer: null,
  comparing: false,
  matrixOpen: false,
  inspectorOver: false,
  ...kept(viewMemory()),
}));

export function goTo(route: Route): void {
  useView.setState({ route, viewer: null, comparing: false, matrixOpen: false });
}

/** Shows a part of Tasks. */
export function goToTasks(taskSection: TaskSection): void {
  useView.setState({ taskSection });
  goTo('tasks');
}

/** Shows a part of the statistics. */
export function goToStatistics(statisticsPart: StatisticsPart): void {
  useView.setState({ statisticsPart });
  goTo('statistics');
}

/** Whether the page that is shown, or lies below, is the history. */
export const showsHistory = ({ route, taskSection }: Pick<ViewStore, 'route' | 'taskSection'>): boolean => route === 'tasks' && taskSection === 'history';

export function openViewer(viewer: ImageId): void {
  useView.setState({ viewer });
}

export function closeViewer(): void {
  useView.setState({ viewer: null });
}

/** Too narrow for an inspector beside the sheet. The inspector then lies over the sheet, and is open only on request. */
const narrowWindow = '(max-width: 759px)';

export function toggleInspector(): void {
  const { inspectorOpen, inspectorOver } = useView.getState();
  if (window.matchMedia(narrowWindow).matches) useView.setState({ inspectorOver: !inspectorOver });
  else change({ inspectorOpen: !inspectorOpen });
}

export function isInspectorOpen(): boolean {
  const { inspectorOpen, inspectorOver } = useView.getState();
  return window.matchMedia(narrowWindow).matches ? inspectorOver : inspectorOpen;
}

export function showInspector(): void {
  if (!isInspectorOpen()) toggleInspector();
}

export function setStripOpen(stripOpen: boolean): void {
  change({ stripOpen });
}

export function setCellSize(size: number): void {
  change({ cellSize: Math.round(Math.min(Math.max(size, cellSizes.smallest), cellSizes.largest)) });
}

export function toggleSidebar(): void {
  change({ sidebarOpen: !useView.getState().sidebarOpen });
}

/** Shows or hides the tags in the sidebar. */
export function toggleTags(): void {
  change({ tagsOpen: !useView.getState().tagsOpen });
}

/** Selects the next larger or smaller zoom, which main applies to the page. */
export function stepZoom(direction: 1 | -1): void {
  const { zoom } = useView.getState();
  const next = direction === 1 ? zoomSteps.find((step) => step > zoom) : zoomSteps.findLast((step) => step < zoom);
  if (next !== undefined) change({ zoom: next });
}

export function resetZoom(): void {
  change({ zoom: firstView.zoom });
}

/** One step of + or −. */
export function stepCellSize(direction: 1 | -1): void {
  setCellSize(useView.getState().cellSize * (direction === 1 ? 1.2 : 1 / 1.2));
}

export function switchSheetLayout(): void {
  change({ sheetLayout: useView.getState().sheetLayout === 'square' ? 'justified' : 'square' });
}

/** Sets what the next start restores. */
function change(changed: Partial<Pick<ViewMemory, Kept>>): void {
  useView.setState(changed);
  remember(kept(useView.getState()));
}

function kept({ sidebarOpen, tagsOpen, zoom, inspectorOpen, stripOpen, cellSize, sheetLayout }: Pick<ViewMemory, Kept>): Pick<ViewMemory, Kept> {
  return { sidebarOpen, tagsOpen, zoom, inspectorOpen, stripOpen, cellSize, sheetLayout };
}

/** Calls back when nothing lies over the page any more and nothing has taken the focus. */
export function useUncovered(back: () => void): void {
  const covered = useView(({ viewer, comparing, matrixOpen }) => viewer !== null || comparing || matrixOpen);
  const latest = useEffectEvent(back);
  const was = useRef(covered);
  useEffect(() => {
    if (was.current && !covered && document.activeElement === document.body) latest();
    was.current = covered;
  }, [covered]);
}

/** Where the inspector is shown. Null: it is closed. */
export function useInspector(): 'beside' | 'over' | null {
  const narrow = useMedia(narrowWindow);
  const open = useView(({ inspectorOpen, inspectorOver }) => (narrow ? inspectorOver : inspectorOpen));
  if (!open) return null;
  return narrow ? 'over' : 'beside';
}
