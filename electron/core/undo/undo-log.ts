import { randomUUID } from 'node:crypto';
import type { Direction, Reverted } from '../../../shared/reverting.ts';
import type { UndoToken } from '../../../shared/undo-token.ts';
import { createSequencer } from '../util/sequencer.ts';

/**
 * Undoes and redoes one act. Each call changes only what still is as this act left it. A call that was stopped, or that rejects on the way, continues with the next one.
 * @param agreed the person has agreed to what the call before asked
 */
export interface UndoStep extends Readonly<Record<Direction, (agreed: boolean) => Promise<Reverted>>> {
  /** About how many bytes it keeps. Absent: few. Asked once after each call, because counting may take long. */
  readonly bytes?: () => number;
  /** It can no longer be undone. */
  readonly forgotten?: () => void;
  /** It is never forgotten, because its undo is offered for longer than that of other acts. It keeps next to nothing. */
  readonly stays?: true;
}

/** The acts that main can undo, by their tokens. */
export interface UndoLog {
  /** Remembers an act as the latest. */
  record(step: UndoStep): UndoToken;
  /** Rejects as the act does, if the disk refuses. The next call then continues. */
  run(token: UndoToken, what: Direction, agreed: boolean): Promise<Reverted>;
}

/** The window remembers 50 acts. */
const mostSteps = 100;
const mostBytes = 40_000_000;

export function createUndoLog(): UndoLog {
  const sequencer = createSequencer();
  /** Oldest first. */
  const steps = new Map<UndoToken, { readonly step: UndoStep; readonly bytes: number }>();

  /** Makes it the latest, which always stays. */
  const keep = (token: UndoToken, step: UndoStep): void => {
    steps.delete(token);
    steps.set(token, { step, bytes: step.bytes?.() ?? 0 });
    let total = [...steps.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [oldest, { step: forgotten, bytes }] of steps) {
      if (oldest === token || (steps.size <= mostSteps && total <= mostBytes)) break;
      if (forgotten.stays) continue;
      steps.delete(oldest);
      total -= bytes;
      forgotten.forgotten?.();
    }
  };

  return {
    record(step) {
      const token = randomUUID();
      keep(token, step);
      return token;
    },
    run: (token, what, agreed) =>
      sequencer.run(token, async () => {
        const kept = steps.get(token);
        if (kept === undefined) return { came: 'nothing', why: 'forgotten' };
        steps.delete(token);
        steps.set(token, kept);
        try {
          return await kept.step[what](agreed);
        } finally {
          // It may keep more or less now, and may have been forgotten meanwhile.
          if (steps.has(token)) keep(token, kept.step);
        }
      }),
  };
}
