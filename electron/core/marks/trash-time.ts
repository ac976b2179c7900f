import { daysInTrash } from '../../../shared/library/marks.ts';
import type { EpochMs } from '../../../shared/task.ts';

/** What is known of the wall clock by the looks that the trash took at it; kept from one run to the next. */
export interface TrashTime {
  /** Since when no look contradicted another: nothing has been in the trash for longer than that, whatever its row says. */
  readonly anew: EpochMs;
  /** The look that decides what the next one may remove. */
  readonly seen: EpochMs;
  /** The latest moment that any look saw since `anew`. */
  readonly last: EpochMs;
  /** Moments that a look saw and the next one denied, all still to come. */
  readonly denied: readonly EpochMs[];
}

export interface Look {
  readonly time: TrashTime;
  /** The clock said nothing else for two days: a time that lies ahead of it is a wrong one. */
  readonly steady: boolean;
  /** What was thrown away until then has been there for thirty days for certain; null: nothing has. */
  readonly due: EpochMs | null;
}

const day = 86_400_000;
/** Clocks are put right, and two systems on one computer may be hours apart. */
const slip = day;
/** From the look that saw something as due to the one that may remove it. */
const secondLook = 2 * day;
/** More than someone stays away who still uses Latent; a clock that was set for a year or that forgot the year is beyond. */
const longestPause = 100 * day;

/**
 * One reading of a clock tells nothing: it may be a year ahead at one start, or back in the year 2000. So a picture goes only when a look
 * saw it as due and another, two days later or more, does not contradict that one. When the clock has gone back, when it comes past the
 * moment that it had gone back from, and when it has moved by more than a hundred days, nobody knows which of the times was wrong: then all
 * that is in the trash has its thirty days anew.
 */
export function lookAtClock(before: TrashTime | null, now: EpochMs): Look {
  if (before === null) return beginAnew(now, []);
  const wentBack = now < before.last - slip;
  const denied = wentBack ? [...before.denied, before.last] : before.denied;
  const toCome = denied.filter((moment) => moment > now);
  if (wentBack || toCome.length < denied.length || now > before.last + longestPause) return beginAnew(now, toCome);
  const last = Math.max(before.last, now);
  if (now < before.seen + secondLook) return { time: { ...before, last }, steady: false, due: null };
  const due = before.seen - daysInTrash * day;
  return { time: { ...before, seen: now, last }, steady: true, due: due < before.anew ? null : due };
}

function beginAnew(now: EpochMs, denied: readonly EpochMs[]): Look {
  return { time: { anew: now, seen: now, last: now, denied }, steady: false, due: null };
}
