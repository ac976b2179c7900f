import type { Clock } from '../core/util/clock.ts';
import { settledWithin } from '../core/util/settled-within.ts';

/** Parts of the app that are closed at the same time, by name. */
export interface ClosingGroup {
  /** Milliseconds. */
  readonly patience: number;
  /** What the group is waited for beyond its patience, for `longest` milliseconds in all. */
  readonly unless?: { readonly isNeeded: () => boolean; readonly longest: number };
  readonly parts: Readonly<Record<string, () => Promise<unknown>>>;
}

/** A stage is closed when all its groups are, or have had their time. Each stage needs the later ones. */
export type ClosingStage = readonly ClosingGroup[];

/** Milliseconds between looks at whether a group is still needed. */
const lookInterval = 1_000;
/** Milliseconds for a group to close once what it was waited for is there: the answer must be written. */
const afterwards = 10_000;

/**
 * Closes stages one after another; compose.ts has those of the app. A part that fails counts as closed and is reported to `failed`. Resolves
 * to the parts that did not close in time, because something that they wait for, such as a network disk, may never answer. Never rejects.
 */
export async function closeServices(clock: Pick<Clock, 'after'>, stages: readonly ClosingStage[], failed: (part: string, error: unknown) => void): Promise<readonly string[]> {
  const open = new Set<string>();
  const closeGroup = async ({ patience, unless, parts }: ClosingGroup): Promise<void> => {
    const names = Object.keys(parts);
    for (const name of names) open.add(name);
    const closing = Object.entries(parts).map(async ([name, close]) => {
      await close().catch((error: unknown) => failed(name, error));
      open.delete(name);
    });
    const closed = Promise.all(closing);
    await settledWithin(clock, patience, closed);
    if (unless === undefined) return;
    const isOpen = (): boolean => names.some((name) => open.has(name));
    let waited = patience;
    for (; waited < unless.longest && isOpen() && unless.isNeeded(); waited += lookInterval) await settledWithin(clock, lookInterval, closed);
    if (waited > patience && !unless.isNeeded()) await settledWithin(clock, afterwards, closed);
  };
  for (const stage of stages) await Promise.all(stage.map(closeGroup));
  return [...open];
}
