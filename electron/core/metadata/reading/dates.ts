import type { EpochMs } from '../../../../shared/task.ts';

const exif = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?/;
const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;
const iptcDay = /^(\d{4})(\d{2})(\d{2})$/;
const iptcTime = /^(\d{2})(\d{2})(\d{2})([+-]\d{4})?$/;
const mail = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|Z|[+-]\d{4})$/;

/** `2026:11:21 08:30:00`. The offset (`+01:00`) is a separate field. Without it, the time is local. */
export function exifTime(text: string | null, offset: string | null = null): EpochMs | null {
  const found = text === null ? null : exif.exec(text.trim());
  return found && timeOf(found.slice(1, 7), found[7], offset?.trim());
}

/** ISO 8601 as in XMP, from the year alone to fractions of a second. */
export function isoTime(text: string | null): EpochMs | null {
  const found = text === null ? null : iso.exec(text.trim());
  return found && timeOf(found.slice(1, 7), found[7], found[8]);
}

/** IPTC stores the day (`20261121`) and the time (`083000+0100`) separately. */
export function iptcDate(day: string | null, time: string | null): EpochMs | null {
  const date = day === null ? null : iptcDay.exec(day.trim());
  const clock = time === null ? null : iptcTime.exec(time.trim());
  return date && timeOf([...date.slice(1, 4), ...(clock?.slice(1, 4) ?? [])], undefined, clock?.[4]);
}

/** A date in any of the formats above, or in that of mail, which PNG requires. */
export function anyTime(text: string | null): EpochMs | null {
  if (text === null || text.length > 64) return null;
  const trimmed = text.trim();
  if (!mail.test(trimmed)) return isoTime(trimmed) ?? exifTime(trimmed);
  const time = Date.parse(trimmed);
  return Number.isNaN(time) ? null : time;
}

function timeOf(parts: readonly (string | undefined)[], fraction = '', offset = ''): EpochMs | null {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    part === undefined ? undefined : Number(part),
  );
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  const zone = /^(?:Z|([+-])(\d{2}):?(\d{2}))$/i.exec(offset);
  // `Date` would move a 13th month to the next year. Cameras without a clock write zeros.
  if (year < 1800 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return null;
  if (zone === null) return new Date(year, month - 1, day, hour, minute, second, ms).getTime();
  const minutes = (Number(zone[2] ?? 0) * 60 + Number(zone[3] ?? 0)) * (zone[1] === '-' ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, minute, second, ms) - minutes * 60_000;
}
