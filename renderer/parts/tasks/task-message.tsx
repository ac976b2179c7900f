import { isInFlight, type ServiceSaid, type Task, type TaskWithImages } from '../../../shared/task.ts';
import type { Words } from '../../../shared/words/index.ts';
import { useTextOverTime } from '../../stores/now.ts';
import type { Formats } from '../../../shared/words/format.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Highlighted } from '../search/highlighted.tsx';
import styles from './task-message.module.css';

/** When Latent sends or checks a task again by itself. Null if nothing is due or nothing went wrong. */
export function nextTry(task: Task, now: number, say: Words, format: Formats): string | null {
  const { state, trouble } = task;
  const inTime = (at: number): string => format.duration(at - now + 999);
  if (state.status === 'queued') {
    if (state.retryAt === undefined) return null;
    if (state.retryAt <= now) return say('tasks.tries-again-now');
    return say(state.waitingFor === 'budget' ? 'tasks.budget-resets-in' : 'tasks.tries-again-in', { time: inTime(state.retryAt) });
  }
  if (state.status === 'unknown') {
    if (state.repeatAt === undefined || task.settled !== null || task.dismissedAt !== null) return null;
    if (state.repeatAt === null) return say('tasks.repeats-later');
    return state.repeatAt <= now ? say('tasks.repeats-now') : say('tasks.repeats-in', { time: inTime(state.repeatAt) });
  }
  if (trouble === null || !isInFlight(task)) return null;
  if (trouble.kind === 'key-refused') return say('tasks.asks-again-with-key');
  // The service answers, and is asked in the usual rhythm.
  if (trouble.kind === 'reported') return null;
  return trouble.retryAt === null || trouble.retryAt <= now ? say('tasks.asks-again-now') : say('tasks.asks-again-in', { time: inTime(trouble.retryAt) });
}

/** The same, kept up to date. */
export function useNextTry(task: Task): string | null {
  const say = useWords();
  const format = useFormats();
  return useTextOverTime((now) => nextTry(task, now, say, format));
}

interface TaskMessageProps {
  readonly entry: TaskWithImages;
  readonly className?: string | undefined;
}

/** The service's latest message in one line. After a failure: what failed, and when Latent tries again. */
export function TaskMessage({ entry: { task, images }, className }: TaskMessageProps) {
  const say = useWords();
  const format = useFormats();
  const next = useNextTry(task);
  const { trouble, facts } = task;
  // The service's own message ("completed · 100%") would hide that a picture could not be downloaded yet.
  const downloadFails = images.some(({ state }) => state.status === 'waiting' && state.trouble !== null);
  const parts = downloadFails
    ? [say('tasks.download-fails')]
    : trouble
      ? [say(`tasks.trouble.${trouble.kind}`), trouble.kind === 'reported' ? trouble.said.message : null, next]
      : [next, facts.statusWord, facts.progress === null ? null : format.percent(facts.progress)];
  return (
    <p className={className} data-trouble={trouble !== null || downloadFails || undefined}>
      {parts.filter(Boolean).join(' · ')}
    </p>
  );
}

/** The service's own words about a task, with their source. Without any, what the connection reported. */
export function Said({ said: { message, code, httpStatus } }: { readonly said: ServiceSaid }) {
  const say = useWords();
  const spoke = message !== null || httpStatus !== null;
  return (
    <blockquote className={styles.said}>
      {spoke && <p>{message === null ? say('tasks.said-nothing') : <Highlighted text={say('tasks.said', { message })} />}</p>}
      <footer className={styles.source}>
        {httpStatus !== null && <span>{say('tasks.said-status', { status: String(httpStatus) })}</span>}
        {code !== null && code !== String(httpStatus) && (
          <code>
            <Highlighted text={code} />
          </code>
        )}
      </footer>
    </blockquote>
  );
}
