import type { ImportProgress } from '../../../shared/library/import.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../app-store.ts';
import { actsSoFar, forgetAct, rememberAct, type Act, type Outcome } from '../undo.ts';
import { currentWords } from '../../words/words.ts';

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
  if (now?.phase === 'undoing' && act) forgetAct(act);
  if (now?.phase !== 'ended' || now.counts.added === 0) return;
  const { added } = now.counts;
  // A short import can start and end within one batch of changes.
  if (before?.phase === 'ended' && before.counts.added === added) return;
  const name = currentWords()('import.act-name', { count: added });
  act = { name, undo: () => undoImport(added), redo: null };
  rememberAct(act, earlier);
}

/** Main can undo only the latest import, until its summary is closed. */
async function undoImport(added: number): Promise<Outcome> {
  const { latest } = appFacts().imports;
  if (latest?.phase !== 'ended' || latest.counts.added !== added) return 'nothing';
  const answer = await bridge.importUndo();
  return answer.ok ? 'done' : answer.error;
}
