import { lstat, rm } from 'node:fs/promises';
import type { ImageId } from '../../../shared/task.ts';
import type { LibraryFolders } from '../library/library-folders.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import type { BroughtPicture, Clock, Repository } from '../ports.ts';
import { ImportStopped, inLibrary } from './import-trouble.ts';

export interface UndoDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly folders: Pick<LibraryFolders, 'locate'>;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly journal: Pick<LibraryJournal, 'recordRemoved'>;
  readonly repository: Pick<Repository, 'broughtPictures' | 'forgetImported' | 'markImages'>;
}

export interface Undone {
  readonly removed: number;
  readonly trashed: number;
}

const together = 64;

/**
 * Takes the pictures of an import out again. A copy is deleted only while its original stands unchanged where it was, and nobody has marked
 * the picture since; any other picture goes to the trash, from which it can be restored: no undo takes the last file of a picture. Originals
 * are only looked at. Journal, then file, then row: it may be ended at any moment and begun anew. Rejects with ImportStopped, with the
 * signal's reason, or with AppFailure.
 */
export async function undoImport(importId: string, deps: UndoDeps, tell: (undone: Undone, gone: readonly ImageId[]) => void, signal: AbortSignal): Promise<void> {
  const { repository, clock, lease, folders } = deps;
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const page = await repository.broughtPictures(importId, after, together);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.source.path;
    const judged = await Promise.all(page.map(async (picture) => ({ picture, place: (await mayGo(picture)) ? await folders.locate(picture.file) : null })));
    const going = judged.flatMap(({ picture, place }) => (place === null ? [] : [{ picture, place }]));
    const staying = judged.flatMap(({ picture, place }) => (place === null ? [picture] : []));
    for (const root of new Set(going.map(({ place }) => place.root))) {
      const ofRoot = going.filter(({ place }) => place.root === root);
      if ((await lease.during(root, () => remove(ofRoot, root, deps), signal).catch(inLibrary(root))) !== null) continue;
      signal.throwIfAborted();
      throw new ImportStopped('library-in-use', root);
    }
    await repository.forgetImported(going.map(({ picture }) => picture.taskId));
    if (staying.length > 0) await repository.markImages(Int32Array.from(staying, ({ imageId }) => imageId), { kind: 'trash', at: clock.now() });
    tell({ removed: going.length, trashed: staying.length }, going.map(({ picture }) => picture.imageId));
  }
}

async function mayGo({ touched, source }: BroughtPicture): Promise<boolean> {
  if (touched) return false;
  const original = await lstat(source.path).catch(() => null);
  return original !== null && original.isFile() && original.size === source.bytes && Math.round(original.mtimeMs) === source.modifiedAt;
}

interface Going {
  readonly picture: BroughtPicture;
  readonly place: { readonly path: string; readonly root: string };
}

async function remove(going: readonly Going[], root: string, { journal, clock }: UndoDeps): Promise<void> {
  const at = clock.now();
  await journal.recordRemoved(root, going.map(({ picture: { taskId } }) => ({ taskId, index: 0, at })));
  // Another picture may have the same file: it stays for that one.
  for (const { picture, place } of going) if (!picture.sharesFile) await rm(place.path, { force: true });
}
