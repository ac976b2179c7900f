import type { TaskWithImages } from '../../../shared/task.ts';
import { openViewer } from '../../stores/view-store.ts';
import { composeAgain, copyPrompt } from '../../parts/pictures/image-actions.ts';
import { actOnTask } from '../../parts/tasks/task-actions.ts';
import { firstPicture, type HistoryAction } from './history-actions.ts';

/** Does what a button or a key of the history asks for. */
export function act(action: HistoryAction, entry: TaskWithImages): void {
  switch (action) {
    case 'show-picture':
      return show(entry);
    case 'copy-prompt':
      return void copyPrompt(entry.task);
    case 'use-again':
      return composeAgain(entry.task);
    default:
      return void actOnTask(action, entry.task);
  }
}

function show(entry: TaskWithImages): void {
  const id = firstPicture(entry);
  if (id !== null) openViewer(id);
}
