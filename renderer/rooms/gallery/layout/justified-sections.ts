import type { RowMeasure } from './grid-geometry.ts';
import { evenRows, expectedRows, justifiedRows, rowGap, sectionOf } from './justified-geometry.ts';
import type { Section } from './sheet-layout.ts';

/** The known shapes (width by height) of all cells. */
export interface Shapes {
  /** How many pictures there are. */
  readonly length: number;
  readonly blockSize: number;
  /** The shapes of the pictures of a block, 0 for a picture that is not loaded. Null: none is loaded. */
  block(number: number): Float32Array | null;
}

interface Block {
  readonly section: Section;
  /** The shapes that it was laid out from. Null: they are no longer loaded. */
  readonly source: Float32Array | null;
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
export function justifiedSections(shapes: Shapes, measure: RowMeasure, memory: RowMemory): readonly Section[] {
  const { length, blockSize } = shapes;
  const blockCount = Math.ceil(length / blockSize);
  if (memory.measure?.width !== measure.width || memory.measure.wanted !== measure.wanted) Object.assign(memory, { measure, blocks: new Map(), shape: meanShape(shapes, blockCount) });
  const { blocks, shape } = memory;
  /** Estimated blocks, by their number of cells. */
  const estimates = new Map<number, Section>();

  return Array.from({ length: blockCount }, (_, number) => {
    const cells = Math.min(blockSize, length - number * blockSize);
    const isLast = number === blockCount - 1;
    const source = shapes.block(number);
    const before = blocks.get(number);
    if (before && before.source === source && before.section.count === cells && before.isLast === isLast) return before.section;
    if (!source && !before) {
      const estimate = estimates.get(cells) ?? estimated(cells, shape, measure);
      estimates.set(cells, estimate);
      return estimate;
    }
    const section = source
      ? sectionOf(justifiedRows(Float32Array.from({ length: cells }, (_cell, at) => source[at] || shape), measure, isLast))
      : guessed(cells, before?.section.rows ?? 1, before?.section.height ?? 0, measure);
    blocks.set(number, { section, source, isLast });
    return section;
  });
}

/** A section of which only the number of cells is known. */
export function estimated(cells: number, shape: number, measure: RowMeasure): Section {
  const rows = expectedRows(cells, shape, measure);
  return guessed(cells, rows, rows * (measure.wanted + rowGap), measure);
}

function guessed(cells: number, rows: number, height: number, { width }: RowMeasure): Section {
  return { ...sectionOf(evenRows(cells, Math.min(rows, cells), height, width)), known: false };
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
