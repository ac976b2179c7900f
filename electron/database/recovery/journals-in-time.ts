import { settledWithin } from '../../core/util/settled-within.ts';
import { journalSizes, type JournalSizes } from '../../core/library/library-journal.ts';
import type { Clock } from '../../core/util/clock.ts';

/**
 * How long the journal of each library folder is, or null where it cannot be read. A folder whose disk has not answered after so many milliseconds
 * is missing: nothing ends that call, and any other that waits for this disk would keep the start as well. Never rejects.
 */
export async function journalsInTime(
  libraries: readonly string[],
  clock: Pick<Clock, 'after'>,
  milliseconds: number,
): Promise<ReadonlyMap<string, JournalSizes | null>> {
  const answers = new Map<string, JournalSizes | null>();
  const asked = libraries.map(async (root) => answers.set(root, await journalSizes(root).catch(() => null)));
  await settledWithin(clock, milliseconds, Promise.all(asked));
  // What comes later is too late.
  return new Map(answers);
}
