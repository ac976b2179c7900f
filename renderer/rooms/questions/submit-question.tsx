import { useMemo, useRef } from 'react';
import { isFree, type Account } from '../../../shared/account.ts';
import { addAmounts, amountLeft, compareAmounts, noAmount, type Amount } from '../../../shared/money/amount.ts';
import { budgetPeriods, type BudgetPeriod } from '../../../shared/money/budget.ts';
import { pricedFields, pricedOf, referencesField, type Priced } from '../../../shared/money/price-fields.ts';
import type { WordKey, Words } from '../../../shared/words/index.ts';
import { anyFits, exceedsAlone, fittingIn } from '../../stores/compose/prices.ts';
import type { SubmissionQuestion } from '../../stores/compose/submit.ts';
import { useApp } from '../../stores/app-store.ts';
import type { WaitingMoney } from '../../stores/tasks/unsent-price.ts';
import { useBudgetLeft, type BudgetLeft } from '../../parts/money/budget-left.ts';
import { amountWords } from '../../words/amounts.ts';
import type { Formats } from '../../words/format.ts';
import { priceWords } from '../../parts/tasks/price-words.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { CostlyButton } from '../../ui/costly-button.tsx';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { useShown } from '../../ui/dialogs/dialog-host.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { focusFallback } from '../../parts/tasks/focus-fallback.ts';
import textStyles from '../../ui/sheets/text.module.css';
import factsStyles from '../../ui/sheets/facts.module.css';

interface SubmitQuestionProps extends Asked<number> {
  readonly question: SubmissionQuestion;
}

/** Asks before a submission that may cost money. Enter confirms, and Escape changes nothing. Answers how many tasks are sent, from the first on; Infinity: all. */
export function SubmitQuestion({ question, close, answer }: SubmitQuestionProps) {
  const say = useWords();
  const formats = useFormats();
  const { account, count } = question;
  const { open } = useShown().opening;
  const confirm = useRef<HTMLButtonElement>(null);
  // While it closes, nothing is asked.
  const shown = open && question;
  const left = useBudgetLeft(account);
  const over = useMemo(() => (left && question.releases === null && compareAmounts(needed(question, left.waiting), left.room.amount) > 0 ? overBudget(question, left) : null), [left, question]);
  return (
    <Dialog
      title={say(question.uncancels ? 'compose.question.put-back-title' : 'compose.question.title', { count, account: account.name })}
      description={whyAsked(say, formats, question)}
      initialFocus={confirm}
      fallbackFocus={focusFallback}
      actions={
        <>
          <Button size="large" onClick={close}>
            {say('app.cancel')}
          </Button>
          {over !== null && over.first > 0 && (
            <CostlyButton size="large" question={shown} onPress={() => answer(over.first)}>
              {say('compose.question.only', { count: over.first })}
            </CostlyButton>
          )}
          <CostlyButton ref={confirm} size="large" variant="solid" question={shown} onPress={() => answer(Infinity)}>
            {say(confirmWords(question), { count })}
          </CostlyButton>
        </>
      }
    >
      <Facts question={question} left={left} over={over} />
    </Dialog>
  );
}

