import { describe, expect, it } from 'vitest';
import { lookAtClock, type TrashTime } from '../../../../electron/core/marks/trash-time.ts';

const day = 86_400_000;
/** Midday of a day, counted from one on which Latent had been used for long. */
const at = (days: number): number => Date.UTC(2026, 0, 1, 12) + days * day;
const known: TrashTime = { anew: at(-400), seen: at(0), last: at(0), denied: [] };

/** On which of these days, as the clock has them, what was thrown away at a time (`thrown`, as the clock had it) is removed. */
function removedOn(thrown: number, days: readonly number[], from: TrashTime | null = known): number | null {
  let time = from;
  for (const each of days) {
    const look = lookAtClock(time, at(each));
    if (look.due !== null && at(thrown) <= look.due) return each;
    time = look.time;
  }
  return null;
}

const eachDay = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('thirty days in the trash', () => {
  it('are thirty days and a few more, never fewer', () => {
    for (const thrown of [0, 1, 2]) {
      const removed = removedOn(thrown, eachDay(1, 60)) ?? Infinity;
      expect(removed - thrown).toBeGreaterThanOrEqual(32);
      expect(removed - thrown).toBeLessThanOrEqual(34);
    }
    expect(removedOn(0, eachDay(1, 60).flatMap((each) => [each, each + 0.1, each + 0.3])), 'started three times a day').toBeLessThanOrEqual(35);
  });

  it('are over at the second start after them for whoever starts Latent once a month', () => {
    expect(removedOn(0, [31, 62, 93])).toBe(62);
    expect(removedOn(0, [31, 33, 62])).toBe(33);
    expect(removedOn(0, [31, 31.1, 32.9]), 'several times on one day is one look').toBeNull();
  });

  it('begin anew for the history of an earlier version, and where nobody knows what the clock said', () => {
    expect(lookAtClock(null, at(0)).due).toBeNull();
    expect(removedOn(-500, eachDay(0, 60), null)).toBe(32);
  });
});

describe('a wrong clock', () => {
  it('a year ahead at one start, twice on one day, or for weeks, takes nothing', () => {
    expect(removedOn(0, [366])).toBeNull();
    expect(removedOn(0, [366, 366.4])).toBeNull();
    expect(removedOn(0, eachDay(366, 390))).toBeNull();
    expect(removedOn(0, [366, 1, ...eachDay(2, 30)]), 'and put right: nothing in the thirty days after').toBeNull();
    expect(removedOn(0, [366, ...eachDay(1, 60)]), 'about thirty days after it was put right').toBe(33);
  });

  it('forty days ahead at one start takes nothing either', () => {
    expect(removedOn(0, [41, 41.2, ...eachDay(1, 30)])).toBeNull();
    expect(removedOn(0, [41, ...eachDay(1, 60)])).toBe(33);
  });

  it.each([-9_500, -99, -35])('back by %d days: what was thrown away then has thirty days from when the clock is right', (wrong) => {
    for (const behind of [[wrong], [wrong, wrong + 0.2], eachDay(wrong, wrong + 5)]) {
      expect(removedOn(wrong, [...behind, ...eachDay(7, 36)])).toBeNull();
      expect(removedOn(wrong, [...behind, ...eachDay(7, 60)])).toBe(39);
      expect(removedOn(wrong, [...behind, 7, 38, 69]), 'started once a month').toBe(69);
    }
  });

  it('ahead, then back, then right: no moment that was once denied counts', () => {
    const wrong = [366, 1, -40, -39, -38];
    expect(removedOn(-40, [...wrong, ...eachDay(7, 36)])).toBeNull();
    expect(removedOn(-40, [...wrong, ...eachDay(7, 60)])).toBe(39);
  });

  it('wrong by hours, again and again, changes nothing', () => {
    const twoSystems = eachDay(1, 60).flatMap((each) => [each, each - 0.5]);
    expect(removedOn(0, twoSystems)).toBeLessThanOrEqual(35);
    expect(lookAtClock(known, at(-0.9)).time.anew).toBe(known.anew);
  });

  it('that goes back by hours from day to day is noticed', () => {
    const creeping = eachDay(1, 4).map((each) => -0.4 * each);
    let time = known;
    for (const each of creeping) ({ time } = lookAtClock(time, at(each)));
    expect(time.anew).toBe(at(-1.2));
  });
});
