import { describe, expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../../electron/core/import/metadata/picture-metadata.ts';
import { jpeg, metadataOf, pngWith, xmp, xmpSegment } from './build-files.ts';

const fromPng = (texts: Readonly<Record<string, string>>): Promise<PictureMetadata> => metadataOf('png', pngWith(texts));

describe("this app's own form", () => {
  const taskId = '0b9f3c1e-5d0a-4f7e-9c55-0a1b2c3d4e5f';
  const own =
    `<latent:prompt>a harbour, &lt;early&gt;</latent:prompt><latent:model>gpt-image</latent:model><latent:size>1024x1536</latent:size>` +
    `<latent:quality>high</latent:quality><latent:taskId>${taskId}</latent:taskId><latent:createdAt>2026-11-21T03:04:05.678Z</latent:createdAt>`;
  const found = {
    source: 'latent',
    prompt: 'a harbour, <early>',
    model: 'gpt-image',
    size: '1024x1536',
    quality: 'high',
    taskId,
    createdAt: Date.UTC(2026, 10, 21, 3, 4, 5, 678),
    software: 'Latent',
  };

  it('takes precedence over all others', async () => {
    expect(await fromPng({ parameters: 'other\nSteps: 4, Seed: 5', 'XML:com.adobe.xmp': xmp(own) })).toMatchObject({
      ...found,
      steps: null,
      seed: null,
    });
    expect(await metadataOf('jpeg', jpeg([xmpSegment(xmp(own))]))).toMatchObject(found);
  });

  it('may consist of attributes, with any prefix', async () => {
    const packet = xmp(own)
      .replaceAll('latent:', 'mine:')
      .replace('xmlns:latent', 'xmlns:mine')
      .replace('urn:mine:', 'urn:latent:');
    expect(await fromPng({ 'XML:com.adobe.xmp': packet })).toMatchObject(found);
    const attributes = xmp('', `latent:prompt="a &amp; b" latent:taskId="not a task"`);
    expect(await fromPng({ 'XML:com.adobe.xmp': attributes })).toMatchObject({ source: 'latent', prompt: 'a & b', taskId: null });
  });
});
