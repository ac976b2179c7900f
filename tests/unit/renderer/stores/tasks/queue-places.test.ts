import { array, assert, constantFrom, integer, nat, property, string, subarray, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesAfter, targetAt, targetOf, type Step } from '../../../../../renderer/stores/tasks/queue-places.ts';

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
  const keys = uniqueArray(string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  assert(
    property(keys, array(nat(11)), constantFrom<Step>('first', 'up', 'down', 'last'), (all, picks, step) => {
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

describe('the places after a move', () => {
  const placed = (...places: readonly number[]) => order.slice(0, places.length).map((key, at) => ({ key, place: places[at] ?? 0, isBatch: false }));
  /** The keys in their new order. */
  const after = (before: ReturnType<typeof placed>, moved: string, target: string | null): string => {
    const changed = new Map(placesAfter(before, new Set(moved), target).map(({ key, place }) => [key, place]));
    return before.map((entry) => ({ ...entry, place: changed.get(entry.key) ?? entry.place })).sort((a, b) => a.place - b.place).map(({ key }) => key).join('');
  };

  test('put the moved ones before the target, in their own order, and change no others', () => {
    const before = placed(0, 1024, 2048, 3072, 4096);
    expect(after(before, 'd', 'b')).toBe('adbce');
    expect(after(before, 'bd', 'a')).toBe('bdace');
    expect(after(before, 'ac', null)).toBe('bdeac');
    expect(placesAfter(before, new Set('bd'), 'a').map(({ key }) => key)).toEqual(['b', 'd']);
  });

  test('make room where neighbours have the same place', () => {
    expect(after(placed(5, 5, 5, 5, 5), 'e', 'b')).toBe('aebcd');
    expect(after(placed(1, 1 + Number.EPSILON, 9), 'c', 'b')).toBe('acb');
  });

  test('always give the order that was asked for', () => {
    assert(
      property(array(integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 5 }), subarray(order, { minLength: 1, maxLength: 4 }), nat(4), (places, moved, at) => {
        const before = placed(...places.sort((a, b) => a - b));
        const staying = order.filter((key) => !moved.includes(key));
        const target = staying[at] ?? null;
        const gap = target === null ? staying.length : staying.indexOf(target);
        const changed = placesAfter(before, new Set(moved), target);
        const now = changed.map(({ place }) => place);
        expect(now.every((place, index) => index === 0 || place > (now[index - 1] ?? 0))).toBe(true);
        const above = before.filter(({ key }) => staying.slice(0, gap).includes(key)).map(({ place }) => place);
        expect(Math.max(...above, -Infinity)).toBeLessThan(now[0] ?? 0);
      }),
    );
  });
});
