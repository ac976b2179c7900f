import { constants, setPriority } from 'node:os';
import { makeBackup } from '../backup/backups.ts';
import { copyMarks } from '../backup/marks-copy.ts';
import type { SingleJob } from '../client/thread-messages.ts';
import { findFaultsInUse } from '../schema/integrity.ts';
import { toAppFailure } from '../sqlite/database-failures.ts';
import { post } from './own-thread.ts';

/** Does the job and ends the thread. */
export async function answerOnce(single: SingleJob): Promise<void> {
  if (single.kind !== 'copy-marks' || !single.atTheEnd) lowerOwnPriority();
  try {
    post({ kind: 'done', faults: await run(single) });
  } catch (error) {
    post({ kind: 'failed', error: toAppFailure(error, single.file).appError });
  }
}

async function run(single: SingleJob): Promise<readonly string[]> {
  switch (single.kind) {
    case 'check':
      return findFaultsInUse(single.file);
    case 'back-up':
      makeBackup(single.file, single.folder, single.now);
      return [];
    case 'copy-marks':
      await copyMarks(single);
      return [];
  }
}

/**
 * Jobs run at low priority, because one over a million pictures keeps a core busy for most of a minute. Only Linux has a priority for each thread.
 * Elsewhere the whole process would slow down, so nothing is changed.
 */
function lowerOwnPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some containers do not allow it. A backup that slows others down is better than none.
  }
}
