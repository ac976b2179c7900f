import { expect, it } from 'vitest';
import { createLife } from '../../../electron/app/app-life.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

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
  const life = createLife<typeof services>(clock, (error) => failures.push(error));
  return { clock, failures, services, life, closed: () => closed };
}

it('closes what stands once, and says what did not end', async () => {
  const { life, services, closed } = createRig(() => Promise.resolve(['import']));
  expect([life.isBegun(), life.running()]).toEqual([false, null]);
  life.begin(Promise.resolve(services));
  expect(life.isBegun(), 'before it stands').toBe(true);
  await expect.poll(life.running).toBe(services);
  expect(await Promise.all([life.end(), life.end()])).toEqual([['import'], ['import']]);
  expect([closed(), life.isBegun(), life.isEnding(), life.running()]).toEqual([1, true, true, null]);
});

it('waits for a start under way, and closes what it built', async () => {
  const { life, clock, services, closed } = createRig();
  const building = Promise.withResolvers<typeof services>();
  life.begin(building.promise);
  const ended = life.end();
  await clock.advance(1_900);
  expect(closed()).toBe(0);
  building.resolve(services);
  expect(await ended).toEqual([]);
  expect([closed(), clock.waiting()]).toEqual([1, 0]);
});

it('waits two seconds for it, then goes without and says so', async () => {
  const { life, clock, services, closed } = createRig();
  const building = Promise.withResolvers<typeof services>();
  life.begin(building.promise);
  let open: readonly string[] | null = null;
  void life.end().then((left) => (open = left));
  await clock.advance(1_999);
  expect(open).toBeNull();
  await clock.advance(1);
  expect([open, closed()]).toEqual([['start'], 0]);
});

it('has nothing to end after a start that failed, also while it was waited for', async () => {
  const { life } = createRig();
  life.begin(Promise.reject(new Error('newer')));
  expect(await life.end()).toEqual([]);
  const other = createRig().life;
  other.begin(Promise.reject(new Error('newer')));
  await expect.poll(other.isBegun).toBe(false);
});

it('tells of services that could not be closed, and ends', async () => {
  const { life, services, failures } = createRig(() => Promise.reject(new Error('full')));
  life.begin(Promise.resolve(services));
  expect(await life.end()).toEqual([]);
  expect(failures).toEqual([new Error('full')]);
});
