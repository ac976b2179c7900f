import type { Marker } from '../../electron/core/library/marks/marker.ts';
import type { UndoLog } from '../../electron/core/undo/undo-log.ts';
import type { Direction, Reverted } from '../../shared/reverting.ts';
import type { UndoToken } from '../../shared/undo-token.ts';

/** How many pictures an undo or redo changed, and how many it did not. Null: nothing could be undone. */
type Step = Omit<Extract<Reverted, { readonly came: 'done' }>, 'came'> | null;

/** Undoes and redoes acts by their tokens. */
export function revertingIn(log: UndoLog): (what: Direction, token: UndoToken | null) => Promise<Step> {
  return async (what, token) => {
    const { came, ...step } = await log.run(token ?? '', what, false);
    return came === 'done' && 'count' in step ? step : null;
  };
}

/** A marker whose steps are undone as the window does it: the latest first, and what is half undone again. */
export interface LatestFirst extends Marker {
  undo(): Promise<Step>;
  redo(): Promise<Step>;
}

export function latestFirst(marker: Marker, log: UndoLog): LatestFirst {
  const revert = revertingIn(log);
  let done: UndoToken[] = [];
  let undone: UndoToken[] = [];
  const remember = <Done extends { readonly token: UndoToken | null }>(step: Done): Done => {
    if (step.token !== null) [done, undone] = [[...done, step.token], []];
    return step;
  };
  return {
    ...marker,
    mark: async (...args) => remember(await marker.mark(...args)),
    retag: async (...args) => remember(await marker.retag(...args)),
    async undo() {
      const token = done.at(-1);
      const step = token === undefined ? null : await revert('undo', token);
      if (token === undefined || (step !== null && step.left > 0)) return step;
      done.pop();
      if (step !== null) undone.push(token);
      return step;
    },
    async redo() {
      const token = undone.at(-1);
      const step = token === undefined ? null : await revert('redo', token);
      if (token === undefined || (step !== null && step.left > 0)) return step;
      undone.pop();
      if (step !== null) done.push(token);
      return step;
    },
  };
}
