import { Table2 } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { hasMatrix, useHasMatrix } from '../../stores/matrix/matrix-batches.ts';
import { openMatrix } from '../../stores/matrix/open-matrix.ts';
import { useView } from '../../stores/windows/view-store.ts';
import { currentWords, useWords } from '../../words/words.ts';
import { MenuItem } from '../../ui/menu.tsx';
import type { ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import { useShortcut, withKeysHeld } from '../../ui/shortcuts/use-shortcut.ts';
import { notify } from '../../ui/toast.tsx';

interface MatrixItemProps {
  readonly task: Task;
  /** The picture to go to in the grid. */
  readonly imageId?: ImageId | undefined;
  readonly shortcut?: ShortcutId | undefined;
  readonly words?: 'matrix.do' | 'matrix.show';
}

/** The menu item that shows the grid of a task's batch. Hidden if the batch has none, or its grid is shown already. */
export function MatrixItem({ task, imageId, shortcut, words = 'matrix.do' }: MatrixItemProps) {
  const say = useWords();
  const has = useHasMatrix(task.batchId);
  const isShown = useView(({ matrixOpen, viewer }) => matrixOpen && viewer === null);
  if (!has || isShown || task.batchId === null) return null;
  const { batchId } = task;
  return (
    <MenuItem icon={<Table2 size={14} />} shortcut={shortcut} onSelect={() => openMatrix(batchId, { task, imageId })}>
      {say(words)}
    </MenuItem>
  );
}

/** The key that shows the grid of a task's batch, or says why there is none. */
export function useMatrixKey(id: ShortcutId, task: Task | null, imageId: ImageId | null = null, enabled = true): void {
  useShortcut(id, ({ repeat }) => void (repeat || (task && showMatrix(task, imageId))), task !== null && enabled);
}

function showMatrix(task: Task, imageId: ImageId | null): Promise<void> {
  return withKeysHeld(async () => {
    const { batchId } = task;
    if (batchId !== null && (await hasMatrix(batchId))) openMatrix(batchId, { task, imageId: imageId ?? undefined });
    else notify(currentWords()('matrix.none'));
  });
}
