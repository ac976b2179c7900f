import { expect, test } from 'vitest';
import type { PictureColumns } from '../../../../../shared/library/view.ts';
import { blockSize, createPictureBlocks } from '../../../../../renderer/stores/gallery/picture-blocks.ts';
import { columns } from '../../fake-main.ts';

const million = 1_000_000;
/** A block of a view in which the picture at position p has the id p + 1. */
const block = (number: number) => columns(Array.from({ length: blockSize }, (_, at) => number * blockSize + at + 1), number * blockSize);
const opened = () => createPictureBlocks(columns(Array.from({ length: 200 }, (_, at) => at + 1)));

test('the beginning is there at once, and is not requested while nothing else is in sight', () => {
  const blocks = opened();
  expect(blocks.at(199)).toMatchObject({ imageId: 200, width: 1 });
  expect(blocks.at(200)).toBeNull();
  expect(blocks.missing([0, 200], million)).toEqual([]);
  expect(blocks.missing([0, 201], million)).toEqual([0]);
  expect(blocks.missing([0, 500], 200)).toEqual([]);
});

test('a block is requested until it is loaded, and then found by position and by picture', () => {
  const blocks = opened();
  const middle = 1953;
  expect(blocks.missing([500_000, 500_040], million)).toEqual([middle]);
  expect(blocks.at(500_000)).toBeNull();
  blocks.put(block(middle));
  expect(blocks.missing([500_000, 500_040], million)).toEqual([]);
  expect(blocks.at(500_000)?.imageId).toBe(500_001);
  expect(blocks.positionOf(500_001)).toBe(500_000);
  expect(blocks.positionOf(700_000)).toBe(-1);
});

test('the last block is complete although it is short', () => {
  const blocks = opened();
  expect(blocks.missing([999_900, 1_000_100], million)).toEqual([3905, 3906]);
});

test('blocks that were out of sight longest are dropped first, however far one scrolls, and blocks in sight stay', () => {
  const blocks = opened();
  blocks.put(block(10));
  for (let number = 100; number < 400; number += 1) {
    blocks.put(block(number));
    expect(blocks.missing([10 * blockSize, 10 * blockSize + 1], million)).toEqual([]);
  }
  expect(blocks.at(0)?.imageId).toBe(1);
  expect(blocks.at(399 * blockSize)).not.toBeNull();
  expect(blocks.at(100 * blockSize)).toBeNull();
  const held = Array.from({ length: 400 }, (_, number) => number).filter((number) => blocks.at(number * blockSize + 255) !== null);
  expect(held.length).toBeLessThanOrEqual(64);
});

const rated = (of: PictureColumns, rating: number): PictureColumns => ({ ...of, marks: of.marks.slice().fill(rating) });

test('pictures with changed marks are shown as before, and requested again while they are in sight', () => {
  const blocks = opened();
  blocks.put(block(3));
  blocks.put(block(4));
  blocks.outdate([3 * blockSize + 1]);
  expect(blocks.at(3 * blockSize)?.marks).toBe(0);
  expect(blocks.missing([3 * blockSize, 5 * blockSize], million)).toEqual([3]);
  expect(blocks.missing([4 * blockSize, 5 * blockSize], million)).toEqual([]);
  blocks.put(rated(block(3), 5));
  expect(blocks.missing([3 * blockSize, 5 * blockSize], million)).toEqual([]);
  expect(blocks.at(3 * blockSize)?.marks).toBe(5);
});

test('the beginning that came with the view is replaced by a later block', () => {
  const blocks = opened();
  blocks.outdate([7]);
  expect(blocks.missing([0, 50], million)).toEqual([0]);
  blocks.put(rated(block(0), 4));
  expect(blocks.missing([0, 50], million)).toEqual([]);
  for (let number = 100; number < 400; number += 1) blocks.put(block(number));
  expect(blocks.at(6)?.marks).toBe(4);
});

test('too many marks to name: all loaded blocks are out of date, and only those in sight are requested', () => {
  const blocks = opened();
  blocks.put(block(3));
  blocks.outdate(null);
  expect(blocks.missing([0, 50], million)).toEqual([0]);
  expect(blocks.missing([3 * blockSize, 3 * blockSize + 10], million)).toEqual([3]);
});
