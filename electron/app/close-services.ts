import type { Clock } from '../core/util/clock.ts';
import { settledWithin } from '../core/util/settled-within.ts';

/** Parts of the app that are closed at the same time, by name. `patience`: milliseconds. */
export interface ClosingGroup {
  readonly patience: number;
  readonly parts: Readonly<Record<string, () => Promise<unknown>>>;
}

/** A stage is closed when all its groups are, or have had their time. Each stage needs the later ones. */
export type ClosingStage = readonly ClosingGroup[];

/**
 * Closes stages one after another; build-services.ts has those of the app. A part that fails counts as closed and is reported to `failed`. Resolves
 * to the parts that did not close in time, because something that they wait for, such as a network disk, may never answer. Never rejects.
 */
export async function closeServices(clock: Pick<Clock, 'after'>, stages: readonly ClosingStage[], failed: (part: string, error: unknown) => void): Promise<readonly string[]> {
  const open = new Set<string>();
  for (const stage of stages) {
    const groups = stage.map(({ patience, parts }) => {
      const closing = Object.entries(parts).map(async ([name, close]) => {
        open.add(name);
        await close().catch((error: unknown) => failed(name, error));
        open.delete(name);
      });
      return settledWithin(clock, patience, Promise.all(closing));
    });
    await Promise.all(groups);
  }
  return [...open];
}
