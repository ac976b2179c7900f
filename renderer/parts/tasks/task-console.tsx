import type { TaskWithImages } from '../../../shared/task.ts';
import { useWords } from '../../words/words.ts';
import { consoleFor } from './console-for.ts';
import { ConsoleLink } from './console-link.tsx';

/** Where a task's report sends people: to the account's console for keys or for billing. Nothing where it sends them nowhere. */
export function TaskConsole({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const which = consoleFor(entry);
  return which && <ConsoleLink accountId={entry.task.accountId} which={which}>{say(`settings.console.open-${which}`)}</ConsoleLink>;
}
