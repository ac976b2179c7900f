import { useState, type ComponentProps, type FormEvent } from 'react';
import { isFree } from '../../../shared/account.ts';
import { remoteIdOf, type AccountId, type Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { priceWords } from '../../parts/tasks/price-words.ts';
import { expectedPrice } from '../../stores/compose/prices.ts';
import { ask, useView } from '../../stores/windows/view-store.ts';
import { errorWords, useFormats, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, Question, useLast } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ConsoleLink } from '../../parts/accounts/console-link.tsx';
import { freeWord, isOutcomeUnknown } from '../../parts/tasks/task-cost.ts';
import { TaskCandidates } from '../../parts/tasks/task-candidates.tsx';
import { changeTasks, correctId, resubmit } from '../../parts/tasks/task-actions.ts';
import styles from './task-questions.module.css';

/** The questions before actions that may cost money. The app mounts them once. */
export function TaskQuestions() {
  const say = useWords();
  const question = useView((view) => view.question);
  const shown = useLast(question);
  const ends = { open: question !== null, onClose: close, fallbackFocus: stripLine };
  switch (shown?.kind) {
    case 'attach':
    case 'correct-id': {
      const { kind, task } = shown;
      return (
        <Dialog key={task.id} {...ends} title={say(`tasks.${kind}-title`)} description={say(`tasks.${kind}-explained`)}>
          <ConsoleLink accountId={task.accountId} which="billing">
            {say('settings.console.open-billing')}
          </ConsoleLink>
          <IdForm kind={kind} task={task} />
        </Dialog>
      );
    }
    case 'send-again':
      return (
        <Question
          {...ends}
          title={say('tasks.send-again-title')}
          description={say(isFree(shown.task.accountId) ? 'tasks.send-again-free' : 'tasks.send-again-explained')}
          confirm={say('tasks.send-again-confirm')}
          onConfirm={() => void resubmit([shown.task], { asked: true })}
        />
      );
    case 'generate-again':
      return <GenerateAgainQuestion {...ends} tasks={shown.tasks} />;
    case 'hide':
      return <HideQuestion {...ends} tasks={shown.tasks} />;
    default:
      return null;
  }
}

const close = (): void => ask(null);

/** The line of the strip that Tab leads to. It gets the focus if the task in question has left the strip. */
export const stripLine = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-strip-panel] [data-line][tabindex="0"]');

interface SeveralTasks extends Pick<ComponentProps<typeof Question>, 'open' | 'onClose' | 'fallbackFocus'> {
  readonly tasks: readonly Task[];
}

/** Each task is a separate charge, so one question names their number and account. */
function GenerateAgainQuestion({ tasks, ...ends }: SeveralTasks) {
  const say = useWords();
  const formats = useFormats();
  const { locale } = formats;
  const nameOf = useAccountNames();
  const count = tasks.length;
  const free = freeWord(tasks);
  const unknown = tasks.filter((task) => isOutcomeUnknown(task) && !isFree(task.accountId)).length;
  const price = expectedPrice(tasks);
  const names = [...new Set(tasks.map(({ accountId }) => nameOf(accountId)))];
  return (
    <Question
      {...ends}
      title={say('strip.again-title', { count })}
      description={
        <>
          {free === 'yes' ? say('strip.again-free') : say('strip.again-explained', { count, accounts: new Intl.ListFormat(locale, { type: 'conjunction' }).format(names) })}
          {price !== null && free === 'no' && ` ${say('strip.again-price', { price: priceWords(say, formats, price) })}`}
          {unknown > 0 && ` ${say('strip.again-unknown', { unknown })}`}
        </>
      }
      confirm={say('strip.again-confirm', { count })}
      onConfirm={() => void resubmit(tasks, { asked: true })}
    />
  );
}

/** Further prompts are only counted. */
const mostNamed = 5;

/** Asks before tasks with an unknown outcome are hidden, and names them. */
function HideQuestion({ tasks, ...ends }: SeveralTasks) {
  const say = useWords();
  const nameOf = useAccountNames();
  const count = tasks.length;
  const unknown = tasks.filter(isOutcomeUnknown);
  return (
    <Question
      {...ends}
      title={say('strip.hide-title', { count })}
      description={say('strip.hide-explained', { count, unknown: unknown.length, which: whichOf(unknown.length, count), free: freeWord(unknown) })}
      confirm={say('strip.hide-confirm', { count })}
      onConfirm={() => void changeTasks('dismiss', tasks)}
    >
      <ul className={styles.tasks}>
        {unknown.slice(0, mostNamed).map(({ id, request, accountId }) => (
          <li key={id} className={styles.task}>
            {say('strip.named', { prompt: request.prompt || say('gallery.adopted'), account: nameOf(accountId) })}
          </li>
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

function useAccountNames(): (accountId: AccountId) => string {
  const say = useWords();
  const accounts = useApp((facts) => facts.accounts);
  return (accountId) => accounts.find(({ id }) => id === accountId)?.name ?? say('history.account-gone');
}

interface IdFormProps {
  readonly kind: 'attach' | 'correct-id';
  readonly task: Task;
}

/** A component of its own, so that closing the dialog discards what was typed. */
function IdForm({ kind, task }: IdFormProps) {
  const say = useWords();
  const before = kind === 'correct-id' ? (remoteIdOf(task) ?? '') : '';
  const [remoteId, setRemoteId] = useState(before);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const typed = remoteId.trim();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await (kind === 'attach' ? bridge.tasksAttach({ taskId: task.id, remoteId: typed }) : correctId(task, typed));
    setBusy(false);
    if (answer.ok) close();
    else setError(errorWords(say, answer.error));
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'contents' }}>
      {kind === 'attach' && <TaskCandidates task={task} chosen={typed} onChoose={setRemoteId} />}
      <TextField label={say('tasks.attach-id')} value={remoteId} onValueChange={setRemoteId} error={error} />
      <Button size="large" variant="solid" submits disabled={busy || typed === '' || typed === before}>
        {say(`tasks.${kind}-confirm`)}
      </Button>
    </form>
  );
}
