import type { ImportProgress } from '../../../shared/library/import.ts';
import { bridge } from '../../bridge.ts';
import { appFacts } from '../app-store.ts';
import { actsSoFar, forgetAct, rememberLateAct, type Act, type Outcome } from '../undo.ts';
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
  // The act of an earlier import means that one.
  if (isUnderWay(now) && !isUnderWay(before)) act = null;
  if (now?.phase === 'undoing' && act) forgetAct(act);
  if (now?.phase !== 'ended' || now.counts.added === 0) return;
  const { added } = now.counts;
  // A short import can start and end within one batch of changes.
  if (before?.phase === 'ended' && before.counts.added === added) return;
  const name = currentWords()('import.act-name', { count: added });
  const latest: Act = { name, undo: async () => (act === latest ? undoImport() : 'nothing'), redo: null };
  act = latest;
  rememberLateAct(latest, earlier);
}

/** Main can undo only the latest import, until its summary is closed. */
async function undoImport(): Promise<Outcome> {
  if (appFacts().imports.latest?.phase !== 'ended') return 'nothing';
  const answer = await bridge.importUndo();
  return answer.ok ? 'done' : answer.error;
}
