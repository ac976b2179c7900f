import type { TaskWithImages } from '../../../shared/task.ts';

/**
 * The loaded rows of a view by position, in blocks. The least recently used block is dropped first.
 * The last block of a view may be shorter.
 */
export type TaskBlocks = ReadonlyMap<number, readonly TaskWithImages[]>;

export const blockSize = 100;
/** Several screenfuls in any direction: a few megabytes. */
const mostBlocks = 40;

export const noBlocks: TaskBlocks = new Map();

const blockOf = (position: number): number => Math.floor(position / blockSize);

export function taskAt(blocks: TaskBlocks, position: number): TaskWithImages | null {
  return blocks.get(blockOf(position))?.[position % blockSize] ?? null;
}

/** The rows from `first` up to, not including, `end`. Null unless all of them are loaded. */
export function rowsIn(blocks: TaskBlocks, first: number, end: number): readonly TaskWithImages[] | null {
  const rows: TaskWithImages[] = [];
  for (let at = first; at < end; at += 1) {
    const entry = taskAt(blocks, at);
    if (!entry) return null;
    rows.push(entry);
  }
  return rows;
}

/** The blocks that a view begins with. Leaves out an incomplete last block, unless the rows are all of the view. */
export function blocksFrom(first: readonly TaskWithImages[], isAll: boolean): TaskBlocks {
  const whole = isAll ? Math.ceil(first.length / blockSize) : Math.floor(first.length / blockSize);
  return new Map(Array.from({ length: whole }, (_, block) => [block, first.slice(block * blockSize, (block + 1) * blockSize)]));
}

export function withBlock(blocks: TaskBlocks, block: number, rows: readonly TaskWithImages[]): TaskBlocks {
  const kept = [...blocks].filter(([other]) => other !== block).slice(1 - mostBlocks);
  return new Map([...kept, [block, rows]]);
}

/** Marks the blocks of positions `first` up to, not including, `end` as used, so that they are dropped last. */
export function used(blocks: TaskBlocks, first: number, end: number): TaskBlocks {
  const wanted = blocksOf(first, end);
  // Usually they are the latest already.
  const newest = [...blocks.keys()].slice(-wanted.length);
  if (wanted.every((block) => !blocks.has(block) || newest.includes(block))) return blocks;
  const moved = [...blocks].filter(([block]) => wanted.includes(block));
  return new Map([...[...blocks].filter(([block]) => !wanted.includes(block)), ...moved]);
}

/**
 * The missing blocks of these positions, the middle ones first, because they are in sight. If a view began with few rows before its length was
 * known, its first block may be incomplete, and so counts as missing.
 */
export function missing(blocks: TaskBlocks, first: number, end: number): readonly number[] {
  const middle = (blockOf(first) + blockOf(Math.max(end - 1, first))) / 2;
  return blocksOf(first, end)
    .filter((block) => (blocks.get(block)?.length ?? 0) < Math.min(block === 0 ? end : 1, blockSize))
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

function blocksOf(first: number, end: number): readonly number[] {
  return end <= first ? [] : Array.from({ length: blockOf(end - 1) - blockOf(first) + 1 }, (_, at) => blockOf(first) + at);
}

/** A task as it is in the blocks, or null. */
export function findTask(blocks: TaskBlocks, id: string): TaskWithImages | null {
  for (const rows of blocks.values()) {
    const found = rows.find(({ task }) => task.id === id);
    if (found) return found;
  }
  return null;
}

/** The position of a task that is loaded, or -1. */
export function positionOf(blocks: TaskBlocks, id: string): number {
  for (const [block, rows] of blocks) {
    const at = rows.findIndex(({ task }) => task.id === id);
    if (at >= 0) return block * blockSize + at;
  }
  return -1;
}

/** Updates tasks in their places, even if they no longer match, so that no row in sight moves. */
export function withTasks(blocks: TaskBlocks, changed: readonly TaskWithImages[]): TaskBlocks {
  const byId = new Map(changed.map((entry) => [entry.task.id, entry]));
  let next: Map<number, readonly TaskWithImages[]> | null = null;
  for (const [block, rows] of blocks) {
    if (!rows.some(({ task }) => byId.has(task.id))) continue;
    next ??= new Map(blocks);
    next.set(block, rows.map((entry) => byId.get(entry.task.id) ?? entry));
  }
  return next ?? blocks;
}
