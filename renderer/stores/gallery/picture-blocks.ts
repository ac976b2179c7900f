import type { PictureColumns, Range } from '../../../shared/library/view.ts';
import type { ImageId } from '../../../shared/task.ts';

/** What the sheet draws of a picture before main has described it. */
export interface Picture {
  readonly imageId: ImageId;
  readonly width: number;
  readonly height: number;
  /** Seconds since the epoch. */
  readonly savedAt: number;
  /** Read with `marksOf`. */
  readonly marks: number;
}

/** Pictures that are requested together. */
export const blockSize = 256;

/** About 16,000 pictures of 17 bytes: those in sight, and those scrolled away recently. */
const mostBlocks = 64;

/**
 * The loaded part of a view, by position, in blocks of columns as main sent them. The blocks that were out of sight longest are dropped
 * first. The beginning, which came with the view, stays.
 */
export interface PictureBlocks {
  at(position: number): Picture | null;
  /** Position of a picture that is loaded, or -1. */
  positionOf(id: ImageId): number;
  /** The columns that hold all of a block of a view of `length`, or null. */
  block(number: number, length: number): PictureColumns | null;
  put(columns: PictureColumns): void;
  /** Marks these pictures, or with null all of them, as out of date. They are shown until they are loaded again. */
  outdate(ids: readonly ImageId[] | null): void;
  /** Numbers of the blocks of these positions that are missing or out of date, in a view of `length`. Those that are loaded are dropped last. */
  missing(range: Range, length: number): readonly number[];
}

export function createPictureBlocks(opened: PictureColumns): PictureBlocks {
  let first = opened;
  const outdated = new Set<number>();
  const blocks = new Map<number, PictureColumns>();
  const columnsAt = (position: number): PictureColumns => (position < first.ids.length ? first : (blocks.get(Math.floor(position / blockSize)) ?? first));
  const block = (number: number, length: number): PictureColumns | null => blocks.get(number) ?? (number === 0 && first.ids.length >= Math.min(blockSize, length) ? first : null);
  return {
    at(position) {
      const columns = columnsAt(position);
      const at = position - columns.first;
      const imageId = columns.ids[at];
      if (imageId === undefined) return null;
      return { imageId, width: columns.widths[at] || 1, height: columns.heights[at] || 1, savedAt: columns.savedAt[at] ?? 0, marks: columns.marks[at] ?? 0 };
    },
    positionOf(id) {
      for (const columns of [first, ...blocks.values()]) {
        const at = columns.ids.indexOf(id);
        if (at >= 0) return columns.first + at;
      }
      return -1;
    },
    block,
    put(columns) {
      const put = Math.floor(columns.first / blockSize);
      outdated.delete(put);
      blocks.set(put, columns);
      // The beginning that came with the view stays, so it must not be older than this block.
      if (put === 0 && columns.ids.length >= first.ids.length) first = columns;
      for (const number of blocks.keys()) {
        if (blocks.size <= mostBlocks) break;
        blocks.delete(number);
      }
    },
    outdate(ids) {
      const old = ids && new Set(ids);
      for (const columns of [first, ...blocks.values()]) {
        if (columns.ids.length > 0 && (old === null || columns.ids.some((id) => old.has(id)))) outdated.add(Math.floor(columns.first / blockSize));
      }
    },
    missing([from, to], length) {
      const end = Math.min(to, length);
      const numbers: number[] = [];
      for (let number = Math.floor(Math.max(from, 0) / blockSize); number * blockSize < end; number += 1) {
        const held = blocks.get(number);
        if (held) {
          blocks.delete(number);
          blocks.set(number, held);
        }
        // The beginning that came with the view may contain all positions that are needed of the first block.
        const isLoaded = block(number, length) !== null || (number === 0 && end <= first.ids.length);
        if (!isLoaded || outdated.has(number)) numbers.push(number);
      }
      return numbers;
    },
  };
}
