import type { Marker } from '../../electron/core/library/marks/marker.ts';
import type { RevertedStep, UndoToken } from '../../shared/library/marks.ts';

/** A marker whose steps are undone as the window does it: the latest first, and what is half undone again. */
export interface LatestFirst extends Omit<Marker, 'undo' | 'redo'> {
  undo(): Promise<RevertedStep | null>;
  redo(): Promise<RevertedStep | null>;
}

export function latestFirst(marker: Marker): LatestFirst {
  let done: UndoToken[] = [];
  let undone: UndoToken[] = [];
  const remember = <Step extends { readonly token: UndoToken | null }>(step: Step): Step => {
    if (step.token !== null) [done, undone] = [[...done, step.token], []];
    return step;
  };
  return {
    ...marker,
    mark: async (...args) => remember(await marker.mark(...args)),
    retag: async (...args) => remember(await marker.retag(...args)),
    async undo() {
      const token = done.at(-1);
      const step = token === undefined ? null : await marker.undo(token);
      if (token === undefined || (step !== null && step.left > 0)) return step;
      done.pop();
      if (step !== null) undone.push(token);
      return step;
    },
    async redo() {
      const token = undone.at(-1);
      const step = token === undefined ? null : await marker.redo(token);
      if (token === undefined || (step !== null && step.left > 0)) return step;
      undone.pop();
      if (step !== null) done.push(token);
      return step;
    },
  };
}
