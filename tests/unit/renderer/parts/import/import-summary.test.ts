import { expect, it } from 'vitest';
import { leftInPlace } from '../../../../../renderer/parts/import/import-summary.ts';
import { nothingCounted, type ImportCounts } from '../../../../../shared/library/import.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';

const words = (counts: Partial<ImportCounts>): string | null => leftInPlace(wordsFor('en'), { ...nothingCounted, ...counts });

it.each([
  [{}, null],
  [{ added: 3, skipped: 2 }, null],
  [{ others: { TXT: 1 } }, 'Left where it is: 1 TXT.'],
  [{ others: { HEIC: 3, TIFF: 2 } }, 'Left where they are: 3 HEIC, 2 TIFF.'],
  [{ others: { XMP: 900, TXT: 4, HEIC: 1, MOV: 2 } }, 'Left where they are: 1 HEIC, 2 MOV, 900 XMP, 4 TXT.'],
  [{ others: { A1: 1, B1: 1, C1: 1, D1: 1, E1: 1, F1: 1, G1: 2, H1: 1, '': 1 } }, 'Left where they are: 2 G1, 1 A1, 1 B1, 1 C1, 1 D1, 1 E1, 2 files of 2 other types, 1 file of unknown type.'],
  [{ leftOut: { 'thumbnail-folder': 1 } }, 'Left where it is: 1 folder of thumbnails.'],
  [{ leftOut: { link: 2, 'trash-folder': 1, hidden: 12 } }, 'Left where they are: 1 trash folder, 12 hidden files and folders, 2 links.'],
  // Every folder of a Mac has one.
  [{ added: 3, leftOut: { 'system-file': 2 } }, null],
  [{ leftOut: { 'system-file': 40, link: 1 } }, 'Left where it is: 1 link.'],
] satisfies readonly (readonly [Partial<ImportCounts>, string | null])[])('%j: %s', (counts, expected) => {
  expect(words(counts)).toBe(expected);
});
