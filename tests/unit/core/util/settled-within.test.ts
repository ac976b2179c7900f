import { expect, it } from 'vitest';
import { settledWithin } from '../../../../electron/core/util/settled-within.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

it('waits for work to settle, or for the limit', async () => {
  const clock = createFakeClock();
  await settledWithin(clock, 5_000, Promise.resolve());
  await settledWithin(clock, 5_000, Promise.reject(new Error('failed')));
  expect(clock.waiting(), 'no timer is left').toBe(0);
  let over = false;
  const waiting = settledWithin(clock, 5_000, new Promise(() => undefined)).then(() => (over = true));
  await clock.advance(4_999);
  expect(over).toBe(false);
  await clock.advance(1);
  await waiting;
});
