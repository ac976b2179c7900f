import { readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { DiskUse, Freeable, Freed } from '../../../shared/library/statistics.ts';
import { referenceFolders, type LibraryFolders } from '../library/library-folders.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import { strayParts } from '../library/files/part-file.ts';
import type { ThumbnailStore } from '../thumbnails/thumbnail-store.ts';
import type { Clock } from '../util/clock.ts';
import { codeOf } from '../util/system-errors.ts';

/** Milliseconds. A download that wrote nothing for so long has ended, whoever began it. */
const oldPart = 24 * 60 * 60_000;

export interface DiskUseDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Absolute. */
  readonly userData: string;
  readonly folders: Pick<LibraryFolders, 'roots'>;
  readonly lease: Pick<LibraryLease, 'isTaken'>;
  readonly thumbnails: Pick<ThumbnailStore, 'clear'>;
  /** Deletes a file. */
  readonly remove?: (file: string) => Promise<void>;
}

export interface DiskKeeper {
  /** What cannot be read counts as nothing. Never rejects. */
  use(): Promise<DiskUse>;
  /** Rejects with `database-failed` if the thumbnails could not be deleted. */
  free(what: Freeable): Promise<Freed>;
  /** The folder of damaged files, absolute. */
  readonly quarantine: string;
}

/** Says what Latent keeps on the disk besides originals, and removes what is made again or of no use. It knows no original, so that it can remove none. */
export function createDiskKeeper({ clock, userData, folders, lease, thumbnails, remove = unlink }: DiskUseDeps): DiskKeeper {
  const own = (name: string): string => path.join(userData, name);
  const quarantine = own('quarantine');

  /** What downloads left that ended long ago. */
  const oldParts = async (): Promise<readonly SizedFile[]> => {
    const found: SizedFile[] = [];
    for (const root of folders.roots()) {
      if (await lease.isTaken(root)) continue;
      for await (const part of strayParts(root)) {
        const facts = await stat(part).catch(() => null);
        if (facts !== null && clock.now() - facts.mtimeMs > oldPart) found.push({ path: part, bytes: facts.size });
      }
    }
    return found;
  };

  return {
    quarantine,
    async use() {
      const [history, thumbnailBytes, backups, put, updates, parts, references] = await Promise.all([
        historyBytes(userData),
        bytesIn(own('thumbnails')),
        bytesIn(own('backups')),
        bytesIn(quarantine),
        bytesIn(own('updates')),
        oldParts(),
        Promise.all(folders.roots().map((root) => bytesIn(path.join(root, ...referenceFolders)))),
      ]);
      return { history, thumbnails: thumbnailBytes, backups, quarantine: put, updates, parts: total(parts.map(({ bytes }) => bytes)), references: total(references) };
    },
    async free(what) {
      if (what === 'thumbnails') {
        const before = await bytesIn(own('thumbnails'));
        if (!(await thumbnails.clear())) throw new AppFailure('database-failed', own('thumbnails'));
        return { bytes: Math.max(0, before - (await bytesIn(own('thumbnails')))), failed: 0 };
      }
      let [bytes, failed] = [0, 0];
      for (const part of await oldParts()) {
        try {
          await remove(part.path);
          bytes += part.bytes;
        } catch (error) {
          if (codeOf(error) !== 'ENOENT') failed += 1;
        }
      }
      return { bytes, failed };
    },
  };
}

interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, bytes) => sum + bytes, 0);

const sizeAt = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** The database, its log and the second record of accepted ids. */
async function historyBytes(userData: string): Promise<number> {
  const names = await readdir(userData).catch(() => []);
  return total(await Promise.all(names.filter((name) => name.startsWith('latent.db')).map((name) => sizeAt(path.join(userData, name)))));
}

/** The bytes of all files in a folder and its folders. Links are not followed. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let sum = 0;
  for (const entry of entries) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) sum += await bytesIn(at);
    else if (entry.isFile()) sum += await sizeAt(at);
  }
  return sum;
}
