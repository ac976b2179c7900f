import { describe, expect, test } from 'vitest';
import { rowWindow, shownAt } from '../../../../../renderer/stores/history/row-window.ts';

const view = { contentTop: 4000, viewport: 600 };

describe('rowWindow', () => {
  test('draws the rows in sight and a few around them, of however many', () => {
    expect(rowWindow(1_000_000, view, 8)).toEqual({ first: 92, end: 123 });
    expect(rowWindow(1_000_000, { contentTop: 39_999_400, viewport: 600 }, 8)).toEqual({ first: 999_977, end: 1_000_000 });
  });

  test('contains every row that is at least partly in sight', () => {
    for (let contentTop = 0; contentTop < 400; contentTop += 7) {
      const { first, end } = rowWindow(500, { ...view, contentTop }, 0);
      expect(first * 40).toBeLessThanOrEqual(contentTop);
      expect(end * 40).toBeGreaterThanOrEqual(contentTop + 600);
    }
  });

  test('ends where the rows end', () => {
    expect(rowWindow(3, { ...view, contentTop: 0 })).toEqual({ first: 0, end: 3 });
    expect(rowWindow(0, { ...view, contentTop: 0 })).toEqual({ first: 0, end: 0 });
    // There are fewer rows than before, and the scroller does not know yet.
    const shrunk = rowWindow(5, view);
    expect(shrunk.first).toBeLessThanOrEqual(shrunk.end);
  });
});

test('a row is scrolled into sight by the least movement', () => {
  expect(shownAt(105, view)).toBe(4000);
  expect(shownAt(99, view)).toBe(3960);
  expect(shownAt(115, view)).toBe(4040);
});
