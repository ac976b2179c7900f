import { assertNever } from '../../../../shared/result.ts';
import type { TaskWithImages } from '../../../../shared/task.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import styles from './life-line.module.css';
import { shortId } from '../../../words/format.ts';
import { lifeOf, type Moment } from './task-life.ts';

/** What happened to a task, from the click to its end. */
export function LifeLine({ entry }: { readonly entry: TaskWithImages }) {
  const { exactTime } = useFormats();
  const life = lifeOf(entry);
  return (
    <ol className={styles.line}>
      {life.map((moment) => (
        <li key={moment.kind} className={styles.moment} data-kind={moment.kind} data-as={'as' in moment ? moment.as : undefined}>
          <span className={styles.what}>
            <MomentWords moment={moment} />
          </span>
          {'at' in moment && moment.at !== null && (
            <time className={styles.when} dateTime={new Date(moment.at).toISOString()}>
              {exactTime(moment.at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}

function MomentWords({ moment }: { readonly moment: Moment }) {
  const say = useWords();
  switch (moment.kind) {
    case 'written':
    case 'adopted':
    case 'sent':
    case 'asked':
    case 'put-away':
      return say(`history.life.${moment.kind}`);
    case 'accepted':
      return (
        <>
          {say('history.life.accepted')} <span className={styles.id}>{shortId(moment.remoteId, 12, 8)}</span>
        </>
      );
    case 'ended':
      return say(`history.life.ended.${moment.as}`);
    case 'saved':
      return say('history.life.saved', { count: moment.pictures });
    case 'now':
      return say(`history.life.now.${moment.as}`);
    default:
      return assertNever(moment);
  }
}
