import { describe, expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../../../electron/core/metadata/reading/picture-metadata.ts';
import { asciiTag, metadataOf, pngWith, tiff, webp } from '../build-files.ts';

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
const found = {
  source: 'comfyui',
  prompt: 'a harbour',
  negativePrompt: 'fog',
  model: 'dream.safetensors',
  size: '512x768',
  seed: '42',
  steps: 25,
  sampler: 'euler',
  cfgScale: 6.5,
};

describe('graphs of ComfyUI', () => {
  it('contain the inputs of the sampler', async () => {
    expect(await fromPrompt(graph(basic))).toMatchObject({ ...found, software: 'ComfyUI' });
  });

  it('may contain Python’s numbers, and all digits of a seed', async () => {
    const text = graph(basic).replace(
      '"seed":42',
      '"seed":18446744073709551615,"is_changed":[NaN,-Infinity],"say":"NaN \\" 12345678901234567"',
    );
    expect(await fromPrompt(text)).toMatchObject({ ...found, seed: '18446744073709551615' });
  });

  it('are followed through LoRAs, primitives and strings', async () => {
    const found2 = await fromPrompt(
      graph({
        ...basic,
        '3': ['KSampler', { ...sampler, model: ['10', 0], seed: ['11', 0], positive: ['6', 0] }],
        '6': ['CLIPTextEncode', { text: ['12', 0], clip: ['4', 1] }],
        '10': ['LoraLoader', { lora_name: 'l', model: ['4', 0], clip: ['4', 1] }],
        '11': ['PrimitiveInt', { value: 99 }],
        '12': ['StringConcatenate', { string_a: ['13', 0], string_b: 'at dawn', delimiter: ', ' }],
        '13': ['PrimitiveStringMultiline', { value: 'a harbour' }],
      }),
    );
    expect(found2).toMatchObject({ ...found, seed: '99', prompt: 'a harbour, at dawn' });
  });

  it('keep the positive and the negative side apart if a node passes both', async () => {
    const found2 = await fromPrompt(
      graph({
        ...basic,
        '3': ['KSamplerAdvanced', { ...sampler, seed: undefined, noise_seed: 7, positive: ['10', 0], negative: ['10', 1] }],
        '10': [
          'ControlNetApplyAdvanced',
          { positive: ['6', 0], negative: ['7', 0], control_net: ['11', 0], image: ['12', 0], strength: 1 },
        ],
      }),
    );
    expect(found2).toMatchObject({ ...found, seed: '7' });
  });

  it('may combine conditionings, and equal words are taken once', async () => {
    const found2 = await fromPrompt(
      graph({
        ...basic,
        '3': ['KSampler', { ...sampler, positive: ['10', 0] }],
        '6': ['CLIPTextEncodeSDXL', { text_g: 'a harbour', text_l: 'a harbour', width: 1, height: 1 }],
        '10': ['ConditioningCombine', { conditioning_1: ['6', 0], conditioning_2: ['11', 0] }],
        '11': ['CLIPTextEncode', { text: 'boats' }],
      }),
    );
    expect(found2.prompt).toBe('a harbour\nboats');
  });

  it('may use the parts of a Flux sampler, and a zeroed conditioning is no negative prompt', async () => {
    const flux = {
      '1': [
        'SamplerCustomAdvanced',
        { noise: ['2', 0], guider: ['3', 0], sampler: ['4', 0], sigmas: ['5', 0], latent_image: ['6', 0] },
      ],
      '2': ['RandomNoise', { noise_seed: 664154487549730 }],
      '3': ['BasicGuider', { model: ['7', 0], conditioning: ['8', 0] }],
      '4': ['KSamplerSelect', { sampler_name: 'euler' }],
      '5': ['BasicScheduler', { model: ['7', 0], scheduler: 'simple', steps: 20, denoise: 1 }],
      '6': ['EmptySD3LatentImage', { width: 1024, height: 1024, batch_size: 1 }],
      '7': ['UNETLoader', { unet_name: 'flux1-dev.safetensors', weight_dtype: 'default' }],
      '8': ['FluxGuidance', { guidance: 3.5, conditioning: ['9', 0] }],
      '9': ['CLIPTextEncodeFlux', { clip_l: 'tags', t5xxl: 'a long sentence', guidance: 3.5 }],
      '10': ['SaveImage', { images: ['11', 0] }],
      '11': ['VAEDecode', { samples: ['1', 0] }],
    } as const;
    expect(await fromPrompt(graph(flux))).toMatchObject({
      prompt: 'tags\na long sentence',
      negativePrompt: null,
      model: 'flux1-dev.safetensors',
      size: '1024x1024',
      seed: '664154487549730',
      steps: 20,
      sampler: 'euler',
      cfgScale: null,
    });
    const zeroed = { ...basic, '7': ['ConditioningZeroOut', { conditioning: ['6', 0] }] } as const;
    expect(await fromPrompt(graph(zeroed))).toMatchObject({ prompt: 'a harbour', negativePrompt: null });
  });

  it('use the sampler nearest to the saved picture', async () => {
    const other = { ...sampler, seed: 1, positive: ['2', 0] };
    const found2 = await fromPrompt(graph({ '1': ['KSampler', other], '2': ['CLIPTextEncode', { text: 'not saved' }], ...basic }));
    expect(found2).toMatchObject(found);
  });

  it('are read from the editor if there is no other', async () => {
    const workflow = {
      nodes: [
        {
          id: 3,
          type: 'KSampler',
          inputs: [
            ['model', 1],
            ['positive', 2],
            ['negative', 3],
            ['latent_image', 4],
          ].map(([name, link]) => ({ name, link })),
          widgets_values: [42, 'randomize', 25, 6.5, 'euler', 'normal', 1],
        },
        { id: 4, type: 'CheckpointLoaderSimple', inputs: [], widgets_values: ['dream.safetensors'] },
        { id: 5, type: 'EmptyLatentImage', widgets_values: [512, 768, 1] },
        { id: 6, type: 'CLIPTextEncode', inputs: [{ name: 'clip', link: null }], widgets_values: ['a harbour'] },
        { id: 7, type: 'CLIPTextEncode', widgets_values: ['fog'] },
        { id: 8, type: 'Reroute', inputs: [{ name: '', link: 5 }] },
        { id: 9, type: 'Note', widgets_values: ['not a prompt'] },
        { id: 10, type: 'SaveImage', inputs: [{ name: 'images', link: 6 }] },
      ],
      links: [
        [1, 4, 0, 3, 0, 'MODEL'],
        [2, 8, 0, 3, 1, 'CONDITIONING'],
        { id: 3, origin_id: 7, origin_slot: 0 },
        [4, 5, 0, 3, 3, 'LATENT'],
        [5, 6, 0, 8, 0, '*'],
        [6, 3, 0, 10, 0, 'IMAGE'],
      ],
    };
    expect(await metadataOf('png', pngWith({ workflow: JSON.stringify(workflow) }))).toMatchObject(found);
  });

  it('are found in the fields for the camera', async () => {
    const exif = tiff([asciiTag(0x010f, 'workflow:{"nodes":[]}'), asciiTag(0x0110, `prompt:${graph(basic)}`)]);
    expect(await metadataOf('webp', webp([['EXIF', Buffer.concat([Buffer.from('Exif\0\0'), exif])]]))).toMatchObject(found);
  });

  it('may contain circles', async () => {
    const found2 = await fromPrompt(
      graph({
        ...basic,
        '3': [
          'KSampler',
          { ...sampler, positive: ['10', 0], negative: ['3', 0], model: ['11', 0], latent_image: ['3', 0], seed: ['12', 0] },
        ],
        '10': ['ConditioningCombine', { conditioning_1: ['10', 0], conditioning_2: ['6', 0] }],
        '11': ['LoraLoader', { model: ['11', 0] }],
        '12': ['Reroute', { input: ['12', 0] }],
      }),
    );
    expect(found2).toMatchObject({ prompt: 'a harbour', model: null, size: null, seed: null });
  });

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

  it('without a sampler contain nothing', async () => {
    expect(await fromPrompt('{"1":{"class_type":"LoadImage","inputs":{"image":"a.png"}}}')).toMatchObject({
      prompt: null,
      source: null,
    });
  });
});

describe('which text went into the picture', () => {
  const withPositive = (link: readonly unknown[], nodes: Readonly<Record<string, readonly [string, Inputs]>>): Promise<PictureMetadata> =>
    fromPrompt(graph({ ...basic, '3': ['KSampler', { ...sampler, positive: link }], ...nodes }));
  const encode = (text: unknown): readonly [string, Inputs] => ['CLIPTextEncode', { text, clip: ['4', 1] }];

  it.each<readonly [string, string, Readonly<Record<string, readonly [string, Inputs]>>]>([
    ['the result of a wildcard', 'a red harbour', { '10': encode(['11', 0]), '11': ['ImpactWildcardProcessor', { wildcard_text: 'a __colour__ harbour', populated_text: 'a red harbour', mode: 'populate', seed: 1 }] }],
    ['the same in an encoder', 'a red harbour', { '10': ['ImpactWildcardEncode', { model: ['4', 0], clip: ['4', 1], wildcard_text: '__colour__', populated_text: 'a red harbour', seed: 1 }] }],
    ['a text that another node shows', 'a harbour', { '10': encode(['11', 0]), '11': ['ShowText|pysssss', { text: ['12', 0], text_0: 'an earlier run' }], '12': ['Text Multiline', { text: 'a harbour' }] }],
    ['an encoder of an extension', 'a harbour', { '10': ['BNK_CLIPTextEncodeAdvanced', { text: 'a harbour', token_normalization: 'none', weight_interpretation: 'comfy', clip: ['4', 1] }] }],
    ['an encoder of an editing model', 'a harbour', { '10': ['TextEncodeQwenImageEdit', { prompt: 'a harbour', clip: ['4', 1], vae: ['4', 2], image: ['12', 0] }] }],
    ['guidance and a reference behind it', 'a harbour', { '10': ['FluxGuidance', { conditioning: ['11', 0], guidance: ['13', 0] }], '11': ['ReferenceLatent', { conditioning: ['12', 0], latent: ['5', 0] }], '12': encode('a harbour') }],
    ['joined texts', 'a harbour-boats', { '10': encode(['11', 0]), '11': ['JoinStrings', { string1: 'a harbour', string2: ['12', 0], delimiter: '-' }], '12': ['PrimitiveString', { value: 'boats' }] }],
  ])('%s', async (_name, expected, nodes) => {
    expect(await withPositive(['10', 0], nodes)).toMatchObject({ source: 'comfyui', prompt: expected, negativePrompt: 'fog', seed: '42' });
  });

  it.each<readonly [string, Readonly<Record<string, readonly [string, Inputs]>>]>([
    ['a style makes other words of it', { '10': encode(['11', 0]), '11': ['SDXLPromptStyler', { text_positive: 'a harbour', text_negative: 'fog', style: 'base', log_prompt: 'No' }] }],
    ['a template with random words', { '10': encode(['11', 0]), '11': ['DPRandomGenerator', { text: 'a {red|blue} harbour', seed: 1, autorefresh: 'No' }] }],
    ['a language model answers it', { '10': encode(['11', 0]), '11': ['OllamaGenerate', { prompt: 'Describe a harbour', model: 'llama', url: 'http://localhost' }] }],
    ['a tagger describes another picture', { '10': encode(['11', 0]), '11': ['WD14Tagger|pysssss', { image: ['12', 0], model: 'x', threshold: 0.3, tags: 'sea, pier' }] }],
    ['a switch chooses one of two', { '10': ['ImpactSwitch', { select: 1, input1: ['6', 0], input2: ['7', 0] }] }],
    ['a context of rgthree passes both', { '10': ['Context (rgthree)', { positive: ['6', 0], negative: ['7', 0], model: ['4', 0] }] }],
    ['a part of a joined text is unknown', { '10': encode(['11', 0]), '11': ['StringConcatenate', { string_a: 'a harbour', string_b: ['12', 0], delimiter: '' }], '12': ['LoadTextFile', { path: 'a.txt', line: 2 }] }],
    ['a loader has two texts', { '10': ['SomeLoader', { positive: 'a harbour', negative: 'fog', ckpt_name: 'x' }] }],
    ['an encoder has two texts of unknown use', { '10': ['MyTextEncode', { text: 'a harbour', prompt: 'fog' }] }],
    ['a node is missing', {}],
  ])('is not known if %s', async (_name, nodes) => {
    expect(await withPositive(['10', _name.startsWith('a context') ? 4 : 0], nodes)).toMatchObject({ source: 'comfyui', prompt: null, negativePrompt: 'fog', seed: '42' });
  });

  it('comes from the right output of a node that passes both sides on', async () => {
    const control = ['ControlNetApplyAdvanced', { positive: ['6', 0], negative: ['7', 0], control_net: ['11', 0], strength: 1 }] as const;
    const crossed = await fromPrompt(graph({ ...basic, '3': ['KSampler', { ...sampler, positive: ['10', 1], negative: ['10', 0] }], '10': control }));
    expect(crossed).toMatchObject({ prompt: 'fog', negativePrompt: 'a harbour' });
    const loader = ['Efficient Loader', { ckpt_name: 'm', positive: 'a boat', negative: ['12', 0] }] as const;
    const loaded = await fromPrompt(graph({ ...basic, '3': ['KSampler (Efficient)', { ...sampler, positive: ['10', 1], negative: ['10', 2] }], '10': loader, '12': ['easy negative', { negative: 'rain' }] }));
    expect(loaded).toMatchObject({ prompt: 'a boat', negativePrompt: 'rain' });
    const instant = ['ApplyInstantID', { positive: ['6', 0], negative: ['7', 0], model: ['4', 0] }] as const;
    expect(await fromPrompt(graph({ ...basic, '3': ['KSampler', { ...sampler, positive: ['10', 1], negative: ['10', 2] }], '10': instant }))).toMatchObject(found);
  });

  it('is not known if several samplers with different words lead to saved pictures', async () => {
    const second = ['KSampler', { ...sampler, positive: ['12', 0] }] as const;
    const both = (words: string): Promise<PictureMetadata> =>
      fromPrompt(graph({ ...basic, '10': second, '11': ['SaveImage', { images: ['10', 0] }], '12': encode(words) }));
    expect(await both('a boat')).toMatchObject({ prompt: null, negativePrompt: null, source: null });
    expect(await both('a harbour')).toMatchObject(found);
  });

  it('is not read from the editor if the graph that was run leaves it open, and never from a choice or a bypassed node', async () => {
    const editor = (text: string, mode = 0): string =>
      JSON.stringify({
        nodes: [
          { id: 3, type: 'KSampler', inputs: [{ name: 'positive', link: 1 }], widgets_values: [42, 'fixed', 25] },
          { id: 6, type: 'CLIPTextEncode', mode, widgets_values: [text] },
        ],
        links: [[1, 6, 0, 3, 0, 'CONDITIONING']],
      });
    const run = graph({ ...basic, '6': encode(['11', 0]), '11': ['DPRandomGenerator', { text: 'x', seed: 1 }] });
    expect(await metadataOf('png', pngWith({ prompt: run, workflow: editor('a template') }))).toMatchObject({ prompt: null, seed: '42' });
    expect((await metadataOf('png', pngWith({ workflow: editor('a harbour') }))).prompt).toBe('a harbour');
    expect((await metadataOf('png', pngWith({ workflow: editor('a {red|blue} harbour') }))).prompt).toBeNull();
    expect((await metadataOf('png', pngWith({ workflow: editor('a harbour', 4) }))).prompt).toBeNull();
  });
});
