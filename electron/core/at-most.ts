import type { Clock } from './ports.ts';

/** Resolves when `work` has settled, or after so many milliseconds: then it goes on, and nobody waits for it. Never rejects. */
export async function atMost(clock: Pick<Clock, 'after'>, milliseconds: number, work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const cancel = clock.after(milliseconds, limit.resolve);
  await Promise.race([work.catch(() => undefined), limit.promise]);
  cancel();
}
