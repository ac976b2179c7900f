import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import type { KeyKeeping } from '../../../../shared/account.ts';
import { useWords } from '../../../words/words.ts';
import styles from './keeping-choice.module.css';

interface KeepingChoiceProps {
  /** Null: not chosen yet. Nothing is chosen for the person. */
  readonly value: KeyKeeping | null;
  readonly onValueChange: (value: KeyKeeping) => void;
}

const choices = ['session', 'unprotected'] as const;

/** The two ways to keep a key on a system that cannot encrypt it. */
export function KeepingChoice({ value, onValueChange }: KeepingChoiceProps) {
  const say = useWords();
  const id = useId();
  return (
    <div className={styles.choice}>
      <p id={id} className={styles.title}>
        {say('settings.keeping.title')}
      </p>
      <p className={styles.explained}>{say('settings.keeping.explained')}</p>
      <RadioGroup<KeyKeeping | null> aria-labelledby={id} className={styles.options} value={value} onValueChange={(next) => next !== null && onValueChange(next)}>
        {choices.map((choice) => (
          <label key={choice} htmlFor={`${id}-${choice}`} className={styles.option} data-chosen={value === choice || undefined}>
            <Radio.Root id={`${id}-${choice}`} value={choice} className={styles.radio}>
              <Radio.Indicator className={styles.dot} />
            </Radio.Root>
            <span>
              <span className={styles.name}>{say(`settings.keeping.${choice}`)}</span>
              <span className={styles.hint}>{say(`settings.keeping.${choice}-explained`)}</span>
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}
