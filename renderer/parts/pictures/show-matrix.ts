import type { BatchId, ImageId, Task } from '../../../shared/task.ts';
import { hasMatrix } from '../../stores/matrix/matrix-batches.ts';
import { openMatrix } from '../../stores/matrix/open-matrix.ts';
import { withKeysHeld } from '../../ui/shortcuts/key-listener.ts';
import { notify } from '../../ui/toast.tsx';
import { currentWords } from '../../words/words.ts';

/** Shows the grid of a batch, at a picture or task if there is one, or says why there is none. */
export function showMatrix(batchId: BatchId | null, at: { readonly task?: Task; readonly imageId?: ImageId } = {}): Promise<void> {
  return withKeysHeld(async () => {
    if (batchId !== null && (await hasMatrix(batchId))) openMatrix(batchId, at);
    else notify(currentWords()('matrix.none'));
  });
}
