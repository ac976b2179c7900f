import { notImported, nothingCounted, type ImportProgress } from '../../../shared/library/import.ts';
import { countOutcomes, sumCounts } from './import-counts.ts';
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
  return {
    counts: sumCounts(before.counts, countOutcomes(files)),
    filesDone: before.filesDone + files.length,
    bytesDone: before.bytesDone + files.reduce((bytes, file) => bytes + file.bytes, 0),
  };
}

/** The figures of everything that an import has recorded. */
export async function recordedFigures(repository: Pick<ImportStore, 'importCounts'>, id: string): Promise<ImportFigures> {
  let [counts, bytesDone] = [nothingCounted, 0];
  for (let after: string | null = ''; after !== null; ) {
    const { bytes, last, ...some }: CountedFiles = await repository.importCounts(id, after);
    counts = sumCounts(counts, some);
    bytesDone += bytes;
    after = last;
  }
  return { counts, filesDone: counts.added + counts.duplicates + counts.inTrash + notImported(counts), bytesDone };
}
