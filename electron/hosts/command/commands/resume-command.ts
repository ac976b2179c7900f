import type { Snapshot } from '../../../../shared/ipc/api.ts';
import type { Task, TaskWithImages } from '../../../../shared/task.ts';
import type { CommandWords } from '../../../../shared/words/command-words.ts';
import type { Access } from '../access.ts';
import { exitStatuses, type CommandContext, type DefineCommand } from '../command-context.ts';
import { confirmSending } from '../confirm-sending.ts';
import { lendEnvironmentKey } from '../lend-environment-key.ts';
import { findTasks } from '../find-tasks.ts';
import { tellOutcomes } from '../generate/follow-tasks.ts';
import { FollowedTasks, isSettled } from '../followed-tasks.ts';
import { exitStatusFor, printedTasks } from '../printed-task.ts';

export const defineResume: DefineCommand = (program, say, context) => {
  program
    .command('resume')
    .description(say('command.resume.about'))
    .argument('[id...]', say('command.id'))
    .option('--yes', say('command.yes'), false)
    .action(async (ids: string[], { yes }: { readonly yes: boolean }) => {
      const given = context();
      const { print, tell, signal, end, withAccess } = given;
      const followed = new FollowedTasks();
      await withAccess(
        async (access) => {
          const snapshot = await access.call('app:snapshot', undefined);
          const chosen = ids.length === 0 ? snapshot.head.filter((task) => !isSettled(task)) : await findTasks(say, access, ids);
          for (const account of snapshot.accounts) if (chosen.some(({ task }) => task.accountId === account.id)) await lendEnvironmentKey(access, account);
          // Those that were not named stay on hold: somebody decided that, or was not asked yet.
          if (ids.length > 0) await releaseHeld(given, access, snapshot, chosen, yes);
          if (chosen.length > 0) tell(say('command.resume.waiting', { count: chosen.length }));
          const ended = await followed.untilSettled(access, chosen.map(({ task }) => task.id), signal, () => undefined);
          const tasks = await printedTasks(access, ended, snapshot.accounts);
          print({ tasks }, tasks.flatMap(({ pictures }) => pictures));
          for (const [at, task] of tasks.entries()) end(exitStatusFor(task, ended[at]?.images));
          tellOfRest(say, tell, ended);
          const kept = ids.length > 0 ? 0 : snapshot.head.filter((one) => one.task.state.status === 'queued' && isSettled(one)).length;
          if (kept > 0) {
            tell(say('command.resume.kept', { count: kept }));
            end(exitStatuses.underWay);
          }
          if (signal.aborted) end(exitStatuses.underWay);
        },
        (change) => followed.take(change),
      );
    });
};

/**
 * Sends the tasks that are on hold, after the question that the window asks. A batch on hold goes on as a whole, as in the window.
 */
async function releaseHeld(context: CommandContext, access: Access, snapshot: Snapshot, chosen: readonly TaskWithImages[], isAgreed: boolean): Promise<void> {
  const waiting = chosen.flatMap(({ task }) => (task.state.status === 'queued' ? [task] : []));
  const held = waiting.filter(isHeld);
  const batches = snapshot.batches.filter(({ id, hold }) => hold !== null && waiting.some(({ batchId }) => batchId === id));
  const ofBatches = batches.map(({ id }) => snapshot.head.flatMap(({ task }) => (task.batchId === id && task.state.status === 'queued' && !isHeld(task) ? [task] : [])));
  for (const [at, { name }] of batches.entries()) context.tell(context.say('command.resume.batch', { name, count: ofBatches[at]?.length ?? 0 }));
  const released = [...held, ...ofBatches.flat()];
  if (released.length > 0) await confirmSending(context, released, snapshot, { queued: true, unholds: true }, isAgreed);
  for (const { id } of batches) await access.call('batches:hold', { batchId: id, held: false });
  if (held.length > 0) await access.call('tasks:release', { taskIds: held.map(({ id }) => id) });
}

/** The task itself is on hold. It stays so when its batch goes on. */
const isHeld = ({ state }: Task): boolean => state.status === 'queued' && state.waitingFor === 'held';

/** Says which tasks are not done, and how to go on. */
function tellOfRest(say: CommandWords, tell: (line: string) => void, tasks: readonly TaskWithImages[]): void {
  for (const { task } of tasks) {
    if (task.state.status === 'queued') tell(say('command.resume.waits', { id: task.id, reason: say(`tasks.queued.${task.state.waitingFor}`) }));
  }
  tellOutcomes(say, tell, tasks.filter(({ task }) => task.state.status !== 'queued'));
  const open = tasks.filter((task) => !isSettled(task)).map(({ task }) => task.id);
  if (open.length > 0) tell(say('command.resume.again', { ids: open.join(' ') }));
}
