import { beforeEach, expect, test, vi } from 'vitest';
import * as latentImage from '../../../../renderer/features/gallery/latent-image.ts';
import { headShapes } from '../../../../renderer/features/gallery/head-shapes.ts';
import { openGallery, tasksArrived, useGallery } from '../../../../renderer/stores/gallery-store.ts';
import { noView } from '../../../../renderer/stores/picture-view.ts';
import { processing, sampleTask, withImages } from '../sample-tasks.ts';

vi.mock(import('../../../../renderer/features/gallery/latent-image.ts'), async (original) => {
  const whole = await original();
  return { ...whole, aspectOf: vi.fn(whole.aspectOf) };
});
const read = vi.mocked(latentImage.aspectOf);

const tile = (size: string) => withImages(sampleTask(processing, { request: { model: 'm', prompt: 'p', size, quality: '' } }));

beforeEach(() => {
  read.mockClear();
});

test('a tile has the shape of what was asked for, but is never leaner than a square', () => {
  openGallery([tile('1536x1024'), tile('1024x1536'), tile('')], noView);
  expect(headShapes(useGallery.getState())).toBe('1.5 1 1');
});

test('a change of tasks costs no tile its shape, and a new one only its own', () => {
  const tiles = Array.from({ length: 300 }, () => tile('1536x1024'));
  openGallery(tiles, noView);
  const before = headShapes(useGallery.getState());
  expect(read).toHaveBeenCalledTimes(300);
  const changed = tasksArrived(useGallery.getState(), tiles.map(({ task }) => withImages({ ...task, polls: task.polls + 1 })));
  expect(headShapes(changed)).toBe(before);
  expect(headShapes(tasksArrived(changed, [tile('1024x1024')]))).toBe(`1 ${before}`);
  expect(read).toHaveBeenCalledTimes(301);
});
