import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isReachable, referenceFolders } from '../library/library-folders.ts';
import { journalFolder, journalName } from '../library/library-journal.ts';
import { entriesOf, fileAt, pathBelow, usual, walkBy, type LeaveOut, type WalkedEntry, type WalkedFile } from '../library/files/walk-folder.ts';
import { codeOf } from '../util/system-errors.ts';

/** The files of one folder. Of a large folder there may be several. */
export interface FolderOfFiles {
  /** Below the library folder, with forward slashes; empty for the library folder itself. */
  readonly folder: string;
  readonly files: AsyncIterable<Exclude<WalkedEntry, { kind: 'left' }>>;
}

const references = referenceFolders.join('/');

/** What Latent keeps in its folder of the library: the journal, the copies of the marks. The lease says only who writes now. */
const isLasting = (name: string): boolean => journalName.test(name) || /^marks-[0-9a-f]{12}\.jsonl$/.test(name);

/** Latent's own folders in a library, which are mirrored first: who has them has the history of all pictures. */
export async function* ownFolders(root: string): AsyncGenerator<FolderOfFiles> {
  for (const [folder, lasts] of [[journalFolder, isLasting], [references, (name: string) => !name.startsWith('.')]] as const) {
    const place = path.join(root, folder);
    if (await isReachable(place)) yield { folder, files: filesIn(place, lasts) };
  }
}

async function* filesIn(folder: string, lasts: (name: string) => boolean): AsyncGenerator<Exclude<WalkedEntry, { kind: 'left' }>> {
  for await (const { name, kind, path: file } of entriesOf(folder)) if (kind === 'file' && lasts(name)) yield fileAt(file);
}

/** Everything in a library that is not hidden, wherever a person put it, folder by folder. */
export async function* pictureFolders(root: string): AsyncGenerator<FolderOfFiles> {
  const folders: string[] = [root];
  for (let place = folders.pop(); place !== undefined; place = folders.pop()) {
    const inner: string[] = [];
    /** Goes into no folder, and remembers them. */
    const here: LeaveOut<unknown> = (entry) => {
      const why = usual(entry);
      if (why === null && entry.kind === 'folder') inner.push(entry.path);
      return why ?? (entry.kind === 'folder' ? 'later' : null);
    };
    yield { folder: place === root ? '' : pathBelow(root, place), files: withoutLeft(walkBy(place, () => here)) };
    folders.push(...inner.sort().reverse());
  }
}

async function* withoutLeft(entries: AsyncGenerator<WalkedEntry>): AsyncGenerator<Exclude<WalkedEntry, { kind: 'left' }>> {
  for await (const entry of entries) if (entry.kind !== 'left') yield entry;
}

/** Whether a file of this folder only ever grows at its end. */
export const mayGrow = (folder: string): boolean => folder === journalFolder;

/** How many files there are to mirror. Those that cannot be read are found later. */
export async function countFiles(roots: readonly string[]): Promise<number> {
  let count = 0;
  for (const root of roots) {
    for (const folders of [ownFolders(root), pictureFolders(root)]) {
      for await (const { files } of folders) for await (const { kind } of files) if (kind === 'file') count += 1;
    }
  }
  return count;
}

/** Null: there is no such file. */
export async function walkedFile(file: string): Promise<WalkedFile | null> {
  return stat(file).then(
    ({ size, mtimeMs }) => ({ path: file, bytes: size, modifiedAt: Math.round(mtimeMs) }),
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    },
  );
}
