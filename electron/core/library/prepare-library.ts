import { settledWithin } from '../util/settled-within.ts';
import { removeStrayParts } from './part-file.ts';
import type { Clock } from '../util/clock.ts';
import { ensureWritableFolder } from './library-folders.ts';
import type { LibraryLease } from './library-lease.ts';

/** Milliseconds that a start waits for the library's disk, which may never answer: what is there already can be looked at without it. */
const patience = 5_000;

export interface PrepareLibraryInput {
  readonly clock: Pick<Clock, 'after'>;
  readonly lease: Pick<LibraryLease, 'isTaken'>;
  readonly root: string;
  /** The default folder is made; a chosen one that is missing may be a disk that is not plugged in, and is waited for. */
  readonly isDefault: boolean;
  readonly failed: (error: unknown) => void;
}

/** Before anything is downloaded: the folder, and in it no parts of an earlier run, which a slow disk loses later. Never rejects. */
export async function prepareLibrary({ clock, lease, root, isDefault, failed }: PrepareLibraryInput): Promise<void> {
  const prepare = async (): Promise<void> => {
    if (isDefault) await ensureWritableFolder(root).catch(failed);
    // Parts that another Latent is writing are no strays.
    await removeStrayParts(root, () => lease.isTaken(root));
  };
  await settledWithin(clock, patience, prepare());
}
