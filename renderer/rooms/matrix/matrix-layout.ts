import type { MatrixTable } from '../../stores/matrix/matrix-table.ts';
import type { Matrix } from '../../../shared/library/batch-matrix.ts';

/** Sizes of the parts of a grid, in CSS pixels. */
export interface MatrixLayout {
  /** Size of the area for the picture. */
  readonly picture: { readonly width: number; readonly height: number };
  readonly cell: { readonly width: number; readonly height: number };
  /** Width of the row headers. 0: there are none. */
  readonly side: number;
  /** Height of the column headers. */
  readonly head: number;
  readonly width: number;
  readonly height: number;
}

/** Margin around a picture. */
const padding = 6;
/** Height of the line below a picture, if cells have several tasks. */
const captionHeight = 30;
/** Height of the column headers. A single value has two lines, because names of models are long. */
const headLine = 18;
const headPadding = 10;
const side = 116;
/** The same if prompts are in them. They have room for the first words. */
const wideSide = 180;
const narrowest = 112;

/** @param cellSize the longer side of a picture @param several whether any cell has several tasks */
export function matrixLayout(values: Matrix['values'], { across, down, columns, rows }: MatrixTable, cellSize: number, several: boolean): MatrixLayout {
  const shapes = values.size.map(shapeOf);
  const picture = { width: cellSize * Math.max(...shapes.map(({ width }) => width)), height: cellSize * Math.max(...shapes.map(({ height }) => height)) };
  const cell = { width: Math.round(Math.max(picture.width, narrowest) + 2 * padding), height: Math.round(picture.height + 2 * padding + (several ? captionHeight : 0)) };
  const sides = down.length === 0 ? 0 : down.includes('prompt') ? wideSide : side;
  const head = Math.max(across.length, 2) * headLine + headPadding;
  return { picture, cell, side: sides, head, width: sides + columns.length * cell.width, height: head + rows.length * cell.height };
}

/** The sides of a size, scaled so that the longer one is 1. A size that is not set may have any shape. */
function shapeOf(size: string): { readonly width: number; readonly height: number } {
  const [, width = 0, height = 0] = (/^(\d+)\s*[x×]\s*(\d+)$/i.exec(size) ?? []).map(Number);
  const longer = Math.max(width, height);
  return width > 0 && height > 0 ? { width: width / longer, height: height / longer } : { width: 1, height: 1 };
}

/** The cells along one direction that are in sight, and some around them. */
export function inSight(count: number, size: number, from: number, viewport: number): readonly number[] {
  const spare = 1;
  const first = Math.max(Math.floor(from / size) - spare, 0);
  const end = Math.min(Math.ceil((from + viewport) / size) + spare, count);
  return Array.from({ length: Math.max(end - first, 0) }, (_, at) => first + at);
}

/** The scroll position nearest to `from` at which a cell is in sight. @param viewport without the headers */
export function scrolledTo(at: number, size: number, from: number, viewport: number): number {
  if (at < 0 || at * size < from) return Math.max(at, 0) * size;
  return Math.max(from, (at + 1) * size - viewport);
}
