import type { ConsoleName } from '../../../shared/account.ts';
import type { Task, TaskWithImages } from '../../../shared/task.ts';
import { meantStatus } from './task-report.ts';

/** The console that the words about a task refer to. Null if neither the key nor a charge is in question. */
export function consoleFor({ task, images }: TaskWithImages): ConsoleName | null {
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
      return state.by === 'user' ? 'billing' : keyInTrouble(task);
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
