import { leftOutReasons, notImported, nothingCounted, type ImportProgress, type SkippedFile } from '../../../shared/library/import.ts';
import { countOutcomes, sumCounts } from './import-counts.ts';
import type { CountedFiles, ImportedFile, ImportStore, SkippedPage } from './import-store.ts';

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
  token: null,
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

/** Files that a summary lists. */
const mostListed = 2_000;

/** The files that a person may want to do something about come first. System files are many, and nobody misses them. */
const leastMissed: readonly SkippedFile['reason'][] = ['thumbnail', 'hidden', 'system-file'];
const order: readonly SkippedFile['reason'][] = ['incomplete', 'other', ...leftOutReasons.filter((reason) => !leastMissed.includes(reason)), ...leastMissed];

/** The files of an import that its summary lists (`SkippedFile`): 2,000 at most, by reason and path. */
export async function skippedFiles(repository: Pick<ImportStore, 'skippedFiles'>, id: string): Promise<readonly SkippedFile[]> {
  let found: SkippedFile[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { files, last }: SkippedPage = await repository.skippedFiles(id, after);
    // Reasons that are not in the order have -1. The sort is stable, so that equals stay by path.
    found = [...found, ...files].sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason)).slice(0, mostListed);
    after = last;
  }
  return found;
}
