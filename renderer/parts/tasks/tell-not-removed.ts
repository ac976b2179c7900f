import type { TaskWithImages } from '../../../shared/task.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';
import { freeWord } from './money-at-stake.ts';
import { reportTask } from './task-report.ts';

/** Says why none of these tasks can be cancelled or dismissed. Where a person means to remove something, silence would look like a fault. */
export function tellNotRemoved(entries: readonly TaskWithImages[]): void {
  const say = currentWords();
  const inProgress = entries.filter((entry) => reportTask(entry).actions.includes('stop'));
  notify(inProgress.length > 0 ? say('tasks.not-removed.in-progress', { free: freeWord(inProgress.map(({ task }) => task)) }) : say('tasks.not-removed'));
}
