import { describe, expect, it } from 'vitest';
import { dueTime, withReading, type ClockReading } from '../../../../../electron/core/library/marks/trash-time.ts';

const day = 86_400_000;
/** Noon of a day, counted from one on which Latent had been in use for long. */
const at = (days: number): number => Date.UTC(2026, 0, 1, 12) + days * day;
const eachDay = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const readingsOf = (days: readonly number[], from: readonly ClockReading[] = []): readonly ClockReading[] => days.reduce((readings, each) => withReading(readings, at(each)), from);
const known = readingsOf(eachDay(-60, 0));

/** The day by the clock on which a picture is removed that was moved to the trash on day `thrown` by the clock. */
function removedOn(thrown: number, days: readonly number[], from = known): number | null {
  let readings = from;
  for (const each of days) {
    readings = withReading(readings, at(each));
    const due = dueTime(readings);
    if (due !== null && at(thrown) <= due) return each;
  }
  return null;
}

describe('a picture in the trash', () => {
  it('is removed after thirty days and three more, never earlier', () => {
    for (const thrown of [0, 1, 2]) expect(removedOn(thrown, eachDay(1, 60))).toBe(thrown + 33);
    expect(removedOn(0, eachDay(1, 60).flatMap((each) => [each, each + 0.1, each + 0.3])), 'with three starts a day').toBe(33);
  });

  it('stays longer if Latent is started less often than every three days', () => {
    const weekly = eachDay(1, 20).map((week) => 7 * week);
    expect(removedOn(0, weekly)).toBe(77);
  });

  it('stays for another thirty days if nothing is known of the time before', () => {
    expect(dueTime(readingsOf([0]))).toBeNull();
    expect(removedOn(-500, eachDay(0, 60), [])).toBe(33);
  });
});

describe('a wrong clock', () => {
  it.each([366, 41])('%d days ahead removes nothing within thirty days of use', (ahead) => {
    expect(removedOn(0, [ahead])).toBeNull();
    expect(removedOn(0, [ahead, ahead + 0.4])).toBeNull();
    expect(removedOn(0, eachDay(ahead, ahead + 29))).toBeNull();
    expect(removedOn(0, [ahead, ...eachDay(1, 30)]), 'and is then corrected').toBeNull();
    expect(removedOn(0, [ahead, ...eachDay(1, 60)]), 'about thirty days after the correction').toBe(34);
  });

  it.each([-9_500, -99, -35])('%d days behind: what was thrown away then stays for thirty days after the correction', (wrong) => {
    for (const behind of [[wrong], [wrong, wrong + 0.2], eachDay(wrong, wrong + 5)]) {
      expect(removedOn(wrong, [...behind, ...eachDay(7, 30)])).toBeNull();
      expect(removedOn(wrong, [...behind, ...eachDay(7, 60)])).toBeLessThanOrEqual(40);
    }
  });

  it('ahead, then behind, then right: thirty days after the correction', () => {
    const behind = readingsOf([366, 1, -40], known);
    expect(removedOn(-40, [-39, -38, ...eachDay(7, 30)], behind)).toBeNull();
    expect(removedOn(-40, [-39, -38, ...eachDay(7, 60)], behind)).toBeLessThanOrEqual(40);
  });

  it('wrong by hours, again and again, changes nothing', () => {
    expect(removedOn(0, eachDay(1, 60).flatMap((each) => [each, each - 0.5]))).toBe(33);
    expect(withReading(known, at(-0.9))).toBe(known);
  });
});

it('keeps no more readings than it needs', () => {
  expect(readingsOf(eachDay(0, 1_000))).toHaveLength(34);
});
