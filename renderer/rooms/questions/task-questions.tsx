import { isFree } from '../../../shared/account.ts';
import { expectedPrice } from '../../../shared/money/expected-price.ts';
import { assertNever } from '../../../shared/result.ts';
import type { Task } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { priceWords } from '../../../shared/money/price-words.ts';
import type { TaskQuestion } from '../../stores/windows/task-question.ts';
import { useFormats, useWords } from '../../words/words.ts';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { NothingToAsk } from '../../ui/dialogs/dialog-host.tsx';
import { Question } from '../../ui/dialogs/dialog.tsx';
import { isOutcomeUnknown } from '../../parts/tasks/task-money.ts';
import { changeTasks, resubmit } from '../../parts/tasks/task-actions.ts';
import { IdQuestion } from './id-question.tsx';
import { SettleQuestion } from './settle-question.tsx';
import { focusFallback } from '../../ui/focus-fallback.ts';
import { TaskNames, useAccountNames } from './task-names.tsx';
import { sentences } from '../../../shared/words/in-a-row.ts';

interface TaskQuestionsProps extends Asked {
  readonly question: TaskQuestion;
}

/** The questions before actions that may cost money. */
export function TaskQuestions({ question: { kind, tasks }, close }: TaskQuestionsProps) {
  const [first] = tasks;
  if (!first) return <NothingToAsk close={close} />;
  switch (kind) {
    case 'attach':
    case 'correct-id':
      return <IdQuestion kind={kind} task={first} close={close} />;
    case 'generate-again':
      return <GenerateAgainQuestion tasks={tasks} />;
    case 'hide':
      return <HideQuestion tasks={tasks} />;
    case 'settle':
      return <SettleQuestion tasks={tasks} close={close} />;
    default:
      return assertNever(kind);
  }
}

interface SeveralTasks {
  readonly tasks: readonly Task[];
}

/** Each task is a separate charge, so the question names their number, accounts and price. */
function GenerateAgainQuestion({ tasks }: SeveralTasks) {
  const say = useWords();
  const formats = useFormats();
  const nameOf = useAccountNames();
  const prices = useApp((facts) => facts.prices);
  const known = useApp((facts) => facts.accounts);
  const price = expectedPrice(tasks, { prices, accounts: known });
  const count = tasks.length;
  const paid = tasks.filter(({ accountId }) => !isFree(accountId));
  const unknown = paid.filter(isOutcomeUnknown).length;
  const names = [...new Set(paid.map(({ accountId }) => nameOf(accountId)))];
  const accounts = formats.list(names);
  const said = [
    paid.length === 0 ? say('strip.again-free', { count }) : say('strip.again-explained', { count, paid: paid.length, accounts }),
    paid.length === 0 ? '' : price === null ? (names.length === 1 ? say('strip.again-no-price') : '') : say('strip.again-price', { price: priceWords(say, formats, price) }),
    unknown > 0 ? say('strip.again-unknown', { unknown, count }) : '',
  ];
  return (
    <Question
      fallbackFocus={focusFallback}
      title={say('strip.again-title', { count })}
      description={sentences(say, said)}
      costs
      confirm={say('strip.again-confirm', { count })}
      onConfirm={() => void resubmit(tasks, { asked: true })}
    >
      <TaskNames tasks={tasks} />
    </Question>
  );
}

/** Asks before tasks with an unknown outcome are hidden, and names them. */
function HideQuestion({ tasks }: SeveralTasks) {
  const say = useWords();
  const count = tasks.length;
  const unknown = tasks.filter(isOutcomeUnknown);
  const paid = unknown.filter(({ accountId }) => !isFree(accountId));
  const which = (some: readonly Task[]): 'this' | 'all' | 'one' | 'some' => whichOf(some.length, count);
  const said = [
    unknown.length === 0 ? '' : say('strip.hide-explained', { unknown: unknown.length, which: which(unknown) }),
    unknown.length === 0 ? '' : say(paid.length === 0 ? 'strip.hide-free' : 'strip.hide-charged', { paid: paid.length, unknown: unknown.length }),
    say('strip.hide-keeps', { count }),
  ];
  return (
    <Question fallbackFocus={focusFallback} title={say('strip.hide-title', { count })} description={sentences(say, said)} confirm={say('strip.hide-confirm', { count })} onConfirm={() => void changeTasks('dismiss', tasks)}>
      <TaskNames tasks={unknown} />
    </Question>
  );
}

function whichOf(unknown: number, count: number): 'this' | 'all' | 'one' | 'some' {
  if (count === 1) return 'this';
  if (unknown === count) return 'all';
  return unknown === 1 ? 'one' : 'some';
}
