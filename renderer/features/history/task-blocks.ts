import type { TaskWithImages } from '../../../shared/task.ts';

/**
 * The rows of a view by position, as far as they are here: blocks of neighbours, those used longest ago given up first.
 * A block is short where the view ends.
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

/** The rows of positions `first` up to `end`, where all of them are here. */
export function rowsIn(blocks: TaskBlocks, first: number, end: number): readonly TaskWithImages[] | null {
  const rows: TaskWithImages[] = [];
  for (let at = first; at < end; at += 1) {
    const entry = taskAt(blocks, at);
    if (!entry) return null;
    rows.push(entry);
  }
  return rows;
}

/** What a view begins with; a short block only when nothing follows, or when it is the first: `missing` asks for what follows in it. */
export function blocksFrom(first: readonly TaskWithImages[], isAll: boolean): TaskBlocks {
  const whole = isAll ? Math.ceil(first.length / blockSize) : Math.floor(first.length / blockSize);
  return new Map(Array.from({ length: whole }, (_, block) => [block, first.slice(block * blockSize, (block + 1) * blockSize)]));
}

export function withBlock(blocks: TaskBlocks, block: number, rows: readonly TaskWithImages[]): TaskBlocks {
  const kept = [...blocks].filter(([other]) => other !== block).slice(1 - mostBlocks);
  return new Map([...kept, [block, rows]]);
}

/** The blocks that positions `first` up to, not including, `end` need, now the last to be given up. */
export function used(blocks: TaskBlocks, first: number, end: number): TaskBlocks {
  const wanted = blocksOf(first, end);
  // As a rule they are the newest already.
  const newest = [...blocks.keys()].slice(-wanted.length);
  if (wanted.every((block) => !blocks.has(block) || newest.includes(block))) return blocks;
  const moved = [...blocks].filter(([block]) => wanted.includes(block));
  return new Map([...[...blocks].filter(([block]) => !wanted.includes(block)), ...moved]);
}

/**
 * Which blocks of those positions are not here, the middle ones first: they are looked at. Few rows that a view began with, before all of it was
 * known, are not all of the first block.
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

/** A task as it was before it changed, where it is here. */
export function findTask(blocks: TaskBlocks, id: string): TaskWithImages | null {
  for (const rows of blocks.values()) {
    const found = rows.find(({ task }) => task.id === id);
    if (found) return found;
  }
  return null;
}

/** Where a task stands, where it is here; else -1. */
export function positionOf(blocks: TaskBlocks, id: string): number {
  for (const [block, rows] of blocks) {
    const at = rows.findIndex(({ task }) => task.id === id);
    if (at >= 0) return block * blockSize + at;
  }
  return -1;
}

/** Tasks as they are now, in their places, whether or not they still match: nothing moves under the eye. */
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
