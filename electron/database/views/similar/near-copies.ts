import type { Connection } from '../../sqlite/statements.ts';
import { comparedWith, groupCopies } from './copy-groups.ts';
import { createFlatCells } from './flat-cells.ts';
import { readHashes, type PictureHashes } from './picture-hashes.ts';

/** The sets of the pictures that were compared, for the cached hashes of a connection. */
const cache = new WeakMap<PictureHashes, Int32Array>();

/** Up to this many new pictures are compared with all others. For more, all sets are made again. */
const fewPictures = 1_000;

/**
 * The set of near copies of each picture, by picture id: the id of the oldest picture that it is a near copy of, or its own. 0: it cannot be compared
 * yet. Every picture of a set is a near copy of the oldest, so a long chain of similar pictures does not become one set.
 */
export function nearCopies(connection: Connection, cells = createFlatCells(connection)): Int32Array {
  const hashes = readHashes(connection);
  const known = cache.get(hashes) ?? new Int32Array();
  const missing = withoutSet(hashes, known);
  if (missing.length === 0) return known;
  const sets = new Int32Array(hashes.isKnown.length);
  if (missing.length > fewPictures) {
    groupCopies(connection, hashes, withoutSet(hashes, sets), cells, sets);
  } else {
    sets.set(known);
    for (const id of missing) {
      const isNear = comparedWith(hashes, cells, id);
      sets[id] = id;
      for (let other = 1; other < sets.length && sets[id] === id; other += 1) if (sets[other] === other && other !== id && isNear(other)) sets[id] = other;
      cells.close();
      connection.pause();
    }
  }
  cache.set(hashes, sets);
  return sets;
}

/** The pictures whose hash is known and whose set is not, oldest first. */
function withoutSet({ isKnown }: PictureHashes, sets: Int32Array): Int32Array {
  const ids = new Int32Array(isKnown.length);
  let count = 0;
  for (let id = 1; id < isKnown.length; id += 1) {
    if (isKnown[id] === 1 && !sets[id]) {
      ids[count] = id;
      count += 1;
    }
  }
  return ids.slice(0, count);
}
