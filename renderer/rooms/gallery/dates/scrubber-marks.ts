import type { Groups, Months } from '../../../../shared/library/view.ts';
import { lastAtMost } from '../../../ui/scrolling/binary-search.ts';

/** Arithmetic of the scrubber: shares of the view from 0 (its first picture) to 1 (behind its last). */
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

/** Where the scrubber stops: at each month, or at each group. */
export interface Stops {
  /** Position of the first picture of each. */
  readonly starts: Int32Array;
  /** The stop that a page key leads to. Undefined: there is none so far away. */
  pageFrom(at: number, step: 1 | -1): number | undefined;
}

/** Page keys move by a year. */
export function monthStops({ months, starts }: Months): Stops {
  /** The months of a view that begins with the oldest picture rise. */
  const falls = (months[0] ?? 0) > (months.at(-1) ?? 0);
  return {
    starts,
    pageFrom(at, step) {
      const month = (months[at] ?? 0) + (falls ? -12 : 12) * step;
      const isFar = (other: number): boolean => (falls === (step === 1) ? other <= month : other >= month);
      const found = step === 1 ? months.findIndex(isFar) : months.findLastIndex(isFar);
      return found < 0 ? undefined : found;
    },
  };
}

/** Page keys move by ten groups. */
export function groupStops({ starts }: Groups): Stops {
  return { starts, pageFrom: (at, step) => at + 10 * step };
}

/** Index of the stop that contains a position. -1: there are none. */
export function stopAt({ starts }: Stops, position: number): number {
  return lastAtMost(starts, position, starts.length);
}

/** How many pictures there are up to the next stop. */
export function countAt({ starts }: Stops, total: number, at: number): number {
  return (starts[at + 1] ?? total) - (starts[at] ?? total);
}

/** The position that a key on the scrubber leads to. `key`: as in text from left to right. Null: it is not one of its keys. */
export function scrubberKey(stops: Stops, total: number, position: number, key: string): number | null {
  const at = stopAt(stops, position);
  const startOf = (stop: number | undefined): number | undefined => stops.starts[stop ?? -1];
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return startOf(at + 1) ?? total - 1;
    case 'ArrowUp':
    case 'ArrowLeft':
      return startOf(at - 1) ?? 0;
    case 'PageDown':
      return startOf(stops.pageFrom(at, 1)) ?? total - 1;
    case 'PageUp':
      return startOf(stops.pageFrom(at, -1)) ?? 0;
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
