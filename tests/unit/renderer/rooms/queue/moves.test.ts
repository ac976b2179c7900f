import fc from 'fast-check';
import { expect, test } from 'vitest';
import { targetAt, targetOf, type Step } from '../../../../../renderer/rooms/queue/list/moves.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

test.each<[string, Step, string | null | undefined]>([
  ['a', 'first', undefined],
  ['a', 'up', undefined],
  ['a', 'down', 'c'],
  ['a', 'last', null],
  ['c', 'first', 'a'],
  ['c', 'up', 'b'],
  ['c', 'down', 'e'],
  ['d', 'down', null],
  ['e', 'down', undefined],
  ['e', 'up', 'd'],
  ['ce', 'up', 'b'],
  ['ce', 'down', null],
  ['bc', 'first', 'a'],
  ['bc', 'up', 'a'],
  ['bc', 'down', 'e'],
  ['abcde', 'down', undefined],
  ['x', 'last', undefined],
])('%s goes %s: before %s', (moved, step, target) => {
  expect(targetOf(order, new Set(moved), step)).toBe(target);
});

test.each<[string, number, string | null | undefined]>([
  ['b', 0, 'a'],
  ['b', 1, undefined],
  ['b', 2, undefined],
  ['b', 3, 'd'],
  ['b', 5, null],
  ['bd', 3, 'e'],
  ['e', 5, undefined],
])('%s dropped below %i rows goes before %s', (moved, gap, target) => {
  expect(targetAt(order, new Set(moved), gap)).toBe(target);
});

test('a target is never among what moves, and always changes the order', () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(keys, fc.array(fc.nat(11)), fc.constantFrom<Step>('first', 'up', 'down', 'last'), (all, picks, step) => {
      const moved = new Set(picks.flatMap((at) => all[at] ?? []));
      const target = targetOf(all, moved, step);
      if (target === undefined) return;
      expect(moved.has(target ?? '')).toBe(false);
      const staying = all.filter((key) => !moved.has(key));
      const at = target === null ? staying.length : staying.indexOf(target);
      expect([...staying.slice(0, at), ...all.filter((key) => moved.has(key)), ...staying.slice(at)]).not.toEqual(all);
    }),
  );
});
