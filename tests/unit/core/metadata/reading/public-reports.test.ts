import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageTypeOf } from '../../../../../electron/core/image-header/image-type.ts';
import { readPictureMetadata } from '../../../../../electron/core/metadata/reading/read-picture-metadata.ts';
import { sidecarText } from '../../../../../electron/core/metadata/reading/sidecars.ts';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import { recordedSource } from './build-files.ts';

/** Public reports about other programs, remade with ExifTool and ImageMagick. fixtures/public/README.md says which. */

const bytesOf = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, 'fixtures', 'public', name));

async function read(name: string, sidecar?: string): Promise<PictureMetadata> {
  const bytes = await bytesOf(name);
  const type = imageTypeOf(bytes);
  if (type === null) throw new Error('no picture');
  const sidecars = sidecar === undefined ? [] : [{ kind: 'xmp' as const, text: sidecarText(await bytesOf(sidecar)) ?? '' }];
  return readPictureMetadata(recordedSource(bytes), type, sidecars);
}

describe('a prompt', () => {
  const harbour = { prompt: 'a harbour', negativePrompt: 'fog' };

  it.each([
    ['image-saver.jpg', { ...harbour, source: 'a1111', seed: '5', steps: 20, size: '512x768', model: 'sea' }],
    ['image-saver-graph.webp', { ...harbour, source: 'comfyui', seed: '5', steps: 20 }],
    ['exif-3.jpg', { prompt: 'a hárbour, 港', source: 'exif' }],
    ['big-endian.jpg', { prompt: 'ein Hafen, früh, 港' }],
    ['little-endian.webp', { prompt: 'ein Hafen, früh, 港' }],
    ['chinese.jpg', { prompt: '清晨的港口' }],
    ['horde.jpg', { ...harbour, source: 'a1111', seed: '2830501020', steps: 50, size: '768x512', model: 'stable_diffusion' }],
    ['civitai.jpg', { prompt: 'a typed harbour', negativePrompt: 'fog', steps: 25, seed: '7', cfgScale: 4 }],
    ['novelai.webp', { ...harbour, source: 'novelai', seed: '7', steps: 28, model: 'NovelAI Diffusion V4' }],
    ['draw-things.png', { ...harbour, source: 'drawthings', steps: 8, seed: '3', cfgScale: 4.5 }],
    ['midjourney.png', { prompt: 'an old harbour --ar 2:1 --v 6', source: 'midjourney' }],
    ['sdnext-2023.png', { ...harbour, source: 'a1111', seed: '1879635471', steps: 25, sampler: 'Euler a', size: '768x512', model: 'sea' }],
    ['windows.jpg', { prompt: 'a harbour', rating: 4, tags: ['sea', 'pier'] }],
    ['catalogue.gif', { prompt: 'a harbour, früh', rating: 3, tags: ['sea'] }],
    ['digikam.jpg', { prompt: 'a harbour', flag: 'pick', label: 'purple', tags: ['sea', 'Anna'] }],
  ])('%s', async (name, expected) => {
    expect(await read(name)).toMatchObject(expected);
  });
});

describe('never a prompt', () => {
  it.each([
    ['image-saver-workflow.jpg', { source: null }],
    ['gemini.jpg', {}],
    ['phone.jpg', { source: null }],
    ['camera.jpg', { source: null }],
    ['organiser.jpg', { tags: ['sea', 'pier'] }],
    ['json.png', {}],
    ['markup.jpg', { source: null }],
    ['rejected.jpg', { rating: 0, flag: 'reject', label: 'red' }],
    ['microsoft.jpg', { rating: 5, tags: ['sea'] }],
  ])('%s', async (name, expected) => {
    expect(await read(name)).toMatchObject({ prompt: null, negativePrompt: null, ...expected });
  });
});

describe('a sidecar', () => {
  it('of Lightroom brings its marks, and the words of the picture stay', async () => {
    expect(await read('image-saver.jpg', 'lightroom.xmp')).toMatchObject({ prompt: 'a harbour', source: 'a1111', rating: 4, label: 'Green', tags: ['sea'] });
    expect(await read('phone.jpg', 'lightroom.xmp')).toMatchObject({ prompt: 'a caption', source: 'xmp', rating: 4 });
  });

  it('of digiKam has newer marks than the picture, and further tags', async () => {
    expect(await read('digikam.jpg', 'digikam.png.xmp')).toMatchObject({ prompt: 'a harbour', rating: 2, flag: 'reject', label: 'yellow', tags: ['sea', 'Anna', 'pier'] });
    expect(await read('rejected.jpg', 'lightroom.xmp')).toMatchObject({ rating: 4, label: 'Green', flag: null });
  });
});
