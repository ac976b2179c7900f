import type { ImageId, Task } from '../../../shared/task.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { useSheetTarget } from '../marks/mark-target.ts';
import { useMarkShortcuts } from '../marks/use-mark-shortcuts.ts';
import { composeAgain, copyPicture, copyPrompt, copyTaskId, exportPicture, revealPicture } from '../tasks/image-actions.ts';
import { actOnTask } from '../tasks/task-actions.ts';
import type { TaskAction } from '../tasks/task-report.ts';
import { reportTask } from '../tasks/task-report.ts';
import { selected, taskOf, useSelected } from './selected.ts';

/** Keys that act on the selected picture or task. */
export function useEntryShortcuts(): void {
  useShortcut('copy-picture', () => onImage(copyPicture));
  useShortcut('reveal', () => onImage(revealPicture));
  useShortcut('export', () => onImage(exportPicture));
  useShortcut('copy-prompt', () => onTask(copyPrompt));
  useShortcut('copy-id', () => onTask(copyTaskId));
  useShortcut('use-again', () => onTask(composeAgain));
  useShortcut('ask', () => offered('ask'));
  const what = useSelected();
  const target = useSheetTarget();
  // The same keys throw pictures away, also those that are selected together with the tile.
  useShortcut('dismiss', () => offered('dismiss'), what.kind === 'task' && target.together === 0);
  useMarkShortcuts(what.kind === 'image' ? what.imageId : null, target);
}

function onImage(act: (imageId: ImageId) => Promise<void>): void {
  const what = selected();
  if (what.kind === 'image') void act(what.imageId);
}

function onTask(act: (task: Task) => Promise<void> | void): void {
  const task = taskOf(selected());
  if (task) void act(task);
}

/** Only what the tile offers itself. */
function offered(action: TaskAction): void {
  const what = selected();
  if (what.kind === 'task' && reportTask(what.entry).actions.includes(action)) void actOnTask(action, what.entry.task);
}
