import type { ImageId, TaskId, TaskWithImages } from '../../../../shared/task.ts';
import { choose, useHistory } from '../../../stores/tasks/history-store.ts';
import { awaitLast, forgetLast, selectImage, selectIndex, useSelection } from '../../../stores/selection/selection-store.ts';
import { closeViewer, openViewer, useView } from '../../../stores/windows/view-store.ts';
import { findRow, rowAt, type Blocks } from '../../../stores/windowed/blocks.ts';
import { notify } from '../../../ui/toast.tsx';
import { currentWords } from '../../../words/words.ts';

/** The picture in the viewer is also selected in the gallery or the history below, so closing the viewer leads to the picture that was shown last. */

/** A picture to go to. Its id is null until it is loaded. */
export interface Way {
  readonly id: ImageId | null;
  show(): void;
}

/** Shows a picture of the gallery, wherever it is by now. */
export function showImage(id: ImageId): void {
  selectImage(id);
  openViewer(id);
}

/** Shows the picture at an index of the gallery. If it is not loaded, `showWhenLoaded` shows it. */
export function showIndex(index: number): void {
  selectIndex(index);
  showSelected();
}

/** Shows the last picture of the gallery. While main still counts the matches, it is not known. */
export function showLast(): void {
  awaitLast('one');
  showSelected();
}

/** Shows a selected picture once it is loaded or known. Returns a function that cancels this. */
export function showWhenLoaded(): () => void {
  // Do not show what the sheet still waits for.
  forgetLast();
  return useSelection.subscribe((_now, before) => {
    if (before.selection?.kind === 'blank' || before.awaitsLast !== null) showSelected();
  });
}

function showSelected(): void {
  const { selection, awaitsLast } = useSelection.getState();
  if (selection?.kind === 'image' && awaitsLast === null) openViewer(selection.imageId);
}

/** The nearest loaded row of the history with pictures above or below a task. */
export function beyondTask(blocks: Blocks<TaskWithImages>, taskId: TaskId, step: 1 | -1): Way | null {
  const from = findRow(blocks, ({ task }) => task.id === taskId);
  if (from < 0) return null;
  for (let at = from + step; ; at += step) {
    const entry = at < 0 ? null : rowAt(blocks, at);
    if (entry === null) return null;
    const kept = entry.images.filter((image) => image.state.status === 'kept');
    const image = step === 1 ? kept[0] : kept.at(-1);
    if (image) return { id: image.id, show: () => showRow(at, entry.task.id, image.id) };
  }
}

function showRow(index: number, taskId: TaskId, imageId: ImageId): void {
  // The rows may have moved since.
  const now = findRow(useHistory.getState().shown.blocks, ({ task }) => task.id === taskId);
  choose(now < 0 ? index : now, 'one');
  openViewer(imageId);
}

/** After a picture was removed, shows the one beside it, unless the viewer already shows another. After the last one the viewer closes, and a message says so. */
export function leaveImage(id: ImageId, beside: ImageId | null, show: (id: ImageId) => void): void {
  if (useView.getState().viewer !== id) return;
  if (beside !== null) return show(beside);
  closeViewer();
  notify(currentWords()('viewer.was-last'));
}
