import { useRef } from 'react';
import { isFree, type Account } from '../../../shared/account.ts';
import { addAmounts, amountLeft, compareAmounts, noAmount, type Amount } from '../../../shared/money/amount.ts';
import { budgetPeriods } from '../../../shared/money/budget.ts';
import type { Words } from '../../../shared/words/index.ts';
import { fittingIn } from '../../stores/compose/prices.ts';
import { answerSubmission, useSubmissionQuestion, type SubmissionQuestion } from '../../stores/compose/submit.ts';
import { useApp } from '../../stores/app-store.ts';
import type { WaitingMoney } from '../../stores/queue/unsent-price.ts';
import { holdAll } from '../../stores/queue/hold-all.ts';
import { useBudgetLeft, type BudgetLeft } from '../../parts/money/budget-left.ts';
import { amountWords } from '../../words/amounts.ts';
import type { Formats } from '../../words/format.ts';
import { priceWords } from '../../parts/tasks/price-words.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { CostlyButton } from '../../ui/costly-button.tsx';
import { useCostlyPress } from '../../ui/costly-press.ts';
import { Dialog, useLast } from '../../ui/dialogs/dialog.tsx';
import { stripLine } from './task-questions.tsx';
import styles from './submit-question.module.css';

/** Asks before a submission that may cost money. Enter confirms, and Escape changes nothing. The app mounts it once. */
export function SubmitQuestion() {
  const say = useWords();
  const question = useSubmissionQuestion((state) => state.question);
  const formats = useFormats();
  const confirm = useRef<HTMLButtonElement>(null);
  const shown = useLast(question);
  if (!shown) return null;
  const { account, count } = shown;
  return (
    <Dialog
      open={question !== null}
      onClose={() => answerSubmission(false)}
      title={say(shown.uncancels ? 'compose.question.put-back-title' : 'compose.question.title', { count, account: account.name })}
      description={whyAsked(say, formats, shown)}
      initialFocus={confirm}
      fallbackFocus={stripLine}
      actions={
        <>
          <Button size="large" onClick={() => answerSubmission(false)}>
            {say('app.cancel')}
          </Button>
          <CostlyButton ref={confirm} size="large" variant="solid" question={question} onPress={() => answerSubmission(true)}>
            {say(shown.uncancels ? 'compose.question.put-back' : 'compose.question.confirm', { count })}
          </CostlyButton>
        </>
      }
    >
      <Facts question={shown} onResume={() => confirm.current?.focus()} />
    </Dialog>
  );
}

/** What is asked, what the budget leaves for it, and what keeps it from being sent. */
function Facts({ question, onResume }: { readonly question: SubmissionQuestion; readonly onResume: () => void }) {
  const say = useWords();
  const formats = useFormats();
  const stopped = useApp(({ settings }) => settings.queueStopped);
  const { account, count, resumes } = question;
  const left = useBudgetLeft(account);
  return (
    <>
      <dl className={styles.facts}>
        {facts(say, formats, question).map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {hasBudget(account) && (
          <div className={styles.fact}>
            <dt>{say('compose.question.budget')}</dt>
            <dd>{left?.words ?? '…'}</dd>
          </div>
        )}
      </dl>
      {left && compareAmounts(needed(question, left.waiting), left.room.amount) > 0 && <p className={styles.hint}>{overBudget(say, question, left)}</p>}
      {stopped && <QueueStopped onResume={onResume} />}
      {account.sendingStopped && !resumes && <p className={styles.hint}>{say('queue.unclear.waits', { count })}</p>}
      {waitsForPrice(question) && <p className={styles.hint}>{say('compose.question.price-waits', { count })}</p>}
      {/* The setting changes nothing about an undo. */}
      {question.above !== null && question.abovePrice === null && !question.uncancels && !resumes && <p className={styles.hint}>{say('compose.question.ask-less')}</p>}
    </>
  );
}

/** What these tasks need from the budget, together with the waiting tasks that are sent before them. */
function needed({ price, queued }: SubmissionQuestion, waiting: WaitingMoney): Amount {
  return addAmounts(waiting.price?.amount ?? noAmount, queued ? noAmount : (price?.amount ?? noAmount));
}

/** Says how much the budget has no room for. It is not known which of the tasks that are in the queue already come first. */
function overBudget(say: Words, { submissions, count, queued }: SubmissionQuestion, { room, waiting }: BudgetLeft): string {
  if (queued) return say('compose.question.over-budget');
  return say('compose.question.fits', { count, fits: fittingIn(amountLeft(room.amount, waiting.price?.amount ?? noAmount), submissions) });
}

/** Says that the whole queue is on hold, so that nothing is sent yet. */
function QueueStopped({ onResume }: { readonly onResume: () => void }) {
  const say = useWords();
  const resume = (): void => {
    // The button disappears, so move the focus first.
    onResume();
    void holdAll(false);
  };
  const press = useCostlyPress(resume);
  return (
    <p className={styles.hint}>
      {say('queue.on-hold')} <TextButton {...press}>{say('queue.resume-all')}</TextButton>
    </p>
  );
}

const hasBudget = ({ id, options }: Account): boolean => !isFree(id) && budgetPeriods.some((period) => options.budget[period] !== null);

/** Whether a budget keeps some of it back until the person enters a price. */
function waitsForPrice({ account, price }: SubmissionQuestion): boolean {
  return hasBudget(account) && (price === null || price.unpriced > 0);
}

function whyAsked(say: Words, formats: Formats, { account, count, price, above, abovePrice, first, uncancels, resumes }: SubmissionQuestion): string {
  if (resumes) return say('compose.question.resumes', { count, free: isFree(account.id) ? 'yes' : 'no' });
  if (first) return say('compose.question.first', { count });
  if (uncancels) return say('compose.question.uncancels', { count });
  const isAbove = abovePrice !== null && price !== null && compareAmounts(price.amount, abovePrice) > 0;
  if (abovePrice !== null) return say(isAbove ? 'compose.question.above-price' : 'compose.question.may-be-above-price', { limit: amountWords(say, formats, abovePrice, account.options.unit) });
  return say(account.kind === 'practice' ? 'compose.question.above-free' : 'compose.question.above', { above: above ?? 0 });
}

function facts(say: Words, formats: Formats, { account, count, submissions, price }: SubmissionQuestion): readonly (readonly [string, string])[] {
  const common = (field: 'model' | 'size' | 'quality'): string => {
    const values = new Set(submissions.map(({ request }) => request[field]));
    // A few can be checked at a glance.
    const shown = [...values].map((value) => (value === '' && values.size > 1 ? say('tasks.fact.not-set') : value));
    return shown.length > 3 ? say('compose.question.various') : shown.join(', ');
  };
  const rows = [
    [say('compose.account'), account.name],
    [say('compose.question.number'), String(count)],
    [say('compose.model'), common('model')],
    [say('compose.size'), common('size')],
    [say('compose.quality'), common('quality')],
    [say('compose.question.price'), price === null ? (isFree(account.id) ? '' : say('prices.unknown')) : priceWords(say, formats, price)],
  ] as const;
  return rows.filter(([, value]) => value !== '');
}
