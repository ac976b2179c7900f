import type { Months } from '../../../../shared/library/view.ts';
import { lastAtMost } from '../../../ui/binary-search.ts';

/** Arithmetic of the date scrubber: shares of the view from 0 (its first picture) to 1 (behind its last). */
export interface YearMark {
  readonly year: number;
  readonly share: number;
}

/** The years to label, as far as there is room. `room`: the share that a label needs. */
export function yearMarks({ months, starts }: Months, total: number, room: number): readonly YearMark[] {
  const marks: YearMark[] = [];
  months.forEach((month, at) => {
    const year = Math.floor(month / 12);
    const before = months[at - 1];
    if (before !== undefined && Math.floor(before / 12) === year) return;
    const share = (starts[at] ?? 0) / Math.max(total, 1);
    if (share - (marks.at(-1)?.share ?? -Infinity) >= room && share <= 1 - room) marks.push({ year, share });
  });
  return marks;
}

/** Index of the month that contains a position. -1: there are no months. */
export function monthAt({ starts }: Months, position: number): number {
  return lastAtMost(starts, position, starts.length);
}

/** How many pictures a month holds. */
export function monthCount({ starts }: Months, total: number, at: number): number {
  return (starts[at + 1] ?? total) - (starts[at] ?? total);
}

/** The position that a key on the scrubber leads to. Null: it is not one of its keys. */
export function scrubberKey(months: Months, total: number, position: number, key: string): number | null {
  const at = monthAt(months, position);
  const month = months.months[at] ?? 0;
  /** The months of a view that begins with the oldest picture rise. */
  const away = (months.months[0] ?? 0) > (months.months.at(-1) ?? 0) ? -12 : 12;
  const isYearAway = (other: number, by: number): boolean => (by < 0 ? other <= month + by : other >= month + by);
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return months.starts[at + 1] ?? total - 1;
    case 'ArrowUp':
    case 'ArrowLeft':
      return months.starts[Math.max(at - 1, 0)] ?? 0;
    case 'PageDown':
      return months.starts[months.months.findIndex((other) => isYearAway(other, away))] ?? total - 1;
    case 'PageUp': {
      const newer = months.months.findLastIndex((other) => isYearAway(other, -away));
      return months.starts[Math.max(newer, 0)] ?? 0;
    }
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
