import { useState, type FormEvent } from 'react';
import { unitOf } from '../../../shared/account.ts';
import { compareAmounts, noAmount, readPrice, type Amount } from '../../../shared/money/amount.ts';
import type { Task } from '../../../shared/task.ts';
import { ConsoleLink } from '../../parts/accounts/console-link.tsx';
import { settleTasks } from '../../parts/tasks/task-actions.ts';
import { useApp } from '../../stores/app-store.ts';
import form from '../../ui/sheets/form.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormActions } from '../../ui/dialogs/form-actions.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useWords } from '../../words/words.ts';
import { focusFallback } from '../../ui/focus-fallback.ts';
import { TaskNames } from './task-names.tsx';

interface SettleQuestionProps {
  readonly tasks: readonly Task[];
  readonly close: () => void;
}

/** Asks what tasks cost, of which only a bill can tell. */
export function SettleQuestion({ tasks, close }: SettleQuestionProps) {
  const say = useWords();
  const accounts = [...new Set(tasks.map(({ accountId }) => accountId))];
  return (
    <Dialog fallbackFocus={focusFallback} title={say('tasks.settle-title', { count: tasks.length })} description={say('tasks.settle-explained', { count: tasks.length })}>
      {accounts.map((accountId) => (
        <ConsoleLink key={accountId} accountId={accountId} which="billing">
          {say('settings.console.open-billing')}
        </ConsoleLink>
      ))}
      <TaskNames tasks={tasks} />
      <SettleForm tasks={tasks} close={close} />
    </Dialog>
  );
}

const answers = ['unknown', 'nothing', 'amount'] as const;
type Answer = (typeof answers)[number];

function SettleForm({ tasks, close }: { readonly tasks: readonly Task[]; readonly close: () => void }) {
  const say = useWords();
  const [before] = useState(() => commonCost(tasks));
  const [answer, setAnswer] = useState<Answer | ''>(before === undefined ? '' : answerOf(before));
  const [typed, setTyped] = useState(answerOf(before ?? null) === 'amount' ? (before ?? '') : '');
  const [busy, setBusy] = useState(false);
  const units = useApp(({ accounts }) => [...new Set(tasks.map(({ accountId }) => unitOf(accounts, accountId)))].join(' / '));
  const amount = readPrice(typed);
  const cost = answer === 'unknown' ? null : answer === 'nothing' ? noAmount : amount;
  const isAnswered = answer !== '' && (answer !== 'amount' || amount !== null) && cost !== before;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !isAnswered) return;
    setBusy(true);
    const done = await settleTasks(tasks, cost);
    setBusy(false);
    if (done) close();
  };
  return (
    <form className={form.form} onSubmit={(event) => void submit(event)}>
      <SegmentedControl<Answer | ''> label={say('tasks.settle-label')} value={answer} onValueChange={setAnswer} options={answers.map((value) => ({ value, name: say(`tasks.settle.${value}`) }))} />
      {answer === 'amount' && (
        <TextField
          label={say('tasks.settle-amount', { count: tasks.length, unit: units })}
          value={typed}
          onValueChange={setTyped}
          inputMode="decimal"
          maxLength={64}
          error={typed.trim() !== '' && amount === null ? say('tasks.settle-wrong', { text: typed.trim() }) : null}
        />
      )}
      {answer !== '' && <p>{say(`tasks.settle.${answer}-explained`, { count: tasks.length })}</p>}
      <FormActions onCancel={close} confirm={say('tasks.settle-confirm')} disabled={busy || !isAnswered} />
    </form>
  );
}

/** What was noted of all these tasks before. Undefined: not the same. */
function commonCost(tasks: readonly Task[]): Amount | null | undefined {
  const costs = new Set(tasks.map(({ settled }) => settled));
  const [cost = null] = costs;
  return costs.size > 1 ? undefined : cost;
}

function answerOf(cost: Amount | null): Answer {
  if (cost === null) return 'unknown';
  return compareAmounts(cost, noAmount) === 0 ? 'nothing' : 'amount';
}
