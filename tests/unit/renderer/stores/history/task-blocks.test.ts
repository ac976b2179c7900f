import { describe, expect, test } from 'vitest';
import { blocksFrom, blockSize, findTask, missing, noBlocks, taskAt, used, withBlock, withTasks } from '../../../../../renderer/stores/history/task-blocks.ts';
import type { TaskWithImages } from '../../../../../shared/task.ts';
import { completed, processing, sampleTask, withImages } from '../../sample-tasks.ts';

const rows = (count: number): readonly TaskWithImages[] => Array.from({ length: count }, (_, at) => withImages(sampleTask(processing, { createdAt: at })));

describe('rows by position', () => {
  test('begin with the first answer: whole blocks, and a short one only at the very end', () => {
    const first = rows(blockSize + 30);
    expect(taskAt(blocksFrom(first, false), blockSize - 1)).toBe(first[blockSize - 1]);
    expect(taskAt(blocksFrom(first, false), blockSize + 5)).toBeNull();
    expect(taskAt(blocksFrom(first, true), blockSize + 29)).toBe(first[blockSize + 29]);
    expect(taskAt(blocksFrom(first, true), blockSize + 30)).toBeNull();
  });

  test('are requested a block at a time, from the middle of the window outwards', () => {
    const blocks = withBlock(noBlocks, 3, rows(blockSize));
    expect(missing(blocks, 250, 551)).toEqual([4, 2, 5]);
    expect(missing(blocks, 310, 330)).toEqual([]);
    expect(missing(blocks, 5, 5)).toEqual([]);
  });

  test('that were used longest ago are dropped first', () => {
    let blocks = noBlocks;
    for (let block = 0; block < 40; block += 1) blocks = withBlock(blocks, block, []);
    blocks = used(blocks, 0, blockSize);
    blocks = withBlock(blocks, 99, []);
    expect(blocks.size).toBe(40);
    expect([blocks.has(0), blocks.has(1), blocks.has(2), blocks.has(99)]).toEqual([true, false, true, true]);
  });

  test('are not rebuilt for blocks that are in use anyway', () => {
    const blocks = withBlock(withBlock(noBlocks, 1, []), 2, []);
    expect(used(blocks, blockSize, 3 * blockSize)).toBe(blocks);
    expect(used(blocks, 7 * blockSize, 8 * blockSize)).toBe(blocks);
  });

  test('change in place, even if they no longer match', () => {
    const first = rows(3);
    const blocks = blocksFrom(first, true);
    const changed = withImages({ ...(first[1]?.task ?? sampleTask(processing)), state: completed(1) });
    const next = withTasks(blocks, [changed, withImages(sampleTask(processing))]);
    expect([taskAt(next, 0), taskAt(next, 1), taskAt(next, 2), taskAt(next, 3)]).toEqual([first[0], changed, first[2], null]);
    expect(findTask(next, changed.task.id)).toBe(changed);
    expect(withTasks(blocks, [withImages(sampleTask(processing))])).toBe(blocks);
  });
});
