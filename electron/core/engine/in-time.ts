import type { Clock } from '../ports.ts';

/** Resolves when `work` has settled, at the latest after `limit` milliseconds. */
export async function inTime(clock: Clock, limit: number, work: Promise<unknown>): Promise<void> {
  let cancel = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(limit, resolve);
  });
  await Promise.race([work.catch(() => undefined), over]);
  cancel();
}
