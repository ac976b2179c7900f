import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { ImageFile } from '../../../shared/task.ts';
import type { FileThread } from './file-thread.ts';
import { hasContent, hashOf } from './copy-file.ts';
import type { NumberedNames } from '../library/files/library-names.ts';

/**
 * The names in folders that a run over many files finds taken. It looks at each name once and hashes each file once, because thousands of pictures
 * may have names that differ only in a number.
 */
export interface TakenNames {
  /**
   * Tries the names of each list (`nameLists`) one after the other until one is free. Returns the first whose file has this content, which an earlier
   * run has copied. Null if there is none. Rejects with the signal's reason.
   */
  findCopy(folder: string, lists: readonly NumberedNames[], content: Pick<ImageFile, 'bytes' | 'sha256'>, signal: AbortSignal): Promise<string | null>;
  /** The lists for `placeFile`, without the names that were found taken. */
  free(folder: string, lists: readonly NumberedNames[]): readonly Iterable<string>[];
}

/** The first names of a list. */
interface Known {
  count: number;
  readonly bySize: Map<number, KnownFile[]>;
}

interface KnownFile {
  readonly name: string;
  /** Null: not hashed, or not readable. */
  sha256: string | null;
}

/** From this many names of a list on, they are kept in memory. */
const manyNames = 8;

export function createTakenNames(thread: FileThread): TakenNames {
  const known = new Map<string, Known>();
  const keyOf = (folder: string, names: NumberedNames): string => {
    const [first = ''] = names;
    return path.join(folder, first);
  };

  const look = async (folder: string, names: NumberedNames): Promise<Known> => {
    const key = keyOf(folder, names);
    const found: Known = known.get(key) ?? { count: 0, bySize: new Map() };
    for (const name of names.after(found.count)) {
      const stat = await lstat(path.join(folder, name)).catch(() => null);
      if (stat === null) break;
      found.count += 1;
      if (!stat.isFile()) continue;
      const same = found.bySize.get(stat.size);
      if (same === undefined) found.bySize.set(stat.size, [{ name, sha256: null }]);
      else same.push({ name, sha256: null });
    }
    if (found.count >= manyNames) known.set(key, found);
    return found;
  };

  return {
    async findCopy(folder, lists, content, signal) {
      for (const names of lists) {
        for (const file of (await look(folder, names)).bySize.get(content.bytes) ?? []) {
          const absolute = path.join(folder, file.name);
          file.sha256 ??= await hashOf(thread, absolute, signal);
          // It may have changed since it was hashed.
          if (file.sha256 === content.sha256 && (await hasContent(thread, absolute, content, signal))) return file.name;
        }
      }
      return null;
    },
    free: (folder, lists) => lists.map((names) => names.after(known.get(keyOf(folder, names))?.count ?? 0)),
  };
}
