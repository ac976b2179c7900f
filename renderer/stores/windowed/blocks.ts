import type { Range, Splice } from '../../../shared/library/view.ts';
import { positionAfter } from './moved-rows.ts';

/**
 * The loaded rows of a view by position, in blocks of one size. Null stands for a row that is not loaded. The block that is
 * farthest from the latest is dropped first.
 */
export interface Blocks<Row> {
  readonly size: number;
  /** How many blocks are kept. */
  readonly most: number;
  readonly loaded: ReadonlyMap<number, readonly (Row | null)[]>;
  /** Blocks to load again. Until then, their rows are shown as they are. */
  readonly outdated: ReadonlySet<number>;
}

const upToDate: ReadonlySet<number> = new Set();

export const noBlocks = <Row>(size: number, most: number): Blocks<Row> => ({ size, most, loaded: new Map(), outdated: upToDate });

export function rowAt<Row>({ loaded, size }: Blocks<Row>, position: number): Row | null {
  return position < 0 ? null : (loaded.get(Math.floor(position / size))?.[position % size] ?? null);
}

/** The rows from `first` up to, not including, `end`. Null unless all of them are loaded. */
export function rowsIn<Row>(blocks: Blocks<Row>, first: number, end: number): readonly Row[] | null {
  const rows: Row[] = [];
  for (let at = first; at < end; at += 1) {
    const row = rowAt(blocks, at);
    if (row === null) return null;
    rows.push(row);
  }
  return rows;
}

/** The position of the first loaded row that `is` it, or -1. */
export function findRow<Row>({ loaded, size }: Blocks<Row>, is: (row: Row) => boolean): number {
  for (const [number, rows] of loaded) {
    const at = rows.findIndex((row) => row !== null && is(row));
    if (at >= 0) return number * size + at;
  }
  return -1;
}

/** Adds rows from a position on. The blocks that they begin in and end in keep their other rows. */
export function withRows<Row>(blocks: Blocks<Row>, first: number, rows: readonly Row[]): Blocks<Row> {
  const { size, most } = blocks;
  const loaded = new Map(blocks.loaded);
  const outdated = new Set(blocks.outdated);
  for (const number of blocksOf(blocks, [first, first + rows.length])) {
    const start = number * size;
    const before = loaded.get(number);
    loaded.set(number, Array.from({ length: size }, (_, at) => rows[start + at - first] ?? before?.[at] ?? null));
    outdated.delete(number);
  }
  const distance = (number: number): number => Math.abs(number - first / size);
  const farthest = [...loaded.keys()].toSorted((a, b) => distance(b) - distance(a));
  for (const number of farthest.slice(0, Math.max(loaded.size - most, 0))) loaded.delete(number);
  return { ...blocks, loaded, outdated };
}

/** The blocks that are to be loaded for these positions, the middle ones first. */
export function missing<Row>(blocks: Blocks<Row>, [first, end]: Range): readonly number[] {
  const middle = (first + end) / blocks.size / 2;
  const isMissing = (number: number): boolean => {
    const rows = blocks.loaded.get(number);
    const start = number * blocks.size;
    return !rows || blocks.outdated.has(number) || rows.slice(Math.max(first - start, 0), end - start).includes(null);
  };
  return blocksOf(blocks, [first, end])
    .filter(isMissing)
    .toSorted((a, b) => Math.abs(a + 0.5 - middle) - Math.abs(b + 0.5 - middle));
}

/** Replaces rows in their places. `change` returns the same row if nothing changed. */
export function withChanged<Row>(blocks: Blocks<Row>, change: (row: Row) => Row): Blocks<Row> {
  let loaded: Map<number, readonly (Row | null)[]> | null = null;
  for (const [number, rows] of blocks.loaded) {
    const next = rows.map((row) => row && change(row));
    if (next.every((row, at) => row === rows[at])) continue;
    loaded ??= new Map(blocks.loaded);
    loaded.set(number, next);
  }
  return loaded ? { ...blocks, loaded } : blocks;
}

/** Marks the blocks of these rows as out of date. */
export function withOutdated<Row>(blocks: Blocks<Row>, isOld: (row: Row) => boolean): Blocks<Row> {
  const old = [...blocks.loaded].flatMap(([number, rows]) => (rows.some((row) => row !== null && isOld(row)) ? [number] : []));
  return old.length === 0 ? blocks : { ...blocks, outdated: new Set([...blocks.outdated, ...old]) };
}

/** The blocks after the view has changed: rows that stay move to their new positions. */
export function spliced<Row>(blocks: Blocks<Row>, splices: readonly Splice[]): Blocks<Row> {
  const { size } = blocks;
  const loaded = new Map<number, (Row | null)[]>();
  const old = new Set<number>();
  for (const [number, rows] of blocks.loaded) {
    rows.forEach((row, at) => {
      const position = row === null ? null : positionAfter(splices, number * size + at);
      if (position === null) return;
      const into = Math.floor(position / size);
      const block = loaded.get(into) ?? Array.from({ length: size }, () => null);
      block[position % size] = row;
      loaded.set(into, block);
      if (blocks.outdated.has(number)) old.add(into);
    });
  }
  return { ...blocks, loaded, outdated: old };
}

function blocksOf<Row>({ size }: Blocks<Row>, [first, end]: Range): readonly number[] {
  const from = Math.floor(Math.max(first, 0) / size);
  return Array.from({ length: Math.max(Math.ceil(end / size) - from, 0) }, (_, at) => from + at);
}
