import { create } from 'zustand';
import type { MarkTarget } from './mark-target.ts';

/** The attribute of elements on which pictures of this window can be dropped. */
export const takesDragged = 'data-takes-dragged';

/** The pictures of this window that are being dragged. The system drags their files, so the page is not told where the drag ends. */
export const useDragged = create<{ readonly of: MarkTarget | null }>(() => ({ of: null }));

/** The selection as it is now, because it may change before the pictures are dropped. */
export function beginDrag({ together, target }: MarkTarget): void {
  const now = target();
  useDragged.setState({ of: { together, target: () => now } });
}

/** Drops the dragged pictures on the element at this point of the window, as the system would do: only if the element accepts them. */
export function dropDragged({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>): void {
  if (useDragged.getState().of === null) return;
  const under = document.elementFromPoint(clientX, clientY);
  const event = (type: string): DragEvent => new DragEvent(type, { bubbles: true, cancelable: true, clientX, clientY, dataTransfer: new DataTransfer() });
  if (under) under.dispatchEvent(event(under.dispatchEvent(event('dragover')) ? 'dragleave' : 'drop'));
  endDrag();
}

export function endDrag(): void {
  if (useDragged.getState().of !== null) useDragged.setState({ of: null });
}
