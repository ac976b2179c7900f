import { readInto, useList } from '../../stores/lists/list-store.ts';
import { largestList } from '../../stores/lists/read-list.ts';
import { useFormats, useWords } from '../../words/words.ts';
import styles from './list-dialog.module.css';

/** Why the latest text or file could not be read. Where only a person can tell its characters, how each encoding would show them. */
export function Unread() {
  const say = useWords();
  const { bytes } = useFormats();
  const unread = useList((state) => state.unread);
  if (!unread) return null;
  const { why, source, format, readings } = unread;
  return (
    <div className={styles.unread}>
      <p role="alert" className={styles.bad}>
        {say(`list.unread.${why}`, { name: typeof source === 'string' ? 'none' : source.name, most: bytes(largestList) })}
      </p>
      {readings.length > 0 && (
        <ul className={styles.readings} aria-label={say('list.readings')}>
          {readings.map(({ encoding, sample }) => (
            <li key={encoding}>
              <button type="button" className={styles.reading} onClick={() => void readInto(source, format, encoding)}>
                <span dir="auto" className={styles.sample}>
                  {sample}
                </span>
                <span>{say(`list.encoding.${encoding}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
