import { nothingCounted, type ImportCounts, type ImportProgress } from '../../../shared/library/import.ts';
import type { ImportedFile } from './import-store.ts';

export const nothingYet: ImportProgress = {
  phase: 'counting',
  trouble: null,
  files: 0,
  bytes: 0,
  filesDone: 0,
  bytesDone: 0,
  name: '',
  counts: nothingCounted,
  cancelled: false,
  undone: null,
};

/** The figures after some more files were written down. */
export function withDone(before: ImportProgress, files: readonly ImportedFile[]): Pick<ImportProgress, 'counts' | 'filesDone' | 'bytesDone'> {
  const count = (...outcomes: readonly ImportedFile['outcome'][]): number => files.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const known = { added: count('added'), duplicates: count('duplicate'), inTrash: count('in-trash'), others: count('other') };
  const more: ImportCounts = { ...known, skipped: files.length - Object.values(known).reduce((sum, number) => sum + number, 0) };
  const { counts } = before;
  return {
    counts: {
      added: counts.added + more.added,
      duplicates: counts.duplicates + more.duplicates,
      inTrash: counts.inTrash + more.inTrash,
      skipped: counts.skipped + more.skipped,
      others: counts.others + more.others,
    },
    filesDone: before.filesDone + files.length,
    bytesDone: before.bytesDone + files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export function countedTogether(a: ImportCounts, b: ImportCounts): ImportCounts {
  return { added: a.added + b.added, duplicates: a.duplicates + b.duplicates, inTrash: a.inTrash + b.inTrash, skipped: a.skipped + b.skipped, others: a.others + b.others };
}
