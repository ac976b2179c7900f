import { settledWithin } from '../../core/util/settled-within.ts';
import { journalSizes, type JournalSizes } from '../../core/library/library-journal.ts';
import type { Clock } from '../../core/util/clock.ts';

/** For each file of a library folder's journal, the byte from which it is read. Infinity: the file is not opened. */
export type JournalStarts = Readonly<Record<string, number>>;

/**
 * The size of each library folder's journal; null if it cannot be read. A folder whose disk does not answer in time is missing: that call cannot be
 * ended, and any other call to the disk would make the start wait as well. Never rejects.
 */
export async function journalsWithin(milliseconds: number, libraries: readonly string[], clock: Pick<Clock, 'after'>): Promise<ReadonlyMap<string, JournalSizes | null>> {
  const answers = new Map<string, JournalSizes | null>();
  const asked = libraries.map(async (root) => answers.set(root, await journalSizes(root).catch(() => null)));
  await settledWithin(clock, milliseconds, Promise.all(asked));
  // Later answers do not count.
  return new Map(answers);
}

/** Where the last `bytes` of each writer's journal begin. Older files are not opened, because a large library has more than a hundred. */
export function tailOf(sizes: JournalSizes, bytes: number): JournalStarts {
  /** By what follows the month in the name: nothing, or the writer. */
  const left = new Map<string, number>();
  const newestFirst = Object.entries(sizes).toSorted(([a], [b]) => (a < b ? 1 : -1));
  return Object.fromEntries(
    newestFirst.map(([name, size]) => {
      const writer = name.slice('2026-11'.length);
      const rest = left.get(writer) ?? bytes;
      if (rest <= 0) return [name, Infinity];
      const start = Math.max(size - rest, 0);
      left.set(writer, rest - (size - start));
      return [name, start];
    }),
  );
}
