import { gap, type RowMeasure } from './grid-geometry.ts';
import { countIn, type Placing } from './section-layout.ts';
import type { Section } from './grid-layout.ts';

/** Places of square cells, as pure arithmetic in CSS pixels: it costs the same for ten pictures and for a million. */
export function squares(count: number, { width, wanted }: RowMeasure): Section {
  const columns = Math.max(1, Math.round((width + gap) / (wanted + gap)));
  // Whole pixels keep hairlines sharp. What is left over stays free at the end of the row.
  const cell = Math.max(1, Math.floor((width - (columns - 1) * gap) / columns));
  const pitch = cell + gap;
  const rows = Math.ceil(count / columns);
  return {
    count,
    rows,
    columns,
    height: rows * pitch,
    known: true,
    rowOf: (index) => Math.floor(index / columns),
    rowAt: (y) => Math.floor(y / pitch),
    startOf: (row) => Math.min(row * columns, count),
    boxOf: (index, row) => ({ x: (index - row * columns) * pitch, y: row * pitch, width: cell, height: cell }),
  };
}

/** Sections of square cells. */
export function squarePlacing(measure: RowMeasure): Placing {
  const { columns, height: rowHeight } = squares(1, measure);
  return {
    gap,
    most: Infinity,
    looseOf: (count) => count % columns,
    place: (cuts) => {
      const [rows, heights] = [new Int32Array(cuts.length), new Float64Array(cuts.length)];
      for (let number = 0; number < cuts.length; number += 1) {
        rows[number] = Math.ceil(countIn(cuts, number) / columns);
        heights[number] = (rows[number] ?? 0) * rowHeight;
      }
      return { rows, heights, columns, known: true, at: (number) => squares(countIn(cuts, number), measure) };
    },
  };
}
