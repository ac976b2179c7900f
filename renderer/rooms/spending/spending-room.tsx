import { ChartColumn, FileDown, ReceiptText, Wallet } from 'lucide-react';
import { useMemo } from 'react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { errorWords, useWords } from '../../words/words.ts';
import { BudgetLines } from './budget-lines.tsx';
import { SpendingChart } from './spending-chart.tsx';
import { groupings, periods, scopeIn, scopesOf, useSpendingChoices, type Scope } from './spending-choices.ts';
import { SpendingSummary } from './spending-summary.tsx';
import { SpendingTable } from './spending-table.tsx';
import styles from './spending.module.css';
import rowStyles from '../../ui/sheets/row.module.css';
import columnStyles from '../../ui/sheets/column.module.css';
import { useLines } from './spending-lines.ts';
import { asked, useSpending, type Read } from './use-spending.ts';
import { ask } from '../../ui/dialogs/ask.ts';

/** Spending: the totals of a period, in one unit. */
export function Spending() {
  const say = useWords();
  const { period, by, scope: chosen } = useSpendingChoices();
  const accounts = useApp((facts) => facts.accounts);
  const inUse = useApp((facts) => facts.selectedAccountId);
  const scopes = useMemo(() => scopesOf(accounts), [accounts]);
  const scope = scopeIn(scopes, chosen, inUse);
  const read = useSpending(period, scope);
  const names = scopes.map(({ value, unit, accounts: [account, ...others] }) => {
    const name = account?.name ?? '';
    return { value, name: others.length > 0 ? say('spending.scope.unit', { unit }) : account?.removed === true ? say('spending.scope.removed', { account: name }) : name };
  });
  return (
    <div className={columnStyles.page}>
      <header className={styles.head}>
        <h2 className="visually-hidden">{say('spending.title')}</h2>
        {scope && (
          <>
            <Select label={say('spending.period')} value={period} onValueChange={(next) => useSpendingChoices.setState({ period: next })} options={periods.map((value) => ({ value, name: say(`spending.period.${value}`) }))} />
            {scopes.length > 1 && <Select label={say('spending.scope')} value={scope.value} onValueChange={(next) => useSpendingChoices.setState({ scope: next })} options={names} />}
            <span className={rowStyles.space} />
            <MoneyButtons scope={scope} />
            <ExportButton read={read} />
          </>
        )}
      </header>
      {scope && read?.at === 'failed' && (
        <p className={styles.failed} role="alert">
          {say('spending.failed', { reason: errorWords(say, read.error) })}
        </p>
      )}
      {(!scope || (read?.at === 'read' && read.spending.total.tasks === 0)) && <Nothing scope={scope} ever={read?.at === 'read' && read.ever} />}
      {scope && read?.at === 'read' && read.spending.total.tasks > 0 && (
        <div className={columnStyles.content}>
          <SpendingSummary total={read.spending.total} unit={scope.unit} />
          {scope.accounts.length === 1 && scope.accounts.map((account) => <BudgetLines key={account.id} account={account} />)}
          <div className={rowStyles.row}>
            <SegmentedControl label={say('spending.by')} value={by} onValueChange={(next) => useSpendingChoices.setState({ by: next })} options={groupings.map((value) => ({ value, name: say(`spending.by.${value}`) }))} />
          </div>
          <Sums read={read} unit={scope.unit} />
        </div>
      )}
    </div>
  );
}

/** The chart, and the table with the same numbers. */
function Sums({ read, unit }: { readonly read: Extract<Read, { at: 'read' }>; readonly unit: string }) {
  const by = useSpendingChoices((choices) => choices.by);
  const lines = useLines(read, by);
  return (
    <>
      <SpendingChart by={by} lines={lines} unit={unit} />
      <SpendingTable by={by} lines={lines} total={read.spending.total} more={by === 'batches' ? read.spending.moreBatches : 0} unit={unit} />
    </>
  );
}

/** For one account. */
function MoneyButtons({ scope: { accounts } }: { readonly scope: Scope }) {
  const say = useWords();
  const [account, ...others] = accounts;
  if (account === undefined || others.length > 0 || account.removed) return null;
  return (
    <>
      <Button icon={<ReceiptText size={15} />} onClick={() => void ask('prices', { accountId: account.id })}>
        {say('spending.prices')}
      </Button>
      <Button icon={<Wallet size={15} />} onClick={() => void ask('budget', { accountId: account.id })}>
        {say('spending.budget')}
      </Button>
    </>
  );
}

function ExportButton({ read }: { readonly read: Read | null }) {
  const say = useWords();
  const query = read?.at === 'read' && read.spending.total.tasks > 0 ? read.query : null;
  const save = async (): Promise<void> => {
    if (query === null) return;
    const answer = await notifyIfFailed(bridge.spendingExport(asked(query)));
    if (answer.ok && answer.value.saved) notify(say('spending.exported'));
  };
  return (
    <Button icon={<FileDown size={15} />} disabled={query === null} onClick={() => void save()}>
      {say('spending.export')}
    </Button>
  );
}

function Nothing({ scope, ever }: { readonly scope: Scope | undefined; readonly ever: boolean }) {
  const say = useWords();
  const icon = <ChartColumn size={28} strokeWidth={1.5} />;
  if (ever) {
    return (
      <EmptyState icon={icon} title={say('spending.nothing-then')} explanation={say('spending.nothing-then-explained')}>
        <Button size="large" onClick={() => useSpendingChoices.setState({ period: 'all' })}>
          {say('spending.show-all')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={say('spending.nothing-yet')} explanation={say('spending.nothing-yet-explained')}>
      {!scope && (
        <Button size="large" variant="solid" onClick={() => void ask('account', { question: { kind: 'add' } })}>
          {say('settings.account.add')}
        </Button>
      )}
    </EmptyState>
  );
}
