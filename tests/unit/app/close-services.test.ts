import { expect, it } from 'vitest';
import { closeServices } from '../../../electron/app/close-services.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const atWork = ['thumbnails', 'import', 'export', 'rescan', 'missing-search', 'trash', 'backups', 'engine'] as const;
const stages = [atWork, ['marks'], ['practice', 'marks-copy'], ['views', 'database']] as const;

/** Every part ends when it is told to; `begun` has those whose end was asked for. */
function beginClosing() {
  const clock = createFakeClock();
  const begun: string[] = [];
  const failures: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const part = (name: string) => (): Promise<void> => {
    begun.push(name);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return end.promise;
  };
  const working = Object.fromEntries(atWork.map((name) => [name, part(name)])) as Record<(typeof atWork)[number], () => Promise<void>>;
  const closing = closeServices(
    clock,
    { ...working, marks: part('marks'), practice: part('practice'), 'marks-copy': part('marks-copy'), views: part('views'), database: part('database') },
    (name, error) => void failures.push(`${name}: ${String(error)}`),
  );
  const begunUpTo = (stage: number): void => expect(begun).toEqual(stages.slice(0, stage + 1).flat());
  return { clock, begunUpTo, failures, ends, closing };
}

it('closes each stage after the one before it, and the history last; nothing new starts meanwhile', async () => {
  const { clock, begunUpTo, ends, closing } = beginClosing();
  for (const [stage, names] of stages.entries()) {
    for (const name of names) {
      await clock.advance(100);
      begunUpTo(stage);
      ends.get(name)?.resolve();
    }
    await clock.advance(0);
  }
  expect(await closing).toEqual([]);
  expect(clock.waiting(), 'no timer is left').toBe(0);
});

it('continues if a stage does not end: after two minutes (a submission), a minute, six seconds and ten seconds', async () => {
  const { clock, begunUpTo, closing } = beginClosing();
  for (const [stage, bound] of [125_000, 60_000, 6_000, 10_000].entries()) {
    begunUpTo(stage);
    await clock.advance(bound - 1);
    begunUpTo(stage);
    await clock.advance(1);
  }
  expect(await closing).toEqual(stages.flat());
});

it('gives all but the engine four seconds in the first stage', async () => {
  const { clock, begunUpTo, ends, closing } = beginClosing();
  ends.get('engine')?.resolve();
  await clock.advance(3_999);
  begunUpTo(0);
  await clock.advance(1);
  begunUpTo(1);
  for (const bound of [60_000, 6_000, 10_000]) await clock.advance(bound);
  expect(await closing).not.toContain('engine');
});

it('closes the history even if an earlier part fails, and reports which', async () => {
  const { clock, ends, failures, closing } = beginClosing();
  for (const names of stages) {
    for (const name of names) {
      if (name === 'engine') ends.get(name)?.reject(new Error('full'));
      else ends.get(name)?.resolve();
    }
    await clock.advance(0);
  }
  expect(await closing).toEqual([]);
  expect(failures).toEqual(['engine: Error: full']);
});
