import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Input } from '../../../shared/ipc/schemas.ts';
import type { UnitCosts } from '../../../shared/money/task-cost.ts';
import type { ViewKind, ViewRevision } from '../../../shared/library/view.ts';
import { bridge } from '../../bridge.ts';
import { whileTasksChange } from '../../stores/accounts/account-money.ts';
import { useApp } from '../../stores/app-store.ts';
import { TextButton } from '../../ui/button.tsx';
import { useFormats, useWords } from '../../words/words.ts';
import { sumWords } from './cost-words.ts';

/** Whether the person wants to see what the tasks of a view cost. Until the window closes. */
const useWanted = create<Readonly<Record<ViewKind, boolean>>>(() => ({ gallery: false, history: false }));

/** What all tasks of a view cost, beside their count. Reading a million tasks takes seconds, so it is read only once the person asks for it. */
export function CostOfView({ kind, token, revision }: ViewRevision & { readonly kind: ViewKind }) {
  const say = useWords();
  const wanted = useWanted((state) => state[kind]);
  const isPaid = useIsPaid();
  if (!isPaid || token === 0) return null;
  const set = (on: boolean): void => useWanted.setState({ [kind]: on });
  if (!wanted) {
    return (
      <TextButton title={say('money.show-cost-explained', { kind })} onClick={() => set(true)}>
        {say('money.show-cost')}
      </TextButton>
    );
  }
  return (
    <TextButton plain title={say('money.hide-cost')} onClick={() => set(false)}>
      <TaskCosts query={{ of: 'view', token, revision }} />
    </TextButton>
  );
}

/** What tasks cost together, one amount for each unit: `≈ $1.16 for 29 tasks`. Kept up to date while tasks change. */
export function TaskCosts({ query }: { readonly query: Input<'spending:of-tasks'> }) {
  const say = useWords();
  const formats = useFormats();
  const costs = useCosts(query);
  if (costs === null) return <>{say('money.adding-up')}</>;
  if (costs.length === 0) return <>{say('money.no-cost')}</>;
  return <>{costs.map(({ unit, ...sums }) => say('money.for-tasks', { cost: sumWords(say, formats, sums, unit), count: sums.tasks, known: sums.unpriced < sums.tasks ? 'yes' : 'no' })).join(' · ')}</>;
}

/** Practice alone costs nothing, and nothing speaks of its cost. */
export const useIsPaid = (): boolean => useApp(({ accounts }) => accounts.some(({ kind }) => kind === 'service'));

/** Null until main has answered. The next revision of a view shows the costs of the one before meanwhile. */
function useCosts(query: Input<'spending:of-tasks'>): readonly UnitCosts[] | null {
  const key = JSON.stringify(query);
  const [read, setRead] = useState<{ readonly key: string; readonly view: number | null; readonly costs: readonly UnitCosts[] } | null>(null);
  useEffect(() => {
    const asked = JSON.parse(key) as Input<'spending:of-tasks'>;
    return whileTasksChange(async (isOutdated) => {
      const answer = await bridge.spendingOfTasks(asked);
      if (answer.ok && answer.value !== null && !isOutdated()) setRead({ key, view: asked.of === 'view' ? asked.token : null, costs: answer.value });
    });
  }, [key]);
  return read !== null && (read.key === key || (query.of === 'view' && read.view === query.token)) ? read.costs : null;
}
