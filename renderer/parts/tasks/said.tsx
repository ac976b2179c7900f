import type { ServiceSaid } from '../../../shared/task.ts';
import { useWords } from '../../words/words.ts';
import { Highlighted } from '../search/highlighted.tsx';
import styles from './said.module.css';

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
