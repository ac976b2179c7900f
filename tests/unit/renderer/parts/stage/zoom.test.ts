import { describe, expect, test } from 'vitest';
import type { Frame, Point } from '../../../../../renderer/parts/stage/zoom.ts';
import { bounded, canPan, fitScale, fitted, isFitted, isLeast, keptFrom, panned, placed, steppedScale, wheelFactor, zoomed } from '../../../../../renderer/parts/stage/zoom.ts';

const frame: Frame = { picture: { width: 2000, height: 1000 }, stage: { width: 848, height: 648 }, actual: 1 };

/** The point of the picture under a point of the stage. */
const under = ({ x, y, scale }: { x: number; y: number; scale: number }, point: Point) => ({ x: (point.x - x) / scale, y: (point.y - y) / scale });

describe('the fitting scale', () => {
  test('shows the whole picture with a margin', () => {
    expect(fitScale(frame)).toBe(0.4);
    expect(fitted(frame)).toEqual({ scale: 0.4, x: 0, y: 0 });
  });

  test('enlarges a small picture until it fills the stage', () => {
    expect(fitScale({ ...frame, picture: { width: 400, height: 100 } })).toBe(2);
  });

  test('is positive even without room', () => {
    expect(fitScale({ ...frame, stage: { width: 0, height: 0 } })).toBeGreaterThan(0);
  });
});

describe('zooming', () => {
  test('keeps the point under the pointer in place', () => {
    const about = { x: 100, y: -30 };
    const from = zoomed(frame, fitted(frame), 2, { x: 0, y: 0 });
    const to = zoomed(frame, from, 3, about);
    expect(to.scale).toBe(3);
    expect(under(to, about).x).toBeCloseTo(under(from, about).x);
    expect(under(to, about).y).toBeCloseTo(under(from, about).y);
  });

  test('stays between the whole picture and sixteen times its size', () => {
    expect(zoomed(frame, fitted(frame), 0.01, { x: 0, y: 0 })).toEqual(fitted(frame));
    expect(zoomed(frame, fitted(frame), 900, { x: 0, y: 0 }).scale).toBe(16);
  });

  test('reduces a small picture to its actual size, and no further', () => {
    const small: Frame = { ...frame, picture: { width: 400, height: 100 } };
    const reduced = zoomed(small, fitted(small), 0.01, { x: 0, y: 0 });
    expect(reduced.scale).toBe(1);
    expect([isFitted(small, fitted(small)), isLeast(small, fitted(small))]).toEqual([true, false]);
    expect([isFitted(small, reduced), isLeast(small, reduced)]).toEqual([false, true]);
    expect(steppedScale(small, 1, -1)).toBe(1);
    expect(steppedScale(small, 1.9, 1)).toBe(2);
  });

  test('never reduces a tiny picture that fills the stage', () => {
    const tiny: Frame = { ...frame, picture: { width: 20, height: 20 } };
    expect(bounded(tiny, fitted(tiny))).toEqual({ scale: 30, x: 0, y: 0 });
    expect(steppedScale(tiny, 16, 1)).toBe(30);
  });

  test('counts steps and the largest zoom from another scale than the actual size, if there is one', () => {
    const small: Frame = { ...frame, picture: { width: 400, height: 100 }, base: 2 };
    expect(zoomed(small, fitted(small), 900, { x: 0, y: 0 }).scale).toBe(32);
    expect(steppedScale(small, 16, 1)).toBeCloseTo(16 * Math.SQRT2);
    expect([steppedScale(small, 1.1, -1), steppedScale(small, 1, -1)]).toEqual([1, 1]);
  });

  test('out again ends in the middle, wherever it started', () => {
    const inside = zoomed(frame, fitted(frame), 4, { x: 400, y: 300 });
    const { x, y } = zoomed(frame, inside, 0.4, { x: -400, y: -300 });
    expect([Math.abs(x), Math.abs(y)]).toEqual([0, 0]);
  });

  test('in and out by the same pinch or wheel step cancels out', () => {
    for (const ctrlKey of [true, false]) {
      const inward = wheelFactor({ deltaY: -40, deltaMode: 0, ctrlKey });
      expect(inward).toBeGreaterThan(1);
      expect(inward * wheelFactor({ deltaY: 40, deltaMode: 0, ctrlKey })).toBeCloseTo(1);
    }
    expect(wheelFactor({ deltaY: -3, deltaMode: 1, ctrlKey: false })).toBeGreaterThan(1.2);
    expect(wheelFactor({ deltaY: -1e9, deltaMode: 0, ctrlKey: true })).toBeLessThan(5);
  });
});

describe('panning', () => {
  test('stops at the picture’s edges', () => {
    const at = panned(frame, { scale: 1, x: 0, y: 0 }, { x: 9999, y: -9999 });
    expect(at).toEqual({ scale: 1, x: (2000 - 848) / 2, y: -(1000 - 648) / 2 });
  });

  test('does not move a picture along a side on which it fits', () => {
    expect(panned(frame, { scale: 0.5, x: 0, y: 0 }, { x: 50, y: 50 })).toEqual({ scale: 0.5, x: 50, y: 0 });
  });

  test('is offered only if it moves something', () => {
    expect(canPan(frame, fitted(frame))).toBe(false);
    expect(canPan(frame, { scale: 0.5, x: 0, y: 0 })).toBe(true);
  });

  test('moves the picture back into its bounds in a smaller window', () => {
    const wide = { ...frame, stage: { width: 2000, height: 1000 } };
    expect(bounded(wide, { scale: 1, x: 500, y: 300 })).toEqual({ scale: 1, x: 0, y: 0 });
  });
});

describe('the steps of + and −', () => {
  test('include the whole picture and actual size', () => {
    const up: number[] = [0.4];
    while ((up.at(-1) ?? 0) < 16) up.push(steppedScale(frame, up.at(-1) ?? 0, 1));
    expect(up).toContain(1);
    expect(up.at(-1)).toBe(16);
    const down: number[] = [16];
    while ((down.at(-1) ?? 0) > 0.4) down.push(steppedScale(frame, down.at(-1) ?? 0, -1));
    expect(down).toEqual(up.toReversed());
  });

  test('end at the bounds', () => {
    expect(steppedScale(frame, 16, 1)).toBe(16);
    expect(steppedScale(frame, 0.4, -1)).toBe(0.4);
  });

  test('continue from a scale between two steps', () => {
    expect(steppedScale(frame, 0.9, 1)).toBe(1);
    expect(steppedScale(frame, 1.1, -1)).toBe(1);
  });
});

describe('from picture to picture', () => {
  const small: Frame = { ...frame, picture: { width: 1000, height: 500 } };
  const shown = panned(frame, zoomed(frame, fitted(frame), 2, { x: 0, y: 0 }), { x: 300, y: -200 });

  test('scale and place stay the same if the size is the same', () => {
    expect(placed(frame, keptFrom(frame, shown))).toEqual(shown);
  });

  test('the same part is shown at the same scale if the size differs', () => {
    expect(placed(small, keptFrom(frame, shown))).toEqual({ scale: 2, x: 150, y: -100 });
  });

  test('a picture that fits at that scale is shown whole, and the next one as before', () => {
    const kept = keptFrom(frame, zoomed(frame, fitted(frame), 0.6, { x: 0, y: 0 }));
    expect(isFitted({ ...frame, picture: { width: 900, height: 500 } }, placed({ ...frame, picture: { width: 900, height: 500 } }, kept))).toBe(true);
    expect(placed(frame, kept).scale).toBeCloseTo(0.6);
  });
});
