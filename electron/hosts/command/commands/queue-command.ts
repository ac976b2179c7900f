import { InvalidArgumentError } from 'commander';
import { readAmount, type Amount } from '../../../../shared/money/amount.ts';
import { wholeNumber } from '../command-options.ts';
import type { DefineCommand } from '../command-context.ts';
import { queueAddress } from '../queue/queue-address.ts';
import { UsageFault } from '../usage-fault.ts';

interface Chosen {
  readonly queue?: string;
  readonly account?: string;
  readonly atOnce?: number;
  readonly day?: Amount | null;
  readonly month?: Amount | null;
  readonly total?: Amount | null;
  readonly goOn?: boolean;
}

export const defineQueue: DefineCommand = (program, say, context) => {
  const limit = (text: string): Amount | null => {
    const amount = text === 'none' ? null : readAmount(text);
    if (amount === null && text !== 'none') throw new InvalidArgumentError(say('command.usage.amount'));
    return amount;
  };
  program
    .command('queue')
    .description(say('command.queue.about'))
    .option('--queue <address>', say('command.queue.option'))
    .option('--account <name>', say('command.queue.account'))
    .option('--at-once <number>', say('command.queue.at-once'), wholeNumber(say))
    .option('--day <amount>', say('command.queue.day'), limit)
    .option('--month <amount>', say('command.queue.month'), limit)
    .option('--total <amount>', say('command.queue.total'), limit)
    .option('--go-on', say('command.queue.go-on'))
    .action(async ({ queue, account, ...changes }: Chosen) => {
      const { print, tell } = context();
      const address = queueAddress(say, queue);
      const changesSomething = Object.keys(changes).length > 0;
      if (changesSomething && account === undefined) throw new UsageFault(say('command.queue.limit-account'));
      const [{ openQueueDatabase }, { changeLimits, ensureAccount }, { readQueue }] = await Promise.all([import('../queue/queue-database.ts'), import('../queue/shared-account.ts'), import('../queue/queue-tasks.ts')]);
      const database = await openQueueDatabase(say, address);
      try {
        if (account !== undefined && changesSomething) {
          await ensureAccount(database, account);
          await changeLimits(database, account, changes);
        }
        const accounts = (await readQueue(database)).filter((one) => account === undefined || one.account === account);
        print(
          { accounts },
          accounts.flatMap(({ account: key, tasks, spent, limits, atOnce }) => [
            key,
            `  ${Object.entries(tasks).map(([state, count]) => `${state} ${count}`).join(', ')}`,
            `  spent: day ${spent.day}/${limits.day ?? '–'}, month ${spent.month}/${limits.month ?? '–'}, total ${spent.total}/${limits.total ?? '–'}; at once ${atOnce}`,
          ]),
        );
        for (const { account: key, stopped, unknown } of accounts) {
          if (stopped) tell(say('command.queue.stopped', { account: key }));
          for (const id of unknown) tell(say('command.queue.unknown', { id }));
        }
      } finally {
        await database.close();
      }
    });
};
