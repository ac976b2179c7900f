import { useState, type DragEvent } from 'react';
import { takesDragged, useDragged } from '../../stores/selection/dragged.ts';
import type { MarkTarget } from '../../stores/selection/mark-target.ts';

/** The data type of a dragged entry of the list. */
export const draggedEntry = 'application/x-latent-listed';

interface Taken {
  /** Takes pictures that are dragged from this window. If absent, none can be dropped. */
  readonly pictures?: ((of: MarkTarget) => void) | undefined;
  /** Takes a dragged entry of the list, by its key. `after`: the pointer is over the lower half. */
  readonly entry?: (key: string, after: boolean) => void;
}

interface DropProps {
  readonly [takesDragged]: true | undefined;
  /** What is dragged over it: pictures, or an entry that would go before or after it. */
  readonly 'data-over': 'pictures' | 'before' | 'after' | undefined;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** Lets an element take pictures that are dragged from this window, and entries of the list. */
export function useDrop({ pictures, entry }: Taken): DropProps {
  const [over, setOver] = useState<DropProps['data-over']>();
  const draggedOver = (event: DragEvent): DropProps['data-over'] => {
    if (pictures && useDragged.getState().of !== null) return 'pictures';
    if (!entry || !event.dataTransfer.types.includes(draggedEntry)) return undefined;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY > top + height / 2 ? 'after' : 'before';
  };
  return {
    [takesDragged]: pictures && true,
    'data-over': over,
    onDragOver(event) {
      const what = draggedOver(event);
      if (what !== undefined) event.preventDefault();
      setOver(what);
    },
    onDragLeave({ currentTarget, relatedTarget }) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(undefined);
    },
    onDrop(event) {
      const what = draggedOver(event);
      const { of } = useDragged.getState();
      setOver(undefined);
      if (what === undefined) return;
      event.preventDefault();
      if (what !== 'pictures') entry?.(event.dataTransfer.getData(draggedEntry), what === 'after');
      else if (of !== null) pictures?.(of);
    },
  };
}
