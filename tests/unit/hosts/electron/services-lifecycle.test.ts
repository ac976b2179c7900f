import { expect, it } from 'vitest';
import { createLifecycle } from '../../../../electron/hosts/electron/services-lifecycle.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function createRig(close: () => Promise<readonly string[]> = () => Promise.resolve([])) {
  const clock = createFakeClock();
  const failures: unknown[] = [];
  let closed = 0;
  const services = {
    close() {
      closed += 1;
      return close();
    },
  };
  const lifecycle = createLifecycle<typeof services>(clock, (error) => failures.push(error));
  return { clock, failures, services, lifecycle, closed: () => closed };
}

it('closes the services once, and reports what did not close', async () => {
  const { lifecycle, services, closed } = createRig(() => Promise.resolve(['import']));
  expect([lifecycle.isStarted(), lifecycle.running()]).toEqual([false, null]);
  lifecycle.start(Promise.resolve(services));
  expect(lifecycle.isStarted(), 'while it is being built').toBe(true);
  await expect.poll(lifecycle.running).toBe(services);
  expect(await Promise.all([lifecycle.end(), lifecycle.end()])).toEqual([['import'], ['import']]);
  expect([closed(), lifecycle.isStarted(), lifecycle.isEnding(), lifecycle.running()]).toEqual([1, true, true, null]);
});

it('waits for a start in progress, and closes what it built', async () => {
  const { lifecycle, clock, services, closed } = createRig();
  const building = Promise.withResolvers<typeof services>();
  lifecycle.start(building.promise);
  const ended = lifecycle.end();
  await clock.advance(1_900);
  expect(closed()).toBe(0);
  building.resolve(services);
  expect(await ended).toEqual([]);
  expect([closed(), clock.waiting()]).toEqual([1, 0]);
});

it('waits two seconds for a start, then ends without it and reports that', async () => {
  const { lifecycle, clock, services, closed } = createRig();
  const building = Promise.withResolvers<typeof services>();
  lifecycle.start(building.promise);
  let open: readonly string[] | null = null;
  void lifecycle.end().then((left) => (open = left));
  await clock.advance(1_999);
  expect(open).toBeNull();
  await clock.advance(1);
  expect([open, closed()]).toEqual([['start'], 0]);
});

it('has nothing to close after a start that failed', async () => {
  const { lifecycle } = createRig();
  lifecycle.start(Promise.reject(new Error('newer')));
  expect(await lifecycle.end()).toEqual([]);
  const other = createRig().lifecycle;
  other.start(Promise.reject(new Error('newer')));
  await expect.poll(other.isStarted).toBe(false);
});

it('reports services that could not be closed, and ends', async () => {
  const { lifecycle, services, failures } = createRig(() => Promise.reject(new Error('full')));
  lifecycle.start(Promise.resolve(services));
  expect(await lifecycle.end()).toEqual([]);
  expect(failures).toEqual([new Error('full')]);
});
