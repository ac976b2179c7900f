import type { Mark } from '../../../shared/library/marks.ts';
import type { StoredMark } from './mark-store.ts';

/** Pictures that get the same mark. */
export interface MarkedPictures {
  readonly mark: StoredMark;
  readonly ids: Int32Array;
}

/** What undoes one step. Takes four bytes a picture. */
export interface UndoStep {
  /** What the person did. */
  readonly mark: Mark;
  readonly pictures: readonly MarkedPictures[];
}

export interface UndoStack {
  /** Adds a new step, and forgets the undone ones. */
  done(step: UndoStep): void;
  take(from: 'undo' | 'redo'): UndoStep | null;
  put(to: 'undo' | 'redo', step: UndoStep): void;
}

const mostSteps = 50;
/** Pictures in all steps, 16 MB. */
const mostPictures = 4_000_000;

/** Keeps the last steps within the limits, and the latest one always. */
export function createUndoStack(): UndoStack {
  const stacks: Record<'undo' | 'redo', UndoStep[]> = { undo: [], redo: [] };
  const put = (to: 'undo' | 'redo', step: UndoStep): void => {
    const steps = stacks[to];
    steps.push(step);
    while (steps.length > 1 && (steps.length > mostSteps || sizeOf(steps) > mostPictures)) steps.shift();
  };
  return {
    done(step) {
      stacks.redo = [];
      put('undo', step);
    },
    take: (from) => stacks[from].pop() ?? null,
    put,
  };
}

function sizeOf(steps: readonly UndoStep[]): number {
  return steps.reduce((sum, { pictures }) => sum + pictures.reduce((length, { ids }) => length + ids.length, 0), 0);
}
