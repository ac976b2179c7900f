import { useMemo, useRef } from 'react';
import type { BudgetLeft } from '../../../shared/money/left-of-budget.ts';
import { confirmWords, hasBudget, overBudget, overBudgetWords, questionFacts, waitsForPrice, whyAsked, type OverBudget } from '../../../shared/money/question-words.ts';
import type { SubmissionQuestion } from '../../../shared/money/questions-before-sending.ts';
import { appFacts, useApp } from '../../stores/app-store.ts';
import { useBudgetLeft } from '../../parts/money/budget-left.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { CostlyButton } from '../../ui/costly-button.tsx';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { useShown } from '../../ui/dialogs/dialog-host.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { focusFallback } from '../../ui/focus-fallback.ts';
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
  const over = useMemo(() => left && overBudget(question, left, appFacts()), [left, question]);
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
  const rows = useMemo(() => questionFacts(say, formats, question), [say, formats, question]);
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
          {overBudgetWords(say, over, count)}
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
