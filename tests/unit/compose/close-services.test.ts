import { expect, it } from 'vitest';
import { closeServices } from '../../../electron/compose/close-services.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** Two stages; the first has an impatient and a patient group. `asked` has the parts that were asked to close, in order. */
function beginClosing() {
  const clock = createFakeClock();
  const asked: string[] = [];
  const failures: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const part = (name: string) => (): Promise<void> => {
    asked.push(name);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return end.promise;
  };
  const stages = [
    [
      { patience: 4_000, parts: { import: part('import'), trash: part('trash') } },
      { patience: 125_000, parts: { engine: part('engine') } },
    ],
    [{ patience: 10_000, parts: { database: part('database') } }],
  ];
  let open: readonly string[] | null = null;
  void closeServices(clock, stages, (name, error) => void failures.push(`${name}: ${String(error)}`)).then((left) => (open = left));
  const end = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) ends.get(name)?.resolve();
    await clock.advance(0);
  };
  return { clock, asked, failures, ends, end, open: () => open };
}

const first = ['import', 'trash', 'engine'];

it('closes the parts of a stage at the same time, and the next stage after the last of them', async () => {
  const { clock, asked, end, open } = beginClosing();
  expect(asked).toEqual(first);
  await end('engine', 'trash');
  expect(asked).toEqual(first);
  await end('import');
  expect(asked).toEqual([...first, 'database']);
  expect(open()).toBeNull();
  await end('database');
  expect(open()).toEqual([]);
  expect(clock.waiting(), 'no timer is left').toBe(0);
});

it('waits for each group as long as it may take, then continues and names what is still open', async () => {
  const { clock, asked, end, open } = beginClosing();
  await end('trash');
  await clock.advance(124_999);
  expect(asked).toEqual(first);
  await clock.advance(1);
  expect(asked).toEqual([...first, 'database']);
  await clock.advance(9_999);
  expect(open()).toBeNull();
  await clock.advance(1);
  expect(open()).toEqual(['import', 'engine', 'database']);
});

it('does not wait for a part of an impatient group once the patient one has closed', async () => {
  const { clock, asked, end, open } = beginClosing();
  await end('engine', 'trash');
  await clock.advance(4_000);
  expect(asked).toEqual([...first, 'database']);
  await end('database');
  expect(open()).toEqual(['import']);
});

it('counts a part that fails as closed, and reports it', async () => {
  const { clock, failures, ends, end, open } = beginClosing();
  ends.get('engine')?.reject(new Error('full'));
  await end('import', 'trash');
  await clock.advance(0);
  await end('database');
  expect(open()).toEqual([]);
  expect(failures).toEqual(['engine: Error: full']);
});

it('waits beyond its patience for a group that is needed, lets it close once it no longer is, and waits not for ever', async () => {
  for (const { neededFor, opensAt, endsAt } of [
    { neededFor: 300_000, opensAt: null, endsAt: 310_000 },
    // The answer came between two looks, and is being written at the second one.
    { neededFor: 299_500, opensAt: 300_200, endsAt: 300_200 },
    { neededFor: Infinity, opensAt: null, endsAt: 600_000 },
    { neededFor: Infinity, opensAt: 200_000, endsAt: 200_000 },
    { neededFor: 0, opensAt: null, endsAt: 125_000 },
  ]) {
    const clock = createFakeClock();
    const start = clock.monotonic();
    const engine = Promise.withResolvers<void>();
    if (opensAt !== null) clock.after(opensAt, engine.resolve);
    let endedAt: number | null = null;
    const unless = { isNeeded: () => clock.monotonic() - start < neededFor, longest: 600_000 };
    void closeServices(clock, [[{ patience: 125_000, unless, parts: { engine: () => engine.promise } }]], () => undefined).then(() => (endedAt = clock.monotonic() - start));
    for (let second = 0; second < 700; second += 1) await clock.advance(1_000);
    expect(endedAt).toBe(endsAt);
  }
});
