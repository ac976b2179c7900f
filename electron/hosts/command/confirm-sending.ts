import type { Snapshot } from '../../../shared/ipc/api.ts';
import { questionsBeforeSending, type WhySending } from '../../../shared/money/questions-before-sending.ts';
import type { Task } from '../../../shared/task.ts';
import type { CommandContext } from './command-context.ts';
import { questionLines } from './generate/money.ts';
import { askLine, isPersonThere, isYes } from './terminal-input.ts';
import { UsageFault } from './usage-fault.ts';

/** Asks what the window asks before it sends tasks of the queue. Throws UsageFault if the person says no, or nobody can be asked and `isAgreed` is false; then nothing is sent. */
export async function confirmSending({ say, tell, signal }: CommandContext, tasks: readonly Task[], snapshot: Snapshot, why: WhySending, isAgreed: boolean): Promise<void> {
  const submissions = tasks.map(({ accountId, request }) => ({ accountId, request, count: 1, retryOf: null }));
  const { askAbove, confirmedAccounts } = snapshot.settings;
  for (const question of questionsBeforeSending(submissions, { ...snapshot, askAbove, confirmedAccounts }, why)) {
    for (const line of questionLines(say, snapshot, question, null)) tell(line);
    if (isAgreed) continue;
    if (!isPersonThere()) throw new UsageFault(say('command.usage.ask'));
    if (!isYes(await askLine(`${say('command.send.question')} `, signal))) throw new UsageFault(say('command.send.declined'));
  }
}
