import type { Account } from '../../../../shared/account.ts';
import { budgetPeriods, periodStart } from '../../../../shared/money/budget.ts';
import type { Spending, SpendingLine } from '../../../../shared/money/spending.ts';
import { Option } from 'commander';
import { chosenAccount } from '../command-options.ts';
import type { DefineCommand } from '../command-context.ts';
import { tableLines } from '../terminal-text.ts';
import { UsageFault } from '../usage-fault.ts';

const parts = ['days', 'months', 'accounts', 'models', 'batches'] as const satisfies readonly (keyof Spending)[];

interface SpendOptions {
  readonly account?: string;
  readonly by: (typeof parts)[number];
  readonly from?: string;
  readonly until?: string;
  readonly all: boolean;
}

export const defineSpend: DefineCommand = (program, say, context) => {
  program
    .command('spend')
    .description(say('command.spend.about'))
    .addOption(new Option('--by <part>', say('command.spend.by')).choices(parts).default('days'))
    .option('--from <date>', say('command.spend.from'))
    .option('--until <date>', say('command.spend.until'))
    .option('--all', say('command.spend.all'), false)
    .option('--account <name>', say('command.spend.account'))
    .action(async ({ account: wanted, by, from, until, all }: SpendOptions) => {
      const { print, withAccess } = context();
      const dayOf = (text: string): Date => {
        const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00`) : null;
        if (day === null || Number.isNaN(day.getTime())) throw new UsageFault(say('command.usage.date', { date: text }));
        return day;
      };
      // The last day counts, too.
      const last = until === undefined ? null : dayOf(until);
      const end = last === null ? Date.now() + 1 : new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1).getTime();
      const begin = from === undefined ? (all ? null : periodStart(end - 1, 'month')) : dayOf(from).getTime();
      const { units, budgets } = await withAccess(
        async (access) => {
          const { accounts, selectedAccountId } = await access.call('app:snapshot', undefined);
          const chosen = wanted === undefined ? accounts.filter(({ kind }) => kind === 'service') : [chosenAccount(say, accounts, selectedAccountId, wanted)];
          const byUnit = Map.groupBy(chosen, ({ options }) => options.unit);
          return {
            units: await Promise.all(
              [...byUnit].map(async ([unit, own]) => {
                const sums = await access.call('spending:sums', { accountIds: own.map(({ id }) => id), from: begin, until: end });
                return { unit, total: sums.total, [by]: sums[by].map((line) => ({ ...line, name: nameOf(line, by, accounts) })) };
              }),
            ),
            budgets: await Promise.all(
              chosen
                .filter(({ removed, options }) => !removed && budgetPeriods.some((period) => options.budget[period] !== null))
                .map(async ({ id, name, options }) => ({ account: { id, name }, unit: options.unit, budget: options.budget, spent: await access.call('spending:spent', { accountId: id }) })),
            ),
          };
        },
      );
      const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
      const lines = units.flatMap(({ unit, total, [by]: rows }) => [
        ...tableLines(
          [...(rows as readonly (SpendingLine & { readonly name: string })[]), { ...total, key: '', name: say('command.spend.total') }],
          [
            { title: by.toUpperCase(), cell: ({ name }) => name, isCut: true },
            { title: 'TASKS', cell: ({ tasks }) => String(tasks), isNumber: true },
            { title: 'SPENT', cell: ({ spent, rest, restTasks }) => `${restTasks > 0 && rest !== '0' ? '≈ ' : ''}${spent} ${unit}`, isNumber: true },
            { title: 'UNKNOWN', cell: ({ unknown }) => String(unknown), isNumber: true },
            { title: 'UNPRICED', cell: ({ unpriced }) => String(unpriced), isNumber: true },
          ],
        ),
      ]);
      const budgetRows = budgets.flatMap(({ account, unit, budget, spent }) => budgetPeriods.flatMap((period) => (budget[period] === null ? [] : [{ account: account.name, period, unit, limit: budget[period], spent: spent[period] }])));
      print({ from: iso(begin), until: iso(end), units, budgets }, [
        ...lines,
        ...(budgetRows.length === 0 ? [] : ['', ...tableLines(budgetRows, [{ title: 'BUDGET', cell: ({ account }) => account, isCut: true }, { title: 'PERIOD', cell: ({ period }) => period }, { title: 'SPENT', cell: ({ spent, unit }) => `${spent} ${unit}`, isNumber: true }, { title: 'LIMIT', cell: ({ limit, unit }) => `${limit} ${unit}`, isNumber: true }])]),
      ]);
    });
};

function nameOf({ key, name }: SpendingLine, by: SpendOptions['by'], accounts: readonly Account[]): string {
  return by === 'accounts' ? (accounts.find(({ id }) => id === key)?.name ?? key) : (name ?? key);
}
