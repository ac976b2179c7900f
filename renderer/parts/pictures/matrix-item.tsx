import { Table2 } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { useHasMatrix } from '../../stores/matrix/matrix-batches.ts';
import { openMatrix } from '../../stores/matrix/open-matrix.ts';
import { useView } from '../../stores/view-store.ts';
import { useWords } from '../../words/words.ts';
import { MenuItem } from '../../ui/menu.tsx';
import type { ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';

interface MatrixItemProps {
  readonly task: Task;
  /** The picture to go to in the grid. */
  readonly imageId?: ImageId | undefined;
  readonly shortcut?: ShortcutId | undefined;
}

/** The menu item that shows the grid of a task's batch. Hidden if the batch has none, or its grid is shown already. */
export function MatrixItem({ task, imageId, shortcut }: MatrixItemProps) {
  const say = useWords();
  const has = useHasMatrix(task.batchId);
  const isShown = useView(({ matrixOpen, viewer }) => matrixOpen && viewer === null);
  if (!has || isShown || task.batchId === null) return null;
  const { batchId } = task;
  return (
    <MenuItem icon={<Table2 size={14} />} shortcut={shortcut} onSelect={() => openMatrix(batchId, { task, imageId })}>
      {say('matrix.do')}
    </MenuItem>
  );
}

/** The key that shows the grid of a task's batch. */
export function useMatrixKey(id: ShortcutId, task: Task | null, imageId?: ImageId | null, enabled = true): void {
  const has = useHasMatrix(task?.batchId ?? null);
  useShortcut(id, ({ repeat }) => void (repeat || (task?.batchId != null && openMatrix(task.batchId, { task, imageId: imageId ?? undefined }))), has && enabled);
}
