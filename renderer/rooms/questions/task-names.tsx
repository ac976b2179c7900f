import type { AccountId, Task } from '../../../shared/task.ts';
import { useApp } from '../../stores/app-store.ts';
import { useWords } from '../../words/words.ts';
import colours from '../../ui/sheets/colour.module.css';
import styles from './task-names.module.css';

/** Further prompts are only counted. */
const mostNamed = 5;

/** Names the tasks that a question is about. */
export function TaskNames({ tasks }: { readonly tasks: readonly Task[] }) {
  const say = useWords();
  const nameOf = useAccountNames();
  return (
    <ul className={styles.tasks}>
      {tasks.slice(0, mostNamed).map(({ id, request, accountId }) => (
        <li key={id} className={styles.task}>
          {say('strip.named', { prompt: request.prompt || say('gallery.adopted'), account: nameOf(accountId) })}
        </li>
      ))}
      {tasks.length > mostNamed && <li className={colours.soft}>{say('strip.hide-more', { count: tasks.length - mostNamed })}</li>}
    </ul>
  );
}

export function useAccountNames(): (accountId: AccountId) => string {
  const say = useWords();
  const accounts = useApp((facts) => facts.accounts);
  return (accountId) => accounts.find(({ id }) => id === accountId)?.name ?? say('history.account-gone');
}
