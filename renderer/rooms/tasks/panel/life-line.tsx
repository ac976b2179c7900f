import type { TaskWithImages } from '../../../../shared/task.ts';
import { shortId } from '../../../../shared/words/format.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './life-line.module.css';
import { lifeOf } from './task-life.ts';

/** What happened to a task, from the click to its end. */
export function LifeLine({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const { exactTime } = useFormats();
  return (
    <ol className={styles.line}>
      {lifeOf(entry).map(({ step, at, remoteId, count = 0 }) => (
        <li key={step} className={styles.moment} data-step={step}>
          <span className={styles.what}>
            {say(`history.life.${step}`, { count })}
            {remoteId !== undefined && <span className={styles.id}> {shortId(remoteId, 12, 8)}</span>}
          </span>
          {at !== null && (
            <time className={styles.when} dateTime={new Date(at).toISOString()}>
              {exactTime(at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
