import { leftOutReasons, type SkippedFile } from '../../../shared/library/import.ts';
import type { ImportStore, SkippedPage } from './import-store.ts';

/** Files that a summary lists. */
const most = 2_000;

/** What a person may want to do something about comes first. Files of the system are many, and nobody misses them. */
const leastMissed: readonly SkippedFile['reason'][] = ['thumbnail', 'hidden', 'system-file'];
const order: readonly SkippedFile['reason'][] = ['incomplete', 'other', ...leftOutReasons.filter((reason) => !leastMissed.includes(reason)), ...leastMissed];

/** What a summary lists of an import (`SkippedFile`): 2,000 at most, by reason and path. */
export async function skippedFiles(repository: Pick<ImportStore, 'skippedFiles'>, importId: string): Promise<readonly SkippedFile[]> {
  let found: SkippedFile[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { files, last }: SkippedPage = await repository.skippedFiles(importId, after);
    // Reasons that are not in the order have -1. The sort is stable, so that equals stay by path.
    found = [...found, ...files].sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason)).slice(0, most);
    after = last;
  }
  return found;
}
