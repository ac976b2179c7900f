import { lstat, realpath, rm, stat } from 'node:fs/promises';
import type { ImageId } from '../../../shared/task.ts';
import { areThere, type LibraryFolders } from '../library/library-folders.ts';
import type { LibraryJournal } from '../library/library-journal.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import type { PictureOfImport, ImportStore } from './import-store.ts';
import type { Clock } from '../util/clock.ts';
import type { MarkStore } from '../library/marks/mark-store.ts';
import { ImportStopped, inLibrary } from './import-errors.ts';

export interface UndoDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly folders: Pick<LibraryFolders, 'root' | 'roots' | 'locate'>;
  readonly lease: Pick<LibraryLease, 'during'>;
  readonly journal: Pick<LibraryJournal, 'recordRemoved'>;
  readonly repository: Pick<ImportStore, 'picturesOfImport' | 'forgetImported'> & Pick<MarkStore, 'markImages'>;
}

export interface Undone {
  readonly removed: number;
  readonly trashed: number;
}

const together = 64;

/**
 * Removes the pictures of an import. A copy is deleted only if its original is unchanged and where it was, and if nobody has marked the picture
 * since. Any other picture goes to the trash, so an undo never deletes the last file of a picture. A picture whose file is now the original itself
 * stays. The order is journal, file, row, so an undo can be stopped at any moment and repeated. Rejects with ImportStopped, with the signal's
 * reason, or with AppFailure.
 */
export async function undoImport(importId: string, deps: UndoDeps, report: (undone: Undone, gone: readonly ImageId[]) => void, signal: AbortSignal): Promise<void> {
  const { repository, clock, lease, folders } = deps;
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const page = await repository.picturesOfImport(importId, after, together);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.source.path;
    const allThere = await areThere(folders.roots());
    const judged = await Promise.all(page.map((picture) => judge(picture, allThere, folders)));
    const going = judged.flatMap((one) => (one.fate === 'goes' ? [one] : []));
    const trashed = judged.flatMap(({ fate, picture }) => (fate === 'trash' ? [picture.imageId] : []));
    for (const root of new Set(going.map((one) => one.root))) {
      const ofRoot = going.filter((one) => one.root === root);
      if ((await lease.during(root, () => remove(ofRoot, root, deps), signal).catch(inLibrary(root))) !== null) continue;
      signal.throwIfAborted();
      throw new ImportStopped('library-in-use', root);
    }
    await repository.forgetImported(going.map(({ picture }) => picture.taskId));
    if (trashed.length > 0) await repository.markImages(Int32Array.from(trashed), { kind: 'trash', at: clock.now() });
    report({ removed: going.length, trashed: trashed.length }, going.map(({ picture }) => picture.imageId));
  }
}

interface Judged {
  readonly picture: PictureOfImport;
  readonly fate: 'goes' | 'trash' | 'stays';
  /** Its copy; null if there is none any more. */
  readonly file: string | null;
  /** The library folder whose journal records the removal. */
  readonly root: string;
}

async function judge(picture: PictureOfImport, allThere: boolean, folders: UndoDeps['folders']): Promise<Judged> {
  const { source, touched } = picture;
  const located = await folders.locate(picture.file);
  const found = { picture, file: located?.path ?? null, root: located?.root ?? folders.root() };
  // The person made the original's folder a library folder, and the search for missing pictures took the original as the picture's file.
  if (located !== null && (await isSameFile(located.path, source.path))) return { ...found, fate: 'stays' };
  // If all folders are there but the file is not, an earlier undo was stopped between file and row.
  const mayGo = !touched && (located !== null || allThere) && (await isUnchanged(source));
  return { ...found, fate: mayGo ? 'goes' : 'trash' };
}

async function isUnchanged({ path, bytes, modifiedAt }: PictureOfImport['source']): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found !== null && found.isFile() && found.size === bytes && Math.round(found.mtimeMs) === modifiedAt;
}

/** Whether two paths lead to the same file, by inode or by real path. */
async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((file) => stat(file, { bigint: true }).catch(() => null)));
  if (!one || !other) return false;
  if (one.dev === other.dev && one.ino === other.ino) return true;
  const [name, otherName] = await Promise.all([a, b].map((file) => realpath(file).catch(() => file)));
  return name === otherName;
}

async function remove(going: readonly Judged[], root: string, { journal, clock }: UndoDeps): Promise<void> {
  const at = clock.now();
  await journal.recordRemoved(root, going.map(({ picture: { taskId } }) => ({ taskId, index: 0, at })));
  // A file that another picture has too stays.
  for (const { picture, file } of going) if (file !== null && !picture.sharesFile) await rm(file, { force: true });
}
