import type { ImportProgress } from '../../../shared/library/import.ts';
import type { UndoToken } from '../../../shared/undo-token.ts';
import { bridge } from '../../bridge.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { actsSoFar, forgetAct, rememberLateAct, type Act } from '../undo.ts';

let act: Act | null = null;
/** What was done before the import began. */
let earlier: readonly Act[] = [];

const isUnderWay = (progress: ImportProgress | null): boolean => progress !== null && ['counting', 'running', 'paused'].includes(progress.phase);

/**
 * Makes an import that has just ended an act that can be undone, in the order in which the person began it. The strip of the import reports
 * its end, so no message does.
 */
export function importChanged(before: ImportProgress | null, now: ImportProgress | null): void {
  if (!isUnderWay(before)) earlier = actsSoFar();
  // The act of an earlier import means that one.
  if (isUnderWay(now) && !isUnderWay(before)) act = null;
  if (now?.phase === 'undoing' && act) forgetAct(act);
  const token = now?.token ?? null;
  if (now === null || token === null || token === before?.token) return;
  act = { name: currentWords()('import.act-name', { count: now.counts.added }), token, redoes: false };
  rememberLateAct(act, earlier);
}

/** Undoes an import from where it is shown, also one that ended before Latent was started. */
export const undoImport = (token: UndoToken): Promise<unknown> => notifyIfFailed(bridge.undoRun({ token, what: 'undo', agreed: false }));
