import type { Reading } from '../../stores/lists/readings.ts';
import textStyles from '../../ui/sheets/text.module.css';
import { useWords } from '../../words/words.ts';
import styles from './choose-reading.module.css';

interface ReadingsProps {
  readonly readings: readonly Reading[];
  readonly onChoose: (encoding: Reading['encoding']) => void;
}

/** How each encoding would show a text of which only a person can tell the characters. */
export function Readings({ readings, onChoose }: ReadingsProps) {
  const say = useWords();
  return (
    <ul className={styles.readings} aria-label={say('list.readings')}>
      {readings.map(({ encoding, sample }) => (
        <li key={encoding}>
          <button type="button" className={styles.reading} onClick={() => onChoose(encoding)}>
            <span dir="auto" className={styles.sample}>
              {sample}
            </span>
            <span className={textStyles.hint}>{say(`list.encoding.${encoding}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
