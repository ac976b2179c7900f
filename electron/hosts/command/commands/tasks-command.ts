import type { Change } from '../../../../shared/ipc/api.ts';
import type { TaskWithImages } from '../../../../shared/task.ts';
import { readStatus } from '../../../../shared/search/statuses.ts';
import { wholeNumber } from '../command-options.ts';
import { searchTasks } from '../find-tasks.ts';
import { printedTasks, statusText, taskColumns } from '../printed-task.ts';
import type { DefineCommand } from '../command-context.ts';
import { tableLines } from '../terminal-text.ts';
import { UsageFault } from '../usage-fault.ts';

interface TasksOptions {
  readonly watch: boolean;
  readonly status?: string;
  readonly limit: number;
}

export const defineTasks: DefineCommand = (program, say, context) => {
  program
    .command('tasks')
    .description(say('command.tasks.about'))
    .option('--status <words>', say('command.tasks.status'))
    .option('--limit <number>', say('command.limit'), wholeNumber(say), 50)
    .option('--watch', say('command.tasks.watch'), false)
    .action(async ({ watch, status, limit }: TasksOptions) => {
      const { print, printOne, tell, signal, withAccess } = context();
      const words = status?.split(',').map((word) => word.trim()) ?? [];
      for (const word of words) if (readStatus(word).length === 0) throw new UsageFault(say('command.usage.status', { word }));
      const search = words.length === 0 ? '' : `status:${words.join(',')}`;
      const changed: TaskWithImages[] = [];
      let woken = Promise.withResolvers<void>();
      const take = (change: Change): void => {
        if (!watch || change.kind !== 'task') return;
        changed.push(change.task);
        woken.resolve();
      };
      await withAccess(
        async (access) => {
          const { accounts } = await access.call('app:snapshot', undefined);
          if (!watch) {
            const { total, tasks } = await searchTasks(access, search, limit);
            const printed = await printedTasks(access, tasks, accounts);
            print({ total, tasks: printed }, tableLines(printed, taskColumns));
            if (total > printed.length) tell(say('command.more', { shown: printed.length, total }));
            return;
          }
          // What is watched goes on, and this process may be the only one that can see to it.
          await access.goOn();
          tell(say('command.tasks.watching'));
          signal.addEventListener('abort', () => woken.resolve(), { once: true });
          while (!signal.aborted) {
            await woken.promise;
            woken = Promise.withResolvers<void>();
            for (const task of await printedTasks(access, changed.splice(0), accounts)) {
              printOne(task, [`${new Date().toLocaleTimeString(say.locale)}  ${task.id}  ${statusText(task)}`, ...task.pictures.map((file) => `  ${file}`)]);
            }
          }
        },
        take,
      );
    });
};
