import { describe, expect, test } from 'vitest';
import { contentTopOf, placeWhileScrolling, placeAt, scrolledTo, scrollRange, scrollTopOf, tallest } from '../../../../../renderer/ui/scrolling/scroll-range.ts';

/** A million rows of 40 pixels. */
const long = scrollRange(40_000_000, 600);
const short = scrollRange(70_000, 600);
const end = 40_000_000 - 600;
const last = tallest - 600;

describe('a list within the limit of Chromium', () => {
  test('is scrolled pixel by pixel', () => {
    expect(short.height).toBe(70_000);
    for (const top of [0, 1, 33_333, 69_400]) {
      expect(contentTopOf(short, top)).toBe(top);
      expect(scrollTopOf(short, top)).toBe(top);
      expect(scrolledTo(short, { scrollTop: 0, contentTop: 0 }, top)).toEqual({ scrollTop: top, contentTop: top });
    }
  });

  test('stays at its beginning if it is shorter than its window', () => {
    expect(placeAt(scrollRange(100, 600), 50)).toEqual({ scrollTop: 0, contentTop: 0 });
    expect(scrolledTo(scrollRange(100, 600), { scrollTop: 0, contentTop: 0 }, 0)).toEqual({ scrollTop: 0, contentTop: 0 });
  });
});

describe('a longer list', () => {
  test('has a scroll height within the limit of every device, and reaches both ends', () => {
    expect(long.height * 4).toBeLessThan(33_554_428);
    expect(contentTopOf(long, 0)).toBe(0);
    expect(contentTopOf(long, last)).toBe(end);
    expect(scrollTopOf(long, end)).toBe(last);
  });

  test('never moves back while the scroll bar moves on, and converts both ways everywhere', () => {
    let before = -1;
    for (let top = 0; top <= last; top += 9973) {
      const content = contentTopOf(long, top);
      expect(content).toBeGreaterThan(before);
      expect(scrollTopOf(long, content)).toBeCloseTo(top, 5);
      before = content;
    }
  });

  test('is scrolled pixel by pixel near its ends', () => {
    for (const top of [100, 999_999]) {
      expect(contentTopOf(long, top)).toBe(top);
      expect(contentTopOf(long, last - top)).toBe(end - top);
    }
  });

  test('moves as far as the wheel, wherever it is', () => {
    const place = placeAt(long, 20_000_000);
    expect(scrolledTo(long, place, place.scrollTop + 120).contentTop).toBe(20_000_120);
    expect(scrolledTo(long, place, place.scrollTop - 120).contentTop).toBe(19_999_880);
  });

  test('moves in proportion when the thumb is dragged', () => {
    const place = placeAt(long, 20_000_000);
    const to = place.scrollTop + 1_000_000;
    expect(scrolledTo(long, place, to).contentTop).toBe(contentTopOf(long, to));
  });

  test('shows its very ends when the scroll bar is there, even after small movements', () => {
    expect(scrolledTo(long, { scrollTop: 50, contentTop: 3000 }, 0).contentTop).toBe(0);
    expect(scrolledTo(long, { scrollTop: last - 50, contentTop: end - 3000 }, last).contentTop).toBe(end);
  });

  test('stays within its bounds', () => {
    expect(scrolledTo(long, { scrollTop: 500, contentTop: 10 }, 300).contentTop).toBe(0);
    expect(placeAt(long, 99_000_000)).toEqual({ scrollTop: last, contentTop: end });
    expect(placeAt(long, -5)).toEqual({ scrollTop: 0, contentTop: 0 });
  });
});

describe('a list that is laid out again while it scrolls', () => {
  const { scrollTop, contentTop } = placeAt(short, 30_000);

  test('does not move the scroller, and shows the right rows', () => {
    expect(placeWhileScrolling(short, scrollTop, contentTop + 700)).toEqual({ scrollTop, contentTop: contentTop + 700 });
    expect(placeWhileScrolling(long, 4_000_000, contentTopOf(long, 4_000_000) - 900)).toEqual({ scrollTop: 4_000_000, contentTop: contentTopOf(long, 4_000_000) - 900 });
  });

  test('continues from there, and is corrected when the scrolling ends', () => {
    const held = placeWhileScrolling(short, scrollTop, contentTop + 700);
    const moved = scrolledTo(short, held, scrollTop + 120);
    expect(moved.contentTop).toBe(contentTop + 820);
    expect(placeAt(short, moved.contentTop).scrollTop).toBe(30_820);
  });

  test('moves the scroller if it would be far off', () => {
    expect(placeWhileScrolling(short, scrollTop, 60_000)).toEqual({ scrollTop: 60_000, contentTop: 60_000 });
  });

  test('moves the scroller near an end, which it would reach too soon or never', () => {
    expect(placeWhileScrolling(short, 300, 1_000)).toEqual({ scrollTop: 1_000, contentTop: 1_000 });
    expect(placeWhileScrolling(short, 69_300, 68_000)).toEqual({ scrollTop: 68_000, contentTop: 68_000 });
  });
});
