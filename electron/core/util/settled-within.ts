import type { Clock } from './clock.ts';

/** Resolves when `work` has settled, or after so many milliseconds while the work continues. Never rejects. */
export async function settledWithin(clock: Pick<Clock, 'after'>, milliseconds: number, work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const cancel = clock.after(milliseconds, limit.resolve);
  await Promise.race([work.catch(() => undefined), limit.promise]);
  cancel();
}
