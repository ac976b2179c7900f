import { useEffect, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { ServiceTask } from '../../../shared/service-task.ts';
import type { Task } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../stores/app-store.ts';
import { errorWords, useFormats, useWords } from '../../words/words.ts';
import styles from './task-candidates.module.css';
import textStyles from '../../ui/sheets/text.module.css';

interface TaskCandidatesProps {
  readonly task: Task;
  /** The id of the one that is chosen in the form around this. */
  readonly chosen: string;
  readonly onChoose: (remoteId: string) => void;
}

/** What the service lists that may be a task of unknown outcome. Nothing if the account's service has no list. */
export function TaskCandidates({ task, chosen, onChoose }: TaskCandidatesProps) {
  const say = useWords();
  const format = useFormats();
  const lists = useApp(({ accounts }) => accounts.find(({ id }) => id === task.accountId)?.options.listsTasks === true);
  const [found, setFound] = useState<readonly ServiceTask[] | AppError | null>(null);
  useEffect(() => {
    if (!lists) return undefined;
    let isCurrent = true;
    void bridge.tasksCandidates({ taskId: task.id }).then((answer) => {
      if (isCurrent) setFound(answer.ok ? answer.value : answer.error);
    });
    return () => {
      isCurrent = false;
    };
  }, [lists, task.id]);
  if (!lists) return null;
  if (found === null) return <p className={textStyles.soft}>{say('repeats.candidates-asking')}</p>;
  if ('code' in found) return <p className={textStyles.soft}>{errorWords(say, found)}</p>;
  if (found.length === 0) return <p className={textStyles.soft}>{say('repeats.candidates-none')}</p>;
  return (
    <section aria-label={say('repeats.candidates')}>
      <p className={textStyles.soft}>{say('repeats.candidates-first')}</p>
      <ul className={styles.list}>
        {found.map(({ remoteId, status, model, prompt, createdAt }) => (
          <li key={remoteId}>
            <button type="button" className={styles.candidate} aria-label={say('repeats.choose', { id: remoteId })} aria-pressed={remoteId === chosen} onClick={() => onChoose(remoteId)}>
              {prompt !== null && <span className={styles.prompt}>{prompt}</span>}
              <span className={textStyles.soft}>{[createdAt === null ? null : format.exactTime(createdAt), model, status].filter((part) => part !== null).join(' · ')}</span>
              <code className={styles.id}>{remoteId}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
