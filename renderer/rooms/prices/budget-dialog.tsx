import { useRef, useState, type FormEvent, type RefObject } from 'react';
import type { Account } from '../../../shared/account.ts';
import { amountLeft, compareAmounts, readAmount, type Amount } from '../../../shared/money/amount.ts';
import { budgetPeriods, type BudgetPeriod } from '../../../shared/money/budget.ts';
import type { AccountId } from '../../../shared/task.ts';
import { changeMoney } from '../../stores/accounts/change-money.ts';
import { useApp } from '../../stores/app-store.ts';
import { withWaiting } from '../../../shared/money/left-of-budget.ts';
import { useAccountMoney, type AccountMoney } from '../../stores/accounts/account-money.ts';
import { Button } from '../../ui/button.tsx';
import { ask, type Asked } from '../../ui/dialogs/ask.ts';
import { NothingToAsk } from '../../ui/dialogs/dialog-host.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormActions } from '../../ui/dialogs/form-actions.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { amountWords } from '../../../shared/words/amounts.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { focusFallback } from '../../ui/focus-fallback.ts';
import formStyles from '../../ui/sheets/form.module.css';

interface BudgetDialogProps extends Asked {
  readonly accountId: AccountId;
}

/** The limits of an account, with what is spent and left. */
export function BudgetDialog({ accountId, close }: BudgetDialogProps) {
  const say = useWords();
  const account = useApp(({ accounts }) => accounts.find(({ id }) => id === accountId));
  const firstSet = useRef<HTMLInputElement>(null);
  if (!account) return <NothingToAsk close={close} />;
  return (
    <Dialog title={say('budget.title', { account: account.name })} description={say('budget.explained')} initialFocus={firstSet} fallbackFocus={focusFallback}>
      <BudgetForm account={account} firstSet={firstSet} close={close} />
    </Dialog>
  );
}

const limits = [...budgetPeriods, 'ask-above'] as const;
type Limit = (typeof limits)[number];

interface BudgetFormProps {
  readonly account: Account;
  /** The field of the first limit that is set. It gets the focus, because a person who has a limit comes to change it. */
  readonly firstSet: RefObject<HTMLInputElement | null>;
  readonly close: () => void;
}

function BudgetForm({ account, firstSet, close }: BudgetFormProps) {
  const say = useWords();
  const { budget, askAbove, unit } = account.options;
  const money = useAccountMoney(account.id);
  const [typed, setTyped] = useState<Readonly<Record<Limit, string>>>({ day: budget.day ?? '', month: budget.month ?? '', total: budget.total ?? '', 'ask-above': askAbove ?? '' });
  const [first] = useState(() => budgetPeriods.find((period) => budget[period] !== null));
  const [saving, setSaving] = useState(false);
  const read = (limit: Limit): Amount | null => readAmount(typed[limit]);
  const isWrong = (limit: Limit): boolean => typed[limit].trim() !== '' && read(limit) === null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving || limits.some(isWrong)) return;
    setSaving(true);
    const change = { budget: { day: read('day'), month: read('month'), total: read('total') }, askAbove: read('ask-above') };
    const done = await changeMoney(account.id, { options: change }, say('budget.did', { account: account.name }));
    setSaving(false);
    if (done) close();
  };
  return (
    <form className={formStyles.form} onSubmit={(event) => void submit(event)}>
      {limits.map((limit) => (
        <TextField
          key={limit}
          ref={limit === first ? firstSet : undefined}
          label={say(`budget.${limit}`, { unit })}
          value={typed[limit]}
          onValueChange={(text) => setTyped({ ...typed, [limit]: text })}
          placeholder={say(limit === 'ask-above' ? 'budget.no-question' : 'budget.no-limit')}
          inputMode="decimal"
          maxLength={64}
          error={isWrong(limit) ? say('budget.wrong', { text: typed[limit].trim() }) : null}
          hint={limit === 'ask-above' ? say('budget.ask-above-hint') : money && <SpentAndLeft period={limit} money={money} limit={read(limit)} unit={unit} />}
        />
      ))}
      <FormActions onCancel={close} confirm={say('budget.save')} disabled={saving || limits.some(isWrong)}>
        {/* Opens above this dialog, which keeps what was typed. */}
        <Button size="large" variant="quiet" onClick={() => void ask('prices', { accountId: account.id })}>
          {say('budget.prices')}
        </Button>
      </FormActions>
    </form>
  );
}

interface SpentAndLeftProps {
  readonly period: BudgetPeriod;
  readonly money: AccountMoney;
  readonly limit: Amount | null;
  readonly unit: string;
}

function SpentAndLeft({ period, money: { spent, waiting }, limit, unit }: SpentAndLeftProps) {
  const say = useWords();
  const formats = useFormats();
  const words = (amount: Amount): string => amountWords(say, formats, amount, unit);
  return (
    <>
      {say(`budget.spent.${period}`, { spent: words(spent[period]) })} {limit !== null &&
        (compareAmounts(spent[period], limit) > 0
          ? say('budget.over', { over: words(amountLeft(spent[period], limit)) })
          : say('budget.left', { left: withWaiting(say, formats, words(amountLeft(limit, spent[period])), waiting) }))}
    </>
  );
}
