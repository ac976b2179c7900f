import type { TaskRow } from '../../../stores/tasks/listed-rows.ts';
import { lastAtMost } from '../../../ui/scrolling/binary-search.ts';
import type { ScrolledList } from '../../../ui/scrolling/scroll-anchor.ts';

/** Heights in CSS pixels. The style sheets of the rows use the same values. */
const heights: Readonly<Record<TaskRow['kind'], number>> = { batch: 100, task: 40, group: 40, heading: 34 };
/** In a narrow list, tasks and groups have two lines. */
const twoLines = 56;

/** The positions of the rows. `spaceBelow`: CSS pixels below the last one. */
export function rowLayout(rows: readonly TaskRow[], isNarrow: boolean, spaceBelow = 16): ScrolledList {
  const count = rows.length;
  /** Upper edges, and the lower edge of the last row. */
  const edges = new Float64Array(count + 1);
  for (const [at, { kind }] of rows.entries()) edges[at + 1] = (edges[at] ?? 0) + (isNarrow && (kind === 'task' || kind === 'group') ? twoLines : heights[kind]);
  const edge = (at: number): number => edges[Math.min(Math.max(at, 0), count)] ?? 0;
  /** The row at a vertical position. */
  const rowAt = (y: number): number => Math.max(lastAtMost(edges, y), 0);
  return {
    count,
    height: edge(count) + spaceBelow,
    // The first row of a section is shown with the heading.
    placeOf: (index) => ({ y: edge(index), height: edge(index + 1) - edge(index), head: rows[index - 1]?.kind === 'heading' ? heights.heading : 0 }),
    rowOf: (index) => ({ first: index, end: index + 1 }),
    cellsBetween: (top, bottom) => ({ first: rowAt(Math.max(top, 0)), end: bottom <= 0 ? 0 : Math.min(rowAt(bottom) + 1, count) }),
  };
}

/** A place between two rows. */
export interface Gap {
  /** How many keys of the order are above it. */
  readonly gap: number;
  /** Where it is in the list, in CSS pixels. */
  readonly line: number;
}

/** The place between two rows of an order that is nearest to a position in the list. */
export function gapAt({ count, rowAt }: { readonly count: number; readonly rowAt: (index: number) => TaskRow | null }, layout: ScrolledList, order: readonly string[], y: number): Gap {
  const own = new Map(order.map((key, at) => [key, at]));
  const lines: Gap[] = [];
  let last: { readonly key: string; readonly gap: number; line: number } | null = null;
  for (let index = 0; index < count; index += 1) {
    const row = rowAt(index);
    if (!row) continue;
    const gap = own.get(row.key);
    const { y: top, height } = layout.placeOf(index);
    if (gap !== undefined) {
      lines.push({ gap, line: top });
      last = { key: row.key, gap: gap + 1, line: top + height };
    } else if (last && row.kind === 'task' && row.batch?.id === last.key) last.line = top + height;
  }
  if (last) lines.push(last);
  const distance = ({ line }: Gap): number => Math.abs(line - y);
  return lines.reduce((best, line) => (distance(line) < distance(best) ? line : best), lines[0] ?? { gap: 0, line: 0 });
}
