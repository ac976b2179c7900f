import type { ImageId, TaskId, TaskWithImages } from '../../../../shared/task.ts';
import { openViewer } from '../../../stores/view-store.ts';
import { choose, useHistory } from '../../../stores/history/history-store.ts';
import { findRow, rowAt, type Blocks } from '../../../stores/windowed/blocks.ts';
import type { Way } from './use-sequence.ts';

/** The nearest loaded row with pictures above or below a task. Showing it selects the row, so that closing the viewer leads to it. */
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
