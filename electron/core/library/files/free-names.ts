import path from 'node:path';
import type { NumberedNames } from './library-names.ts';

/** Up to this many names are tried again each time, so that few lists are remembered. */
const fewNames = 8;

/**
 * Returns lists for `placeFile` without the names that it found taken before: thousands of pictures may have one prompt and one second, and each would try
 * the names of all others. A name that becomes free again stays unused.
 */
export function createFreeNames(): (folder: string, lists: readonly NumberedNames[]) => readonly Iterable<string>[] {
  const taken = new Map<string, number>();
  return (folder, lists) =>
    lists.map((names) => {
      const [first = ''] = names;
      const key = path.join(folder, first);
      const known = taken.get(key) ?? 0;
      return {
        *[Symbol.iterator]() {
          let count = known;
          for (const name of names.after(known)) {
            yield name;
            // Who asks for another name found this one taken.
            count += 1;
            if (count > fewNames && count > (taken.get(key) ?? 0)) taken.set(key, count);
          }
        },
      };
    });
}
