import { expect, it } from 'vitest';
import { closeParts } from '../../../../electron/core/util/close-parts.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

it('closes parts at the same time, and returns those that do not close; a part that fails counts as closed', async () => {
  const clock = createFakeClock();
  const failures: string[] = [];
  const failed = (part: string, error: unknown): void => void failures.push(`${part}: ${String(error)}`);
  const fine = (): Promise<void> => Promise.resolve();
  expect(await closeParts(clock, 4_000, { fine, broken: () => Promise.reject(new Error('full')) }, failed)).toEqual([]);
  expect(failures).toEqual(['broken: Error: full']);
  expect(clock.waiting(), 'no timer is left').toBe(0);
  const begun: string[] = [];
  const stuck = (): Promise<void> => {
    begun.push('stuck');
    return new Promise(() => undefined);
  };
  const after = async (): Promise<void> => void begun.push('after');
  const closing = closeParts(clock, 4_000, { stuck, fine, after }, failed);
  await clock.advance(3_999);
  expect(begun).toEqual(['stuck', 'after']);
  await clock.advance(1);
  expect(await closing).toEqual(['stuck']);
});
