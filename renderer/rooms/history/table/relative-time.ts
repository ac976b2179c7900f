import type { EpochMs } from '../../../../shared/task.ts';

const steps = [
  { unit: 'second', seconds: 1, until: 60 },
  { unit: 'minute', seconds: 60, until: 3600 },
  { unit: 'hour', seconds: 3600, until: 86_400 },
  { unit: 'day', seconds: 86_400, until: 7 * 86_400 },
] as const;

const makers = new Map<string, { readonly relative: Intl.RelativeTimeFormat; readonly thisYear: Intl.DateTimeFormat; readonly otherYear: Intl.DateTimeFormat }>();

/** How long ago, up to a week, and then the day. Less than a minute is "now". */
export function relativeTime(at: EpochMs, now: EpochMs, locale: string): string {
  const { relative, thisYear, otherYear } = makersFor(locale);
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  const step = steps.find(({ until }) => seconds < until);
  if (step?.unit === 'second') return relative.format(0, 'second');
  if (step) return relative.format(-Math.floor(seconds / step.seconds), step.unit);
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? thisYear : otherYear).format(at);
}

function makersFor(locale: string) {
  const known = makers.get(locale);
  if (known) return known;
  const made = {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
    thisYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
    otherYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
  };
  makers.set(locale, made);
  return made;
}
