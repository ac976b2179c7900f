import { settledWithin } from '../util/settled-within.ts';
import { removeStrayParts } from './files/part-file.ts';
import type { Clock } from '../util/clock.ts';
import { ensureWritableFolder } from './library-folders.ts';
import type { LibraryLease } from './library-lease.ts';

/** Milliseconds that a start waits for the library's disk, which may never answer. */
const patience = 5_000;

export interface PrepareLibraryInput {
  readonly clock: Pick<Clock, 'after'>;
  readonly lease: Pick<LibraryLease, 'isTaken'>;
  readonly root: string;
  /** The default folder is created. A chosen folder that is missing may be on a disk that is not plugged in. */
  readonly isDefault: boolean;
  readonly failed: (error: unknown) => void;
}

/** Creates the folder and removes parts of an earlier run, before anything is downloaded. On a slow disk, this goes on after it has resolved. Never rejects. */
export async function prepareLibrary({ clock, lease, root, isDefault, failed }: PrepareLibraryInput): Promise<void> {
  const prepare = async (): Promise<void> => {
    if (isDefault) await ensureWritableFolder(root).catch(failed);
    // Another Latent may be writing parts now.
    await removeStrayParts(root, () => lease.isTaken(root));
  };
  await settledWithin(clock, patience, prepare());
}
