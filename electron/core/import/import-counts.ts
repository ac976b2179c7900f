import { leftOutReasons, type ImportCounts, type LeftOutReason } from '../../../shared/library/import.ts';
import type { ImportedFile, ImportOutcome } from './import-store.ts';

/** Types that are counted apart. The window gets the counts ten times a second, and a folder may have thousands of extensions. */
const mostTypes = 40;

/** Each file counts once. */
export function countOutcomes(files: Iterable<Pick<ImportedFile, 'outcome' | 'type' | 'incomplete'>>): ImportCounts {
  let [added, unfinished, duplicates, inTrash, skipped] = [0, 0, 0, 0, 0];
  const others: Record<string, number> = {};
  const leftOut: Partial<Record<LeftOutReason, number>> = {};
  for (const { outcome, type = '', incomplete = false } of files) {
    if (incomplete) unfinished += 1;
    if (outcome === 'added') added += 1;
    else if (outcome === 'duplicate') duplicates += 1;
    else if (outcome === 'in-trash') inTrash += 1;
    else if (outcome === 'other') others[type] = (others[type] ?? 0) + 1;
    else if (isLeftOut(outcome)) leftOut[outcome] = (leftOut[outcome] ?? 0) + 1;
    else skipped += 1;
  }
  return { added, incomplete: unfinished, duplicates, inTrash, skipped, others, leftOut };
}

export function sumCounts(a: ImportCounts, b: ImportCounts): ImportCounts {
  const leftOut = { ...a.leftOut };
  for (const reason of leftOutReasons) {
    const count = b.leftOut[reason];
    if (count !== undefined) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  }
  const others = { ...a.others };
  for (const [type, count] of Object.entries(b.others)) {
    const known = type in others || Object.keys(others).length < mostTypes ? type : '';
    others[known] = (others[known] ?? 0) + count;
  }
  return {
    added: a.added + b.added,
    incomplete: a.incomplete + b.incomplete,
    duplicates: a.duplicates + b.duplicates,
    inTrash: a.inTrash + b.inTrash,
    skipped: a.skipped + b.skipped,
    others,
    leftOut,
  };
}

function isLeftOut(outcome: ImportOutcome): outcome is LeftOutReason {
  return leftOutReasons.some((reason) => reason === outcome);
}
