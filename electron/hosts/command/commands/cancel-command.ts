import { exitStatuses, type DefineCommand } from '../command-context.ts';
import { findTasks, searchTasks } from '../find-tasks.ts';
import { statusText, printedTask } from '../printed-task.ts';
import { askLine, isPersonThere, isYes } from '../terminal-input.ts';
import { UsageFault } from '../usage-fault.ts';

/** The most tasks that one call takes. */
const mostAtOnce = 10_000;

export const defineCancel: DefineCommand = (program, say, context) => {
  program
    .command('cancel')
    .description(say('command.cancel.about'))
    .argument('[id...]', say('command.id'))
    .option('--yes', say('command.cancel.yes'), false)
    .action(async (ids: string[], { yes }: { readonly yes: boolean }) => {
      const { print, tell, signal, end, withAccess } = context();
      await withAccess(
        async (access) => {
          const { accounts } = await access.call('app:snapshot', undefined);
          const chosen = ids.length > 0 ? await findTasks(say, access, ids) : (await searchTasks(access, 'status:waiting', mostAtOnce)).tasks;
          if (ids.length === 0 && chosen.length > 0 && !yes) {
            if (!isPersonThere()) throw new UsageFault(say('command.usage.cancel-all', { count: chosen.length }));
            if (!isYes(await askLine(`${say('command.cancel.question', { count: chosen.length })} `, signal))) return tell(say('command.nothing-done'));
          }
          const waiting = chosen.filter(({ task }) => task.state.status === 'queued').map(({ task }) => task.id);
          // Another process may send them meanwhile, so only the answer says which were cancelled.
          const done = new Set(waiting.length === 0 ? [] : (await access.call('tasks:withdraw', { taskIds: waiting })).taskIds);
          const left = chosen.filter(({ task }) => !done.has(task.id)).map((one) => printedTask(one, accounts, new Map()));
          print({ cancelled: [...done], notCancelled: left.map(({ id, status }) => ({ id, status })) }, [...done]);
          for (const task of left) tell(say('command.cancel.sent', { id: task.id, status: statusText(task) }));
          if (left.length > 0) end(exitStatuses.failed);
        },
      );
    });
};
