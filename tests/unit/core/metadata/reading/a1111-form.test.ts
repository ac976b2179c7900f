import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../../electron/core/metadata/reading/picture-metadata.ts';
import { asciiTag, exifSegment, jpeg, metadataOf, pngWith, tiff, userComment, utf16be, webp } from './build-files.ts';

const fromPng = (texts: Readonly<Record<string, string>>): Promise<PictureMetadata> => metadataOf('png', pngWith(texts));
const parameters = (text: string): Promise<PictureMetadata> => fromPng({ parameters: text });

describe('the form of Automatic1111', () => {
  const settings =
    'Steps: 20, Sampler: DPM++ 2M Karras, CFG scale: 7.5, Seed: 1234567890, Size: 512x768, Model hash: abc, Model: dream, Version: v1.6.0';

  it('contains prompt, negative prompt and settings', async () => {
    expect(await parameters(`a harbour at dawn\nNegative prompt: fog, people\n${settings}`)).toMatchObject({
      source: 'a1111',
      prompt: 'a harbour at dawn',
      negativePrompt: 'fog, people',
      steps: 20,
      sampler: 'DPM++ 2M Karras',
      cfgScale: 7.5,
      seed: '1234567890',
      size: '512x768',
      model: 'dream',
      software: 'Stable Diffusion WebUI v1.6.0',
    });
  });

  it('keeps the lines of both prompts', async () => {
    const { prompt, negativePrompt } = await parameters(`one\n\ntwo BREAK\nthree\nNegative prompt: four\nfive\n${settings}`);
    expect(prompt).toBe('one\n\ntwo BREAK\nthree');
    expect(negativePrompt).toBe('four\nfive');
  });

  it('reads a quoted value with commas and names', async () => {
    const found = await parameters(
      `x\nSteps: 4, Lora hashes: "Seed: 9, Model: not this", ControlNet 0: "Module: \\"canny\\", Model: nor this", Seed: 5, Model: "a, b"`,
    );
    expect(found).toMatchObject({ steps: 4, seed: '5', model: 'a, b' });
  });

  it('skips the lists of Civitai', async () => {
    const found = await parameters(
      `x\nSteps: 4, Seed: 5, Civitai resources: [{"type":"checkpoint","Size: 1x1, modelName":"n, Model: m"}], Size: 64x32`,
    );
    expect(found).toMatchObject({ size: '64x32', seed: '5', model: null });
  });

  it.each([
    ['words', 'Steps: leading down, Sampler: of biscuits'],
    ['a line of settings', 'Steps: 99, Sampler: Fake, Seed: 99'],
  ])('is not confused by %s in the prompt', async (_name, line) => {
    const { prompt, steps, seed } = await parameters(`stairs\n${line}\nend\nNegative prompt: no\n${settings}`);
    expect(prompt).toBe(`stairs\n${line}\nend`);
    expect({ steps, seed }).toEqual({ steps: 20, seed: '1234567890' });
  });

  it('is not confused with a prompt that mentions steps', async () => {
    expect(await parameters('Steps: 3 of them, in a garden')).toMatchObject({
      prompt: 'Steps: 3 of them, in a garden',
      steps: null,
      source: 'a1111',
    });
  });

  it('finds the settings before templates of prompts', async () => {
    const found = await parameters(`cat\nNegative prompt: dog\n${settings}\nTemplate: __animal__\nNegative Template: dog`);
    expect(found).toMatchObject({ prompt: 'cat', negativePrompt: 'dog', seed: '1234567890' });
  });

  it('may have settings without a prompt, and line ends of Windows', async () => {
    expect(await parameters(settings)).toMatchObject({ prompt: null, steps: 20, source: 'a1111' });
    expect(await parameters(`a\r\nNegative prompt: b\r\n${settings}`)).toMatchObject({
      prompt: 'a',
      negativePrompt: 'b',
      steps: 20,
    });
  });

  it('treats a random seed as none', async () => {
    expect(await parameters('a\nSteps: 4, Sampler: Euler, Seed: -1, Size: 0x64')).toMatchObject({ seed: null, size: null });
  });

  it('names Forge and SD.Next', async () => {
    expect((await parameters('a\nSteps: 4, Seed: 5, Version: f2.0.1v1.10')).software).toBe(
      'Stable Diffusion WebUI Forge f2.0.1v1.10',
    );
    expect((await parameters('a\nSteps: 4, Size: 8x8, Seed: 5, App: SD.Next, Version: 93c4b2f')).software).toBe('SD.Next');
  });

  const text = `ein Hafen, 港\nNegative prompt: Nebel\n${settings}`;
  const plain = `a harbour\nNegative prompt: fog\n${settings}`;

  it.each([
    ['UTF-16, the high byte first', tiff([], [userComment('UNICODE', utf16be(text))]), text],
    ['the same in a structure of the other order', tiff([], [userComment('UNICODE', utf16be(text))], true), text],
    ['UTF-16, the low byte first', tiff([], [userComment('UNICODE', Buffer.from(text, 'utf16le'))]), text],
    ['UTF-16 with a byte order mark', tiff([], [userComment('UNICODE', Buffer.from(`\uFEFF${text}`, 'utf16le'))]), text],
    ['ASCII', tiff([], [userComment('ASCII', Buffer.from(plain))], true), plain],
    ['UTF-8 called ASCII', tiff([], [userComment('ASCII', Buffer.from(text))]), text],
    ['UTF-8 with eight zeros', tiff([], [userComment('', Buffer.from(text))]), text],
    ['UTF-16 with eight zeros', tiff([], [userComment('', utf16be(text))]), text],
    ['no name of an encoding', tiff([asciiTag(0x9286, text)]), text],
  ])('reads a comment of EXIF in %s', async (_name, exif, expected) => {
    const found = await metadataOf('jpeg', jpeg([exifSegment(exif)]));
    expect(found).toMatchObject({
      prompt: expected.split('\n')[0],
      negativePrompt: expected === plain ? 'fog' : 'Nebel',
      steps: 20,
      source: 'a1111',
    });
  });

  const comment = async (name: string, bytes: Buffer): Promise<string | null> => (await metadataOf('jpeg', jpeg([exifSegment(tiff([], [userComment(name, bytes)]))]))).prompt;
  const words = fc.array(fc.stringMatching(/^[a-z]{2,5}[à-öø-ÿ]?[a-z]$/), { minLength: 2, maxLength: 9 }).map((some) => some.join(' '));
  const han = fc.array(fc.integer({ min: 0x4e00, max: 0x9fa5 }), { minLength: 2, maxLength: 20 }).map((codes) => String.fromCharCode(...codes));

  it('reads words of Europe and China exactly, whichever of the two encodings the name UNICODE stands for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(words, han), async (written) => {
        // Two letters or signs of ASCII in each character, by chance.
        fc.pre(!/^[\n\t -~]+$/.test(utf16be(written).toString('latin1')));
        expect(await comment('UNICODE', Buffer.from(written))).toBe(written);
        expect(await comment('UNICODE', utf16be(written))).toBe(written);
        expect(await comment('UNICODE', Buffer.from(`\uFEFF${written}`, 'utf16le'))).toBe(written);
        expect(await comment('ASCII', Buffer.from(written))).toBe(written);
        expect(await comment('', Buffer.from(written))).toBe(written);
      }),
      { numRuns: 300 },
    );
  });

  it('reads a comment in JIS', async () => {
    // 港 in ISO-2022-JP: escape, two bytes, escape.
    const jis = Buffer.from([0x1b, 0x24, 0x42, 0x39, 0x41, 0x1b, 0x28, 0x42]);
    expect((await metadataOf('webp', webp([['EXIF', tiff([], [userComment('JIS', jis)])]]))).prompt).toBe('港');
  });
});
