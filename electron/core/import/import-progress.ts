import { nothingCounted, type ImportCounts, type ImportProgress } from '../../../shared/library/import.ts';
import type { CountedFiles, ImportedFile, ImportStore } from './import-store.ts';

/** The figures of an import that change with every file. */
export type ImportFigures = Pick<ImportProgress, 'counts' | 'filesDone' | 'bytesDone'>;

export const noProgress: ImportProgress = {
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
  earlier: false,
};

/** The figures after some more files are recorded. */
export function withFiles(before: ImportProgress, files: readonly ImportedFile[]): ImportFigures {
  const count = (outcome: ImportedFile['outcome']): number => files.filter((file) => file.outcome === outcome).length;
  const known = { added: count('added'), duplicates: count('duplicate'), inTrash: count('in-trash'), others: count('other') };
  return {
    counts: sum(before.counts, { ...known, skipped: files.length - totalOf(known) }),
    filesDone: before.filesDone + files.length,
    bytesDone: before.bytesDone + files.reduce((bytes, file) => bytes + file.bytes, 0),
  };
}

/** The figures of everything that an import has recorded. */
export async function recordedFigures(repository: Pick<ImportStore, 'importCounts'>, id: string): Promise<ImportFigures> {
  let [counts, bytesDone] = [nothingCounted, 0];
  for (let after: string | null = ''; after !== null; ) {
    const { bytes, last, ...some }: CountedFiles = await repository.importCounts(id, after);
    counts = sum(counts, some);
    bytesDone += bytes;
    after = last;
  }
  return { counts, filesDone: totalOf(counts), bytesDone };
}

function sum(a: ImportCounts, b: ImportCounts): ImportCounts {
  return { added: a.added + b.added, duplicates: a.duplicates + b.duplicates, inTrash: a.inTrash + b.inTrash, skipped: a.skipped + b.skipped, others: a.others + b.others };
}

function totalOf(counts: object): number {
  return Object.values(counts).reduce((total: number, count: number) => total + count, 0);
}
