import type { ConsoleName } from '../../../shared/account.ts';
import type { Task, TaskWithImages } from '../../../shared/task.ts';
import { useWords } from '../../stores/words.ts';
import { ConsoleLink } from './console-link.tsx';
import { meantStatus } from './task-report.ts';

/** Where a task's report sends people: to the account's console for keys or for billing. Nothing where it sends them nowhere. */
export function TaskConsole({ entry }: { readonly entry: TaskWithImages }) {
  const say = useWords();
  const which = consoleFor(entry);
  return which && <ConsoleLink accountId={entry.task.accountId} which={which}>{say(`settings.console.open-${which}`)}</ConsoleLink>;
}

/** Null: neither the key nor a charge is in question. */
function consoleFor({ task, images }: TaskWithImages): ConsoleName | null {
  if (task.imported !== null) return null;
  const { state } = task;
  switch (state.status) {
    case 'rejected':
      return consoleForStatus(meantStatus(state.said));
    case 'unknown':
    case 'failed':
    case 'missing':
      return 'billing';
    case 'completed':
      return images.length > 0 && images.every((image) => image.state.status === 'kept' || image.state.status === 'removed') ? null : 'billing';
    case 'queued':
      return state.waitingFor === 'key' ? 'key' : null;
    case 'paused':
      return keyInTrouble(task) ?? (state.by === 'user' ? 'billing' : null);
    case 'submitting':
    case 'processing':
    case 'withdrawn':
      return keyInTrouble(task);
  }
}

function consoleForStatus(status: number | null): ConsoleName | null {
  if (status === 402) return 'billing';
  return status === 401 || status === 403 ? 'key' : null;
}

function keyInTrouble({ trouble }: Task): ConsoleName | null {
  return trouble?.kind === 'key-refused' ? 'key' : null;
}
