import { leftOutReasons, notImported, type ImportCounts } from '../../../shared/library/import.ts';
import type { Words } from '../../../shared/words/index.ts';

/** Types that a summary names. */
const mostTypes = 6;

/** What an import left where it is, without the files that it could not read: `Left where they are: 3 HEIC, 2 TIFF, 1 link.` Null if there is nothing. */
export function leftInPlace(say: Words, counts: ImportCounts): string | null {
  const { others, leftOut, skipped } = counts;
  const count = notImported(counts) - skipped;
  if (count === 0) return null;
  const types = Object.entries(others).filter(([type]) => type !== '').toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  const [named, further] = [types.slice(0, mostTypes), types.slice(mostTypes)];
  const unknown = others[''] ?? 0;
  const list = [
    ...named.map(([type, files]) => `${files} ${type}`),
    further.length > 0 ? say('import.left-types', { count: further.reduce((sum, [, files]) => sum + files, 0), kinds: further.length }) : '',
    unknown > 0 ? say('import.left-unknown', { count: unknown }) : '',
    ...leftOutReasons.flatMap((reason) => {
      const places = leftOut[reason] ?? 0;
      return places > 0 ? say(`import.left.${reason}`, { count: places }) : [];
    }),
  ];
  return say('import.left', { count, list: list.filter(Boolean).join(', ') });
}
