import { isFree } from '../../../shared/account.ts';
import type { Task } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { lastPrice } from '../../stores/compose/prices.ts';
import { ask } from '../../stores/view-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Question } from '../../ui/dialogs/question.tsx';
import { freeWord, isOutcomeUnknown } from '../../parts/tasks/money.ts';
import styles from './questions-about-several.module.css';
import { changeTasks, resubmit } from '../../parts/tasks/task-actions.ts';

interface QuestionProps {
  readonly tasks: readonly Task[];
  readonly open: boolean;
}

const close = (): void => ask(null);

/** Further prompts are only counted. */
const mostNamed = 5;

/** Asks before tasks with an unknown outcome are hidden, and names them. */
export function HideQuestion({ tasks, open }: QuestionProps) {
  const say = useWords();
  const count = tasks.length;
  const unknown = tasks.filter(isOutcomeUnknown);
  return (
    <Question
      open={open}
      onClose={close}
      title={say('strip.hide-title', { count })}
      description={say('strip.hide-explained', { count, unknown: unknown.length, which: whichOf(unknown.length, count), free: freeWord(unknown) })}
      confirm={say('strip.hide-confirm', { count })}
      onConfirm={() => void changeTasks('dismiss', tasks)}
      fallbackFocus={stripLine}
    >
      <ul className={styles.tasks}>
        {unknown.slice(0, mostNamed).map((task) => (
          <Named key={task.id} task={task} />
        ))}
        {unknown.length > mostNamed && <li className={styles.more}>{say('strip.hide-more', { count: unknown.length - mostNamed })}</li>}
      </ul>
    </Question>
  );
}

function whichOf(unknown: number, count: number): 'this' | 'all' | 'one' | 'some' {
  if (count === 1) return 'this';
  if (unknown === count) return 'all';
  return unknown === 1 ? 'one' : 'some';
}

function Named({ task }: { readonly task: Task }) {
  const say = useWords();
  const account = useAccountName(task.accountId);
  return (
    <li className={styles.task}>
      {say('strip.named', { prompt: task.request.prompt || say('gallery.adopted'), account })}
    </li>
  );
}

/** Each task is a separate charge, so one question names their number and account. */
export function GenerateAgainQuestion({ tasks, open }: QuestionProps) {
  const say = useWords();
  const { locale, number } = useFormats();
  const count = tasks.length;
  const free = freeWord(tasks);
  const unknown = tasks.filter((task) => isOutcomeUnknown(task) && !isFree(task.accountId)).length;
  const accounts = useApp((facts) => facts.accounts);
  const price = lastPrice(tasks);
  const names = [...new Set(tasks.map(({ accountId }) => accounts.find(({ id }) => id === accountId)?.name ?? say('history.account-gone')))];
  return (
    <Question
      open={open}
      onClose={close}
      title={say('strip.again-title', { count })}
      description={
        <>
          {free === 'yes' ? say('strip.again-free') : say('strip.again-explained', { count, accounts: new Intl.ListFormat(locale, { type: 'conjunction' }).format(names) })}
          {price !== null && free === 'no' && ` ${say('strip.again-price', { credits: price, shown: number(price) })}`}
          {unknown > 0 && ` ${say('strip.again-unknown', { unknown })}`}
        </>
      }
      confirm={say('strip.again-confirm', { count })}
      onConfirm={() => void resubmit(tasks, { asked: true })}
      fallbackFocus={stripLine}
    />
  );
}

function useAccountName(accountId: string): string {
  const say = useWords();
  return useApp(({ accounts }) => accounts.find(({ id }) => id === accountId)?.name) ?? say('history.account-gone');
}

/** The line of the strip that Tab leads to. It gets the focus if the task in question has left the strip. */
export const stripLine = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-strip-panel] [data-line][tabindex="0"]');
