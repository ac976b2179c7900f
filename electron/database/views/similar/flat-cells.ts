import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ImageId } from '../../../../shared/task.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { hashesFile, openHashes } from './picture-hashes.ts';

/**
 * No cell of a flat picture differs by more steps than this (of 16) in a near copy. Measured on pages, logos, diagrams and gradients: copies of another size or
 * saved as JPEG by Chromium differ by 1 at most, and pages with another line of text by 3 at least. Copies that were cropped are not found, so that no other
 * page is.
 */
export const mostSteps = 1;

/** The most pictures whose cells are cached, which take two megabytes. */
export const mostCached = 1_000;

/** The cells of flat pictures (renderer/decoder/picture-hash.ts). They stay in the thumbnails' file and are read when two pictures are compared. */
export interface FlatCells {
  /** Whether no cell differs by more than `mostSteps`. False if the cells of one cannot be read. */
  areNear: (one: ImageId, other: ImageId) => boolean;
  /** How many pictures were read from the file. */
  readonly reads: number;
  /** How many pictures are cached. */
  readonly cached: number;
  /** Closes the file. The next comparison opens it again. Needed before each pause, because the thumbnail thread may replace the file. */
  close: () => void;
}

export function createFlatCells(connection: Connection): FlatCells {
  const path = hashesFile(connection);
  const cache = new Map<ImageId, Uint8Array>();
  let file: DatabaseSync | null = null;
  let statement: StatementSync | null = null;
  let reads = 0;

  function read(id: ImageId): Uint8Array | null {
    reads += 1;
    try {
      file ??= openHashes(path);
      statement ??= file.prepare('SELECT cells FROM hash WHERE id = ?');
      return (statement.get(id)?.['cells'] ?? null) as Uint8Array | null;
    } catch {
      // The file is gone, of another version or damaged. The thumbnail thread replaces it.
      return null;
    }
  }

  function cellsOf(id: ImageId): Uint8Array | null {
    const known = cache.get(id);
    if (known !== undefined) return known;
    const cells = read(id);
    if (cells === null) return null;
    const [first] = cache.size === mostCached ? cache.keys() : [];
    if (first !== undefined) cache.delete(first);
    cache.set(id, cells);
    return cells;
  }

  return {
    areNear(one, other) {
      const [first, second] = [cellsOf(one), cellsOf(other)];
      return first !== null && second !== null && first.length === second.length && differLittle(first, second);
    },
    get reads() {
      return reads;
    },
    get cached() {
      return cache.size;
    },
    close() {
      file?.close();
      [file, statement] = [null, null];
    },
  };
}

function differLittle(first: Uint8Array, second: Uint8Array): boolean {
  for (let at = 0; at < first.length; at += 1) {
    const [pair, other] = [first[at] ?? 0, second[at] ?? 0];
    if (Math.abs((pair >> 4) - (other >> 4)) > mostSteps || Math.abs((pair & 15) - (other & 15)) > mostSteps) return false;
  }
  return true;
}