/** What is asked, and what the budget leaves for it. */
function Facts({ question, left, over }: { readonly question: SubmissionQuestion; readonly left: BudgetLeft | null; readonly over: OverBudget | null }) {
  const say = useWords();
  const formats = useFormats();
  const stopped = useApp(({ settings }) => settings.queueStopped);
  const { account, count, resumes } = question;
  // There may be thousands of tasks, and what is left of the budget changes more often.
  const rows = useMemo(() => facts(say, formats, question), [say, formats, question]);
  return (
    <>
      <dl className={factsStyles.facts}>
        {rows.map(([name, value]) => (
          <div key={name} className={factsStyles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {hasBudget(account) && question.releases === null && (
          <div className={factsStyles.fact}>
            <dt>{say('compose.question.budget')}</dt>
            {/* Of tasks in the queue, the amount that waits is the one that is asked about. */}
            <dd>{(question.queued ? left?.left : left?.words) ?? '…'}</dd>
          </div>
        )}
      </dl>
      {over !== null && (
        <p className={textStyles.hint}>
          {over.fits === null ? say('compose.question.over-budget', { until: over.until }) : say('compose.question.fits', { count, fits: over.fits, rest: count - over.fits, until: over.until })}
          {over.first > 0 && ` ${say('compose.question.only-hint', { count: over.first, rest: count - over.first })}`}
        </p>
      )}
      {stopped && !question.unholds && <p className={textStyles.hint}>{say('queue.on-hold')}</p>}
      {account.sendingStopped && !resumes && <p className={textStyles.hint}>{say('queue.unclear.waits', { count })}</p>}
      {waitsForPrice(question) && <p className={textStyles.hint}>{say('compose.question.price-waits', { count })}</p>}
      {/* The setting changes nothing about an undo. */}
      {question.above !== null && question.abovePrice === null && !question.uncancels && !resumes && !question.unholds && <p className={textStyles.hint}>{say('compose.question.ask-less')}</p>}
    </>
  );
}

/** What these tasks need from the budget, together with the waiting tasks that are sent before them. */
function needed({ price, queued }: SubmissionQuestion, waiting: WaitingMoney): Amount {
  return addAmounts(waiting.price?.amount ?? noAmount, queued ? noAmount : (price?.amount ?? noAmount));
}

/** What the budget has no room for. */
interface OverBudget {
  /** How many of the tasks fit. Of tasks that are in the queue already, only whether any does (0 or null), because others may come first. */
  readonly fits: number | null;
  /** How many of them "Send only" sends. 0: it is not offered. */
  readonly first: number;
  /** When the others are sent: with the next day or month, or only if the person raises the budget (`total`). */
  readonly until: BudgetPeriod;
}

function overBudget({ account, submissions, count, price, queued, uncancels, divisible }: SubmissionQuestion, { room, waiting }: BudgetLeft): OverBudget {
  const fits = queued ? (anyFits(room.amount, submissions) ? null : 0) : fittingIn(amountLeft(room.amount, waiting.price?.amount ?? noAmount), submissions);
  const limit = account.options.budget[room.period];
  // What alone costs more than the whole limit never fits, however often the budget renews.
  const never = limit !== null && exceedsAlone(limit, submissions);
  // Those without a price would be among the first, and wait.
  const canChoose = divisible && !queued && !uncancels && price?.unpriced === 0 && fits !== null && fits < count;
  return { fits, first: canChoose ? fits : 0, until: never ? 'total' : room.period };
}

const hasBudget = ({ id, options }: Account): boolean => !isFree(id) && budgetPeriods.some((period) => options.budget[period] !== null);

/** Whether a budget keeps some of it back until the person enters a price. */
function waitsForPrice({ account, price, releases }: SubmissionQuestion): boolean {
  return hasBudget(account) && releases === null && (price === null || price.unpriced > 0);
}

function confirmWords({ releases, uncancels }: SubmissionQuestion): WordKey {
  if (releases !== null) return releases === 'change' ? 'compose.question.confirm-change' : 'compose.question.confirm-test';
  return uncancels ? 'compose.question.put-back' : 'compose.question.confirm';
}

function whyAsked(say: Words, formats: Formats, { account, count, price, above, abovePrice, first, uncancels, resumes, releases, unholds }: SubmissionQuestion): string {
  if (releases !== null) return say(releases === 'change' ? 'compose.question.releases' : 'compose.question.releases-test', { count });
  if (resumes) return say('compose.question.resumes', { count, free: isFree(account.id) ? 'yes' : 'no' });
  if (first) return say('compose.question.first', { count });
  if (uncancels) return say('compose.question.uncancels', { count });
  if (unholds) return say('compose.question.unholds', { count });
  const isAbove = abovePrice !== null && price !== null && compareAmounts(price.amount, abovePrice) > 0;
  if (abovePrice !== null) return say(isAbove ? 'compose.question.above-price' : 'compose.question.may-be-above-price', { limit: amountWords(say, formats, abovePrice, account.options.unit) });
  return say(account.kind === 'practice' ? 'compose.question.above-free' : 'compose.question.above', { above: above ?? 0 });
}

function facts(say: Words, formats: Formats, { account, count, submissions, price }: SubmissionQuestion): readonly (readonly [string, string])[] {
  const { pricedBy } = account.options;
  const all = submissions.map(({ request }) => pricedOf(request, pricedBy));
  const common = (valueOf: (priced: Priced) => string): string => {
    const values = new Set(all.map(valueOf));
    // A few can be checked at a glance.
    return values.size > 3 ? say('compose.question.various') : [...values].map((value) => value || say('tasks.fact.not-set')).join(', ');
  };
  // Such as the number of pictures, which is what a price may be of.
  const further = pricedFields(pricedBy)
    .filter((name) => all.some(({ fields }) => fields[name] !== ''))
    .map((name) => [name === referencesField ? say('prices.references') : name, common(({ fields }) => fields[name] ?? '')] as const);
  const rows = [
    [say('compose.account'), account.name],
    [say('compose.question.number'), String(count)],
    [say('compose.model'), common(({ model }) => model)],
    [say('compose.size'), common(({ size }) => size)],
    [say('compose.quality'), common(({ quality }) => quality)],
    ...further,
    [say('compose.question.price'), price === null ? (isFree(account.id) ? '' : say('prices.unknown')) : priceWords(say, formats, price)],
  ] as const;
  return rows.filter(([, value]) => value !== '');
}
