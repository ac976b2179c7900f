import path from 'node:path';
import type { ImageId, TaskWithImages } from '../../../../shared/task.ts';
import { copyToPart } from '../../../core/file-worker/copy-file.ts';
import { createFileThread } from '../../../core/file-worker/file-thread.ts';
import { createTakenNames } from '../../../core/file-worker/taken-names.ts';
import { placeFile } from '../../../core/library/files/library-files.ts';
import { extensionOf, nameLists, plainName } from '../../../core/library/files/library-names.ts';
import { removePart } from '../../../core/library/files/part-file.ts';
import { createSystemClock } from '../../../core/util/system-clock.ts';

/** Copies of the pictures in a folder of the person's, under the names that they have in the library. */
export interface Copies {
  /** Copies the pictures of a task that are not copied yet, after those that were taken before. */
  take(task: TaskWithImages): void;
  /** Resolves when all are copied or failed: paths by picture. */
  done(): Promise<ReadonlyMap<ImageId, string>>;
}

/**
 * Never overwrites a file: a name that another file has gets a number, and a file with the same content is the copy.
 *
 * @param library its folder, absolute
 * @param failed called with the library's file if it cannot be copied
 */
export function createCopies(library: string, folder: string, failed: (file: string, error: unknown) => void): Copies {
  const thread = createFileThread({ workerFile: path.join(__dirname, 'file-worker.cjs'), clock: createSystemClock() });
  const taken = createTakenNames(thread);
  const copied = new Map<ImageId, string>();
  const begun = new Set<ImageId>();
  let last: Promise<void> = Promise.resolve();

  const copy = async (id: ImageId, { path: inLibrary, type, bytes, sha256 }: { readonly path: string; readonly type: Parameters<typeof extensionOf>[0]; readonly bytes: number; readonly sha256: string }): Promise<void> => {
    const name = path.posix.parse(inLibrary).name;
    const names = nameLists(name, plainName(name, 'picture'), extensionOf(type));
    const there = await taken.findCopy(folder, names, { bytes, sha256 }, new AbortController().signal);
    if (there !== null) return void copied.set(id, path.join(folder, there));
    const answer = await copyToPart(thread, path.join(library, inLibrary), folder);
    if (answer.kind !== 'copied') throw new Error(answer.kind === 'failed' ? answer.code : answer.why);
    try {
      if (answer.value.sha256 !== sha256) throw new Error('it was changed in the library');
      copied.set(id, path.join(folder, await placeFile(answer.part, folder, taken.free(folder, names))));
    } finally {
      await removePart(answer.part);
    }
  };

  return {
    take({ images }) {
      for (const { id, state } of images) {
        if (state.status !== 'kept' || begun.has(id)) continue;
        begun.add(id);
        const { file } = state;
        last = last.then(() => copy(id, file)).catch((error: unknown) => failed(file.path, error));
      }
    },
    async done() {
      await last;
      await thread.close();
      return copied;
    },
  };
}
