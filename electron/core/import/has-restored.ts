import type { LibraryFolders } from '../library/library-folders.ts';
import type { BroughtPicture, ImportStore } from './import-store.ts';
import type { PictureStore } from '../library/picture-store.ts';

export interface HasRestoredDeps {
  readonly repository: ImportStore & PictureStore;
  readonly folders: Pick<LibraryFolders, 'locate'>;
}

const together = 64;

/**
 * Whether an import has brought, in a run before this one, content that older pictures have and miss the files of: that run may have been killed
 * before they were looked for. Of an import that is new it costs one look. Rejects with the signal's reason.
 */
export async function hasRestored(importId: string, deps: HasRestoredDeps, signal: AbortSignal): Promise<boolean> {
  for (let after = ''; ;) {
    signal.throwIfAborted();
    const page = await deps.repository.broughtPictures(importId, after, together);
    const last = page.at(-1);
    if (last === undefined) return false;
    after = last.source.path;
    const missed = await Promise.all(page.map((picture) => anyOtherIsMissing(picture, deps)));
    if (missed.includes(true)) return true;
  }
}

async function anyOtherIsMissing({ taskId, file: { bytes, sha256 } }: BroughtPicture, { repository, folders }: HasRestoredDeps): Promise<boolean> {
  const others = (await repository.keptContents(bytes)).filter((kept) => kept.sha256 === sha256 && kept.taskId !== taskId);
  const located = await Promise.all(others.map(({ path }) => folders.locate({ path, bytes })));
  return located.includes(null);
}
