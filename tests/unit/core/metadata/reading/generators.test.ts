import { describe, expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import { asciiTag, exifSegment, jpeg, metadataOf, pngWith, tiff, userComment, utf16be, xmp } from './build-files.ts';

const fromPng = (texts: Readonly<Record<string, string>>): Promise<PictureMetadata> => metadataOf('png', pngWith(texts));

describe('other generators', () => {
  it('InvokeAI 3 and later', async () => {
    const metadata = {
      app_version: '4.2.0',
      positive_prompt: 'a lighthouse',
      negative_prompt: 'birds',
      width: 768,
      height: 432,
      seed: 356120443,
      cfg_scale: 7.5,
      steps: 50,
      scheduler: 'dpmpp_2m_sde_k',
      model: { model_name: 'amix', base_model: 'sd-1' },
    };
    expect(await fromPng({ invokeai_metadata: JSON.stringify(metadata), invokeai_graph: '{}' })).toMatchObject({
      source: 'invokeai',
      prompt: 'a lighthouse',
      negativePrompt: 'birds',
      size: '768x432',
      seed: '356120443',
      cfgScale: 7.5,
      steps: 50,
      sampler: 'dpmpp_2m_sde_k',
      model: 'amix',
      software: 'InvokeAI 4.2.0',
    });
    const later = JSON.stringify({ ...metadata, model: { name: 'flux', key: '1' } });
    expect((await fromPng({ invokeai_metadata: later })).model).toBe('flux');
  });

  it.each([
    ['a list of prompts', [{ prompt: 'a lighthouse [birds]', weight: 1 }]],
    ['one prompt', 'a lighthouse [birds]'],
  ])('InvokeAI 2 with %s', async (_name, prompt) => {
    const image = { prompt, steps: 30, cfg_scale: 8, seed: 7, sampler: 'k_lms', width: 512, height: 512 };
    expect(await fromPng({ 'sd-metadata': JSON.stringify({ model_weights: 'sd-1.4', image }) })).toMatchObject({
      source: 'invokeai',
      prompt: 'a lighthouse',
      negativePrompt: 'birds',
      model: 'sd-1.4',
      steps: 30,
      seed: '7',
      sampler: 'k_lms',
    });
  });

  it('InvokeAI 1', async () => {
    const dream = '"a "big" lighthouse [birds]" -s 50 -S42 -W 512 -H 768 -C 7.5 -A k_lms';
    expect(await fromPng({ Dream: dream })).toMatchObject({
      source: 'invokeai',
      prompt: 'a "big" lighthouse',
      negativePrompt: 'birds',
      steps: 50,
      seed: '42',
      size: '512x768',
      cfgScale: 7.5,
      sampler: 'k_lms',
    });
  });

  it('NovelAI', async () => {
    const comment = {
      prompt: 'a girl',
      steps: 28,
      height: 1216,
      width: 832,
      scale: 5,
      seed: 2853012437,
      sampler: 'k_euler',
      uc: 'lowres',
    };
    const texts = {
      Title: 'NovelAI generated image',
      Description: 'a girl',
      Software: 'NovelAI',
      Source: 'NovelAI Diffusion V4 37442FCA',
    };
    expect(await fromPng({ ...texts, Comment: JSON.stringify(comment) })).toMatchObject({
      source: 'novelai',
      prompt: 'a girl',
      negativePrompt: 'lowres',
      model: 'NovelAI Diffusion V4 37442FCA',
      size: '832x1216',
      seed: '2853012437',
      cfgScale: 5,
      software: 'NovelAI',
    });
    const caption = (base: string, character: string): object => ({
      caption: { base_caption: base, char_captions: [{ char_caption: character }] },
    });
    const v4 = { ...comment, v4_prompt: caption('two people', 'a girl'), v4_negative_prompt: caption('lowres', '') };
    expect(await fromPng({ ...texts, Comment: JSON.stringify(v4) })).toMatchObject({
      prompt: 'two people\na girl',
      negativePrompt: 'lowres',
    });
    const { prompt: _prompt, ...old } = comment;
    expect((await fromPng({ ...texts, Comment: JSON.stringify(old) })).prompt).toBe('a girl');
  });

  it('Fooocus, in both of its schemes', async () => {
    const json = {
      base_model: 'juggernautXL',
      full_prompt: ['cinematic still a fox', 'more'],
      guidance_scale: 4,
      negative_prompt: 'blur',
      prompt: 'a fox',
      resolution: '(1152, 896)',
      sampler: 'dpmpp_2m_sde_gpu',
      seed: '8611265309212354222',
      steps: 30,
      version: 'Fooocus v2.5.5',
    };
    const found = {
      source: 'fooocus',
      prompt: 'a fox',
      negativePrompt: 'blur',
      model: 'juggernautXL',
      size: '1152x896',
      seed: '8611265309212354222',
      cfgScale: 4,
      steps: 30,
      software: 'Fooocus v2.5.5',
    };
    expect(await fromPng({ parameters: JSON.stringify(json), fooocus_scheme: 'fooocus' })).toMatchObject(found);
    // Pillow puts these tags into the first directory.
    const exif = tiff(
      [asciiTag(0x9286, JSON.stringify(json)), asciiTag(0x0131, 'Fooocus v2.5.5'), asciiTag(0x927c, 'fooocus')],
      [],
      true,
    );
    expect(await metadataOf('jpeg', jpeg([exifSegment(exif)]))).toMatchObject(found);
    const text =
      'cinematic still a fox, more\nNegative prompt: blur, anime\nSteps: 30, Sampler: DPM++ 2M SDE Karras, Seed: 8611265309212354222, ' +
      'Size: 1152x896, CFG scale: 4, Model: juggernautXL, Raw prompt: a fox, Raw negative prompt: blur, Version: Fooocus v2.5.5';
    expect(await fromPng({ parameters: text, fooocus_scheme: 'a1111' })).toMatchObject(found);
  });

  it('SwarmUI', async () => {
    const json = JSON.stringify({
      sui_image_params: {
        prompt: 'a boat',
        negativeprompt: 'rain',
        model: 'Flux/dev',
        seed: 2042464333,
        steps: 25,
        cfgscale: 1,
        width: 512,
        height: 768,
        sampler: 'euler',
        swarm_version: '0.9.1.1',
        date: '2024-08-07T00:00:00Z',
      },
    });
    const found = {
      source: 'swarmui',
      prompt: 'a boat',
      negativePrompt: 'rain',
      model: 'Flux/dev',
      size: '512x768',
      seed: '2042464333',
      sampler: 'euler',
      software: 'SwarmUI 0.9.1.1',
      createdAt: Date.UTC(2024, 7, 7),
    };
    expect(await fromPng({ parameters: json })).toMatchObject(found);
    expect(await metadataOf('jpeg', jpeg([exifSegment(tiff([], [userComment('UNICODE', utf16be(json))]))]))).toMatchObject(found);
    expect(await metadataOf('jpeg', jpeg([exifSegment(tiff([asciiTag(0x0110, json)]))]))).toMatchObject(found);
  });

  it('Draw Things', async () => {
    const json = JSON.stringify({
      c: 'a boat',
      uc: 'rain',
      model: 'v1-5.ckpt',
      sampler: 'Euler a',
      scale: 4.5,
      seed: 3,
      size: '512x768',
      steps: 8,
    });
    const escaped = json.replaceAll('"', '&quot;');
    const packet = xmp(
      `<exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></exif:UserComment>`,
      'xmp:CreatorTool="Draw Things"',
    );
    expect(await fromPng({ 'XML:com.adobe.xmp': packet })).toMatchObject({
      source: 'drawthings',
      prompt: 'a boat',
      negativePrompt: 'rain',
      model: 'v1-5.ckpt',
      size: '512x768',
      cfgScale: 4.5,
      software: 'Draw Things',
    });
  });

  it('Easy Diffusion, as texts and as JSON', async () => {
    const settings = {
      negative_prompt: 'rain',
      seed: '12',
      use_stable_diffusion_model: 'sd-v1-4',
      num_inference_steps: '25',
      guidance_scale: '7.5',
      width: '512',
      height: '640',
    };
    const found = {
      source: 'easydiffusion',
      prompt: 'a boat',
      negativePrompt: 'rain',
      model: 'sd-v1-4',
      steps: 25,
      cfgScale: 7.5,
      size: '512x640',
      seed: '12',
    };
    expect(await fromPng({ prompt: 'a boat', ...settings })).toMatchObject(found);
    const json = JSON.stringify({ prompt: 'a boat', ...settings });
    expect(await metadataOf('jpeg', jpeg([exifSegment(tiff([], [userComment('ASCII', Buffer.from(json))]))]))).toMatchObject(
      found,
    );
    const capital = {
      Prompt: 'a boat',
      'Negative Prompt': 'rain',
      Seed: '12',
      'Stable Diffusion model': 'sd-v1-4',
      Steps: '25',
      'Guidance Scale': '7.5',
      Width: '512',
      Height: '640',
    };
    expect(await fromPng(capital)).toMatchObject(found);
  });

  it('Midjourney', async () => {
    const Description = 'an old harbour --ar 2:1 --v 6 --seed 77 Job ID: a7421d2f-b262-44f9-977c-ac23e9c7d3e3';
    expect(await fromPng({ Description, Author: 'someone', 'Creation Time': 'Sat, 21 Nov 2026 03:04:05 GMT' })).toMatchObject({
      source: 'midjourney',
      prompt: 'an old harbour --ar 2:1 --v 6 --seed 77',
      model: 'Midjourney 6',
      seed: '77',
      createdAt: Date.UTC(2026, 10, 21, 3, 4, 5),
    });
  });

  it('the practice service of this app', async () => {
    const found = await fromPng({ Software: 'Latent practice service', Description: 'ein Hafen, 港' });
    expect(found).toMatchObject({ prompt: 'ein Hafen, 港', software: 'Latent practice service', source: 'comment' });
  });

  it('JSON of an unknown program', async () => {
    const found = await fromPng({ Comment: '{"prompt":"a boat","model":"m","seed":1,"cfg_scale":2}' });
    expect(found).toMatchObject({ source: 'comment', prompt: 'a boat', model: 'm', seed: '1', cfgScale: 2 });
  });
});
