import { expect, it } from 'vitest';
import { allOf, changeStep, changing, type ChangeDeps } from '../../../../electron/core/undo/change-step.ts';
import { createUndoLog } from '../../../../electron/core/undo/undo-log.ts';

/** Values in memory. `refuses`: those that cannot be written any more. `fails`: where the disk is full. */
function rig() {
  const values = new Map<string, number>(['a', 'b', 'c'].map((key) => [key, 0]));
  const refuses = new Set<string>();
  const fails = new Set<string>();
  const deps: ChangeDeps<string, number> = {
    read: (keys) => Promise.resolve(new Map([...values].filter(([key]) => keys.includes(key)))),
    write(changes) {
      const done: string[] = [];
      for (const { key, to } of changes) {
        if (fails.has(key)) return Promise.resolve({ done, failure: new Error('disk-full') });
        if (refuses.has(key)) continue;
        values.set(key, to);
        done.push(key);
      }
      return Promise.resolve({ done, failure: null });
    },
  };
  const log = createUndoLog();
  const set = async (to: number): Promise<string> => {
    const step = await changing([...values.keys()], deps, () => Promise.resolve([...values.keys()].forEach((key) => values.set(key, to))));
    return log.record(step ?? expect.fail('nothing was changed'));
  };
  return { values, refuses, fails, log, set };
}

it('gives back each value that still is as the act left it, and says how many are not', async () => {
  const { values, refuses, log, set } = rig();
  const token = await set(1);
  values.set('b', 7);
  refuses.add('c');
  expect(await log.run(token, 'undo', false)).toEqual({ came: 'done', count: 1, left: 0, kept: 2 });
  expect([...values.values()]).toEqual([0, 7, 1]);
  expect(await log.run(token, 'redo', false), 'only what was undone').toEqual({ came: 'done', count: 1, left: 0, kept: 0 });
  expect([...values.values()]).toEqual([1, 7, 1]);
});

it('continues with the next undo where the disk refused, and what was undone can be done again instead', async () => {
  for (const next of ['undo', 'redo'] as const) {
    const { values, fails, log, set } = rig();
    const token = await set(1);
    fails.add('b');
    await expect(log.run(token, 'undo', false)).rejects.toThrow('disk-full');
    expect([...values.values()]).toEqual([0, 1, 1]);
    fails.clear();
    expect(await log.run(token, next, false)).toEqual({ came: 'done', count: next === 'undo' ? 2 : 1, left: 0, kept: 0 });
    expect(new Set(values.values())).toEqual(new Set([next === 'undo' ? 0 : 1]));
  }
});

it('says whether what it changed is gone or was changed', async () => {
  const { values, log, set } = rig();
  const [first, second] = [await set(1), await set(2)];
  expect(await log.run(first, 'undo', false)).toEqual({ came: 'nothing', why: 'changed' });
  values.clear();
  expect(await log.run(second, 'undo', false)).toEqual({ came: 'nothing', why: 'gone' });
});

it('forgets the oldest acts, by their number and by what they keep, and never the latest', async () => {
  const { log } = rig();
  const forgotten: string[] = [];
  const done = () => Promise.resolve({ came: 'done', count: 1, left: 0, kept: 0 } as const);
  const record = (name: string, bytes = 0): string => log.record({ undo: done, redo: done, bytes: () => bytes, forgotten: () => void forgotten.push(name) });
  const [first, second] = [record('first'), record('second')];
  for (let round = 0; round < 98; round += 1) record('other');
  await log.run(first, 'undo', false);
  record('one more');
  expect(forgotten, 'what was used last is kept').toEqual(['second']);
  expect(await log.run(second, 'undo', false)).toEqual({ came: 'nothing', why: 'forgotten' });
  const large = record('large', 1e9);
  expect(forgotten).toHaveLength(101);
  expect(await log.run(large, 'undo', false)).toMatchObject({ came: 'done' });
});

it('never forgets an act whose undo is offered for longer, nor for its sake the latest', async () => {
  const { log } = rig();
  const done = () => Promise.resolve({ came: 'done', count: 1, left: 0, kept: 0 } as const);
  const stays = log.record({ undo: done, redo: done, stays: true });
  for (let round = 0; round < 200; round += 1) log.record({ undo: done, redo: done });
  const large = log.record({ undo: done, redo: done, bytes: () => 1e9 });
  for (const token of [large, stays]) expect(await log.run(token, 'undo', false)).toMatchObject({ came: 'done' });
});

it('counts what an act keeps when it is done and after each undo, not all of them each time', async () => {
  const { log } = rig();
  let [keeps, counted] = [1e6, 0];
  const done = () => Promise.resolve({ came: 'done', count: 1, left: 0, kept: 0 } as const);
  const record = (): string => log.record({ undo: () => ((keeps = 4e7), done()), redo: done, bytes: () => ((counted += 1), keeps) });
  const tokens = Array.from({ length: 10 }, record);
  expect(counted).toBe(10);
  await log.run(tokens[9] ?? '', 'undo', false);
  expect(counted).toBe(11);
  expect(await log.run(tokens[8] ?? '', 'redo', false), 'it keeps too much now beside the others').toEqual({ came: 'nothing', why: 'forgotten' });
});

it('asks once before it writes, and not about nothing', async () => {
  let value = 1;
  const asked: number[] = [];
  const step = changeStep([{ key: 'a', before: 0, after: 1 }], {
    read: () => Promise.resolve(new Map([['a', value]])),
    write: (changes) => allOf(changes, async () => void (value = changes[0]?.to ?? value)),
    ask: (changes) => {
      asked.push(changes.length);
      return Promise.resolve({ kind: 'put-back', tasks: [], declined: 'nothing' });
    },
  });
  expect(await step.undo(false)).toMatchObject({ came: 'asks' });
  expect(value).toBe(1);
  expect(await step.undo(true)).toMatchObject({ came: 'done' });
  expect([value, asked]).toEqual([0, [1]]);
  value = 5;
  expect(await step.redo(false)).toEqual({ came: 'nothing', why: 'changed' });
  expect(asked).toEqual([1]);
});
