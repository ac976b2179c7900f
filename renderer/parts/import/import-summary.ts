import { leftOutReasons, notImportedToTell, type ImportCounts } from '../../../shared/library/import.ts';
import type { Words } from '../../../shared/words/index.ts';
import { series } from '../../../shared/words/in-a-row.ts';

/** Types that a summary names. Pictures come first, then videos, because a person may miss them. */
const mostTypes = 6;
const pictures = 'HEIC TIFF JXL BMP PSD SVG JP2 DNG CR2 CR3 NEF ARW ORF RW2 RAF PEF SRW RAW XCF KRA TGA EXR ICO EPS AI'.split(' ');
const videos = 'MOV MP4 M4V WEBM AVI MKV MPG 3GP WMV'.split(' ');
const rankOf = (type: string): number => (pictures.includes(type) ? 0 : videos.includes(type) ? 1 : 2);

/** What an import left where it is, without the files that it could not read: `Left where they are: 3 HEIC, 2 TIFF, 1 link.` Null if there is nothing. */
export function leftInPlace(say: Words, counts: ImportCounts): string | null {
  const { others, leftOut, skipped } = counts;
  const count = notImportedToTell(counts) - skipped;
  if (count === 0) return null;
  const types = Object.entries(others).filter(([type]) => type !== '').toSorted(([a, many], [b, more]) => rankOf(a) - rankOf(b) || more - many || (a < b ? -1 : 1));
  const [named, further] = [types.slice(0, mostTypes), types.slice(mostTypes)];
  const unknown = others[''] ?? 0;
  const list = [
    ...named.map(([type, files]) => `${files} ${type}`),
    further.length > 0 ? say('import.left-types', { count: further.reduce((sum, [, files]) => sum + files, 0), kinds: further.length }) : '',
    unknown > 0 ? say('import.left-unknown', { count: unknown }) : '',
    ...leftOutReasons.flatMap((reason) => {
      const found = leftOut[reason] ?? 0;
      return reason !== 'system-file' && found > 0 ? say(`import.left.${reason}`, { count: found }) : [];
    }),
  ];
  return say('import.left', { count, list: series(say, list.filter((part) => part !== '')) });
}
