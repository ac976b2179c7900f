import { describe, expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../../../electron/core/metadata/reading/picture-metadata.ts';
import { metadataOf, pngWith } from '../build-files.ts';

type Inputs = Readonly<Record<string, unknown>>;

/** A graph in the shape of ComfyUI's `prompt`: id, class, inputs. */
function graph(nodes: Readonly<Record<string, readonly [type: string, inputs: Inputs]>>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(nodes).map(([id, [class_type, inputs]]) => [id, { class_type, inputs }])),
  );
}

const fromPrompt = (prompt: string): Promise<PictureMetadata> => metadataOf('png', pngWith({ prompt }));

const sampler = {
  seed: 42,
  steps: 25,
  cfg: 6.5,
  sampler_name: 'euler',
  scheduler: 'normal',
  model: ['4', 0],
  positive: ['6', 0],
  negative: ['7', 0],
  latent_image: ['5', 0],
};
const basic = {
  '3': ['KSampler', sampler],
  '4': ['CheckpointLoaderSimple', { ckpt_name: 'dream.safetensors' }],
  '5': ['EmptyLatentImage', { width: 512, height: 768, batch_size: 1 }],
  '6': ['CLIPTextEncode', { text: 'a harbour', clip: ['4', 1] }],
  '7': ['CLIPTextEncode', { text: 'fog', clip: ['4', 1] }],
  '8': ['VAEDecode', { samples: ['3', 0], vae: ['4', 2] }],
  '9': ['SaveImage', { images: ['8', 0], filename_prefix: 'x' }],
} as const;
describe('graphs of ComfyUI', () => {
  it('may be a chain of ten thousand nodes', async () => {
    const link = (n: number): Inputs => {
      const next = [String(n + 101), 0];
      return { samples: next, width: next, height: next, conditioning: next, model: next };
    };
    const chain = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [String(n + 100), ['Pass', link(n)] as const]));
    const first = ['KSampler', { ...sampler, latent_image: ['100', 0], positive: ['100', 0], model: ['100', 0] }] as const;
    expect(await fromPrompt(graph({ ...basic, ...chain, '3': first }))).toMatchObject({
      prompt: null,
      negativePrompt: 'fog',
      model: null,
      size: null,
    });
  });

  it('may use `__proto__` as a name', async () => {
    const text = `{"__proto__":{"class_type":"KSampler","inputs":{"seed":5,"positive":["constructor",0]}},"constructor":{"class_type":"CLIPTextEncode","inputs":{"__proto__":{"text":"x"},"text":"a harbour"}}}`;
    expect(await fromPrompt(text)).toMatchObject({ prompt: 'a harbour', seed: '5' });
    expect(await fromPrompt('{"__proto__":{"prompt":"polluted"}}')).toMatchObject({ prompt: null, source: null });
    expect(({} as { prompt?: string }).prompt).toBeUndefined();
  });
});
