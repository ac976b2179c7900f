import { useKeyName } from '../../../commands/registry.ts';
import { fillCompose } from '../../../stores/compose/compose-store.ts';
import { useWords } from '../../../words/words.ts';
import styles from './first-steps.module.css';

/** The prompt, which has the focus by now. What is sent ends the steps. */
export function WriteStep() {
  const say = useWords();
  const example = say('gallery.empty-example-3');
  const keys = useKeyName('submit', 'compose');
  return (
    <>
      <p className={styles.explanation}>{keys === 'none' ? say('first.write.explained-button') : say('first.write.explained', { keys })}</p>
      <div className={styles.choices}>
        <button type="button" className={styles.example} onClick={() => fillCompose({ prompt: example }, { retryOf: null })}>
          {example}
        </button>
      </div>
    </>
  );
}
