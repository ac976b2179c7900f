import { orderedIds } from '../../../../shared/ordered-ids.ts';
import { exitStatuses, type DefineCommand } from '../command-context.ts';
import { chosenAccount } from '../command-options.ts';
import { lendEnvironmentKey } from '../lend-environment-key.ts';
import { FollowedTasks } from '../followed-tasks.ts';
import { exitStatusFor, printedTasks } from '../printed-task.ts';

interface AddOptions {
  readonly account?: string;
  readonly prompt: string;
  readonly anyway: boolean;
  readonly wait: boolean;
}

export const defineAdd: DefineCommand = (program, say, context) => {
  program
    .command('add')
    .description(say('command.add.about'))
    .argument('<id>', say('command.add.id'))
    .option('--account <name>', say('command.account.usual'))
    .option('--prompt <text>', say('command.add.prompt'), '')
    .option('--anyway', say('command.add.anyway'), false)
    .option('--no-wait', say('command.add.no-wait'))
    .action(async (remoteId: string, { account: wanted, prompt, anyway, wait }: AddOptions) => {
      const { print, tell, signal, end, withAccess } = context();
      const followed = new FollowedTasks();
      await withAccess(
        async (access) => {
          const { accounts, selectedAccountId } = await access.call('app:snapshot', undefined);
          const account = chosenAccount(say, accounts, selectedAccountId, wanted);
          await lendEnvironmentKey(access, account);
          const found = await access.call('tasks:look-up', { accountId: account.id, remoteId });
          if (found.kind === 'not-shown' && !anyway) {
            tell(say('command.add.not-shown', { account: account.name, why: found.said.message ?? found.trouble }));
            return end(exitStatuses.failed);
          }
          // The service's words are known only here. What it made is the same whatever the history calls it.
          const named = prompt === '' && found.kind === 'found' ? (found.prompt ?? '') : prompt;
          const { taskId } = await access.call('tasks:add-by-id', { taskId: orderedIds(Date.now())(), accountId: account.id, remoteId, prompt: named, anyway });
          const tasks = wait ? await followed.untilSettled(access, [taskId], signal, () => undefined) : [await access.call('tasks:detail', { taskId })];
          const [task] = await printedTasks(access, tasks, accounts);
          if (task === undefined) return;
          print(task, task.pictures.length > 0 ? task.pictures : [task.id]);
          end(exitStatusFor(task, tasks[0]?.images));
        },
        (change) => followed.take(change),
      );
    });
};
