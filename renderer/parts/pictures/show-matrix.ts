import type { ImageId, Task } from '../../../shared/task.ts';
import { hasMatrix } from '../../stores/matrix/matrix-batches.ts';
import { openMatrix } from '../../stores/matrix/open-matrix.ts';
import { withKeysHeld } from '../../ui/shortcuts/key-listener.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';

/** Shows the grid of a task's batch, at a picture if there is one, or says why there is none. */
export function showMatrix(task: Task, imageId: ImageId | null): Promise<void> {
  return withKeysHeld(async () => {
    const { batchId } = task;
    if (batchId !== null && (await hasMatrix(batchId))) openMatrix(batchId, { task, imageId: imageId ?? undefined });
    else notify(currentWords()('matrix.none'));
  });
}
