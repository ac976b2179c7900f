import { margin } from './grid-geometry.ts';
import { evenRows, expectedRows, justifiedRows, rowGap, type RowMeasure, type Rows } from './justified-rows.ts';
import type { CellRange, Place, SheetLayout } from './sheet-layout.ts';

/** The known shapes (width by height) of all cells. */
export interface Shapes {
  /** How many pictures there are. */
  readonly length: number;
  readonly blockSize: number;
  /** The shapes of the pictures of a block, 0 for a picture that is not loaded. Null: none is loaded. */
  block(number: number): Float32Array | null;
}

interface Block {
  readonly rows: number;
  readonly height: number;
  /** Null: its pictures are not loaded, or no longer. */
  readonly laid: Laid | null;
}

interface Laid {
  readonly rows: Rows;
  readonly columns: number;
  /** The shapes that it was made from. */
  readonly source: Float32Array;
  readonly cells: number;
  readonly isLast: boolean;
}

/** The known layout of the blocks of one view, at one measure. Blocks that were dropped keep their height. */
export interface RowMemory {
  measure: RowMeasure | null;
  blocks: Map<number, Block>;
  /** Used for all unknown shapes. It never changes, because the whole sheet would then change with every loaded block. */
  shape: number;
}

export const noRowMemory = (): RowMemory => ({ measure: null, blocks: new Map(), shape: 1 });

/**
 * Justified rows for a view of any length, of which only some blocks are loaded. Rows never extend across blocks, so that a block that is
 * loaded only moves the blocks below it. The heights of the other blocks are estimated.
 */
export function justifiedLayout(shapes: Shapes, { width, wanted }: RowMeasure, memory: RowMemory): SheetLayout {
  const measure = { width: Math.max(width - margin, 1), wanted };
  const { length: count, blockSize } = shapes;
  const blockCount = Math.ceil(count / blockSize);
  const firstOf = (number: number): number => Math.min(number * blockSize, count);
  if (memory.measure?.width !== measure.width || memory.measure.wanted !== wanted) Object.assign(memory, { measure, blocks: new Map(), shape: meanShape(shapes, blockCount) });

  const blocks: Block[] = [];
  const tops = new Float64Array(blockCount + 1).fill(margin);
  const rowsBefore = new Int32Array(blockCount + 1);
  let columns = 1;
  for (let number = 0; number < blockCount; number += 1) {
    const cells = firstOf(number + 1) - firstOf(number);
    const block = blockOf(shapes, number, cells, number === blockCount - 1, memory);
    blocks.push(block);
    tops[number + 1] = (tops[number] ?? 0) + block.height;
    rowsBefore[number + 1] = (rowsBefore[number] ?? 0) + block.rows;
    columns = Math.max(columns, block.laid?.columns ?? Math.ceil(cells / block.rows));
  }

  const guesses = new Map<number, Rows>();
  /** Rows of a block. For a block that is not loaded, they are estimated when first needed. */
  const rowsIn = (number: number): Rows => {
    const block = blocks[number] ?? nothing;
    const rows = block.laid?.rows ?? guesses.get(number);
    if (rows) return rows;
    const guess = evenRows(firstOf(number + 1) - firstOf(number), block.rows, block.height, measure.width);
    guesses.set(number, guess);
    return guess;
  };
  const blockAt = (index: number): number => Math.min(Math.max(Math.floor(index / blockSize), 0), blockCount - 1);
  const placeOf = (index: number): Place => {
    const number = blockAt(index);
    const rows = rowsIn(number);
    const at = index - firstOf(number);
    const row = lastAtMost(rows.starts, at, rows.starts.length - 1);
    const top = rows.tops[row] ?? 0;
    return {
      x: margin + (rows.lefts[at] ?? 0),
      y: (tops[number] ?? 0) + top,
      width: rows.widths[at] ?? 0,
      height: (rows.tops[row + 1] ?? 0) - top - rowGap,
      row: (rowsBefore[number] ?? 0) + row,
      column: at - (rows.starts[row] ?? 0),
    };
  };
  const rowIn = (number: number, row: number): CellRange => {
    const { starts } = rowsIn(number);
    return { first: firstOf(number) + (starts[row] ?? 0), end: firstOf(number) + (starts[row + 1] ?? 0) };
  };
  const rowOf = (index: number): CellRange => {
    const number = blockAt(index);
    const { starts } = rowsIn(number);
    return rowIn(number, lastAtMost(starts, index - firstOf(number), starts.length - 1));
  };
  /** The row at a vertical position, or the nearest row. */
  const rowAt = (y: number): CellRange => {
    const number = Math.max(lastAtMost(tops, y, blockCount), 0);
    const rows = rowsIn(number);
    return rowIn(number, Math.max(lastAtMost(rows.tops, y - (tops[number] ?? 0), rows.starts.length - 1), 0));
  };

  return {
    count,
    rows: rowsBefore[blockCount] ?? 0,
    columns,
    height: count === 0 ? 0 : (tops[blockCount] ?? 0) - rowGap + margin,
    known: blocks.every(({ laid }) => laid !== null),
    placeOf,
    rowOf,
    cellsBetween: (top, bottom) => (count === 0 || bottom <= margin ? { first: 0, end: 0 } : { first: rowAt(top).first, end: rowAt(Math.ceil(bottom) - 1).end }),
  };
}

const nothing: Block = { rows: 1, height: 0, laid: null };

/** The present state of a block: laid out if its pictures are loaded, or else with its former or estimated height. */
function blockOf(shapes: Shapes, number: number, cells: number, isLast: boolean, { measure, blocks, shape }: RowMemory): Block {
  if (!measure) return nothing;
  const before = blocks.get(number);
  const source = shapes.block(number);
  if (!source) {
    if (!before?.laid) return before ?? estimated(cells, shape, measure);
    const gone = { ...before, laid: null };
    blocks.set(number, gone);
    return gone;
  }
  if (before?.laid?.source === source && before.laid.isLast === isLast && before.laid.cells === cells) return before;
  const all = new Float32Array(cells);
  for (let at = 0; at < cells; at += 1) all[at] = source[at] || shape;
  const rows = justifiedRows(all, measure, isLast);
  const columns = rows.starts.reduce((most, start, row) => Math.max(most, (rows.starts[row + 1] ?? start) - start), 0);
  const block = { rows: rows.starts.length - 1, height: rows.tops.at(-1) ?? 0, laid: { source, cells, isLast, rows, columns } };
  blocks.set(number, block);
  return block;
}

function estimated(cells: number, shape: number, measure: RowMeasure): Block {
  const rows = expectedRows(cells, shape, measure);
  return { rows, height: rows * (measure.wanted + rowGap), laid: null };
}

/** The mean shape of the loaded pictures. */
function meanShape({ block }: Shapes, blockCount: number): number {
  let [sum, count] = [0, 0];
  for (let number = 0; number < blockCount; number += 1) {
    for (const shape of block(number) ?? []) {
      sum += shape;
      if (shape > 0) count += 1;
    }
  }
  return count === 0 ? 1 : sum / count;
}

/** Index of the last of the first `length` ascending numbers that is at most `value`, or -1. */
function lastAtMost(numbers: ArrayLike<number>, value: number, length: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
