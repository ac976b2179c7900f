import { chosenAccount } from '../command-options.ts';
import type { DefineCommand } from '../command-context.ts';
import { tableLines } from '../terminal-text.ts';

export const definePrices: DefineCommand = (program, say, context) => {
  program
    .command('prices')
    .description(say('command.prices.about'))
    .option('--account <name>', say('command.prices.account'))
    .action(async ({ account: wanted }: { readonly account?: string }) => {
      const { print, withAccess } = context();
      const { accounts, prices, selectedAccountId } = await withAccess((access) => access.call('app:snapshot', undefined));
      const only = wanted === undefined ? null : chosenAccount(say, accounts, selectedAccountId, wanted).id;
      const rows = prices.flatMap(({ accountId, rows: own }) => {
        const account = accounts.find(({ id, removed }) => id === accountId && !removed);
        if (account === undefined || (only !== null && accountId !== only)) return [];
        const { name, options } = account;
        return own.map(({ model, size, quality, fields, amount, per, origin }) => ({ account: { id: accountId, name }, model, size, quality, fields, amount, unit: options.unit, per, origin }));
      });
      print(
        { prices: rows },
        tableLines(rows, [
          { title: 'ACCOUNT', cell: ({ account }) => account.name, most: 16 },
          { title: 'MODEL', cell: ({ model }) => model, isCut: true },
          { title: 'SIZE', cell: ({ size }) => size, most: 11 },
          { title: 'QUALITY', cell: ({ quality }) => quality, most: 8 },
          { title: 'PRICE', cell: ({ amount, unit }) => (amount === null ? '?' : `${amount} ${unit}`), isNumber: true, most: 14 },
          { title: 'PER', cell: ({ per }) => per },
          { title: 'FROM', cell: ({ origin }) => origin },
        ]),
      );
    });
};
