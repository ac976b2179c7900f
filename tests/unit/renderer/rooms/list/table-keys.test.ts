import type { KeyboardEvent } from 'react';
import { expect, test } from 'vitest';
import { cursorAfter, movedBy, startsEditing } from '../../../../../renderer/rooms/list/table-keys.ts';

const last = { row: 9, column: 3 };
const at = { row: 5, column: 1, anchor: 5 };
const key = (name: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent => ({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }) as KeyboardEvent;

test.each<[string, Partial<KeyboardEvent>, number, number, number]>([
  ['ArrowUp', {}, 4, 1, 4],
  ['ArrowDown', { shiftKey: true }, 6, 1, 5],
  ['ArrowDown', { ctrlKey: true }, 9, 1, 9],
  ['PageUp', {}, 0, 1, 0],
  ['PageDown', { shiftKey: true }, 9, 1, 5],
  ['ArrowLeft', {}, 5, 0, 5],
  ['Home', {}, 5, 0, 5],
  ['End', {}, 5, 3, 5],
  ['Home', { ctrlKey: true }, 0, 0, 0],
  ['End', { ctrlKey: true, shiftKey: true }, 9, 3, 5],
  ['a', { metaKey: true }, 9, 1, 0],
])('%s %j', (name, more, row, column, anchor) => expect(cursorAfter(key(name, more), at, last, 7)).toEqual({ row, column, anchor }));

test('arrows stop at the edges; Tab goes on in the next row', () => {
  expect(cursorAfter(key('ArrowRight'), { row: 5, column: 3, anchor: 5 }, last, 7)).toEqual({ row: 5, column: 3, anchor: 5 });
  expect(movedBy({ row: 5, column: 3, anchor: 5 }, { columns: 1 }, last)).toEqual({ row: 6, column: 0, anchor: 6 });
  expect(movedBy({ row: 5, column: 0, anchor: 2 }, { columns: -1 }, last)).toEqual({ row: 4, column: 3, anchor: 4 });
  expect(movedBy({ row: 9, column: 3, anchor: 9 }, { columns: 1 }, last)).toEqual({ row: 9, column: 3, anchor: 9 });
});

test('other keys lead nowhere, and characters begin to write', () => {
  expect(cursorAfter(key('x'), at, last, 7)).toBeNull();
  expect(cursorAfter(key('ArrowUp', { altKey: true }), at, last, 7)).toBeNull();
  expect([key('x'), key('🦊'), key('F3'), key('x', { ctrlKey: true })].map(startsEditing)).toEqual([true, true, false, false]);
});
