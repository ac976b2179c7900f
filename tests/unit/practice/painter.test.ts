import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../electron/practice/painter/random.ts';
import { choosePalette, familyWords, readPrompt, type FamilyName } from '../../../electron/practice/painter/prompt-reading.ts';
import { parseSize } from '../../../electron/practice/submission.ts';
import { paintPng } from '../../support/paint-png.ts';
import { longEnough, pictureUrl, practise } from './practice-client.ts';
import { readPng } from './read-png.ts';

const small = { index: 0, width: 96, height: 72 };
const families = Object.keys(familyWords) as FamilyName[];

/** Mean difference of two pictures' bytes, 0 to 255. */
function difference(one: Uint8Array, two: Uint8Array): number {
  let sum = 0;
  for (const [i, value] of one.entries()) sum += Math.abs(value - (two[i] ?? 0));
  return sum / one.length;
}

describe('every family', () => {
  test.each(families)('%s paints a valid PNG that is not empty, and the same one each time', async (family) => {
    const [prompt] = familyWords[family];
    expect(readPrompt(prompt, createRandom(prompt)).family).toBe(family);
    const file = await paintPng({ ...small, prompt });
    const { width, height, pixels, texts } = readPng(file);
    expect([width, height]).toEqual([96, 72]);
    expect(texts.get('Description')).toBe(prompt);
    const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
    const deviation = Math.sqrt(pixels.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pixels.length);
    expect(deviation).toBeGreaterThan(15);
    expect((await paintPng({ ...small, prompt })).equals(file)).toBe(true);
  });
});

describe('what is painted', () => {
  test('differs for another index and for another prompt', async () => {
    const [fox, another, heron] = await Promise.all([
      paintPng({ ...small, prompt: 'a fox' }),
      paintPng({ ...small, prompt: 'a fox', index: 1 }),
      paintPng({ ...small, prompt: 'a heron' }),
    ]);
    expect(difference(readPng(fox).pixels, readPng(another).pixels)).toBeGreaterThan(5);
    expect(difference(readPng(fox).pixels, readPng(heron).pixels)).toBeGreaterThan(5);
  });

  test('has the family that the words of the prompt choose', () => {
    const familyOf = (prompt: string): FamilyName => readPrompt(prompt, createRandom(prompt)).family;
    expect(familyOf('Two sailing boats on the sea')).toBe('sea');
    expect(familyOf('a desert with dunes, a lighthouse')).toBe('ridges');
    expect(familyOf('A planet among stars')).toBe('nebula');
  });

  test('has the colours of colour words and the light of moods', () => {
    const paletteOf = (prompt: string) => choosePalette(readPrompt(prompt, createRandom(prompt)), createRandom(prompt));
    const hueOf = ([, a, b]: readonly [number, number, number]): number => (Math.atan2(b, a) * 180) / Math.PI;
    expect(Math.abs(hueOf(paletteOf('a red thing').accents[0]) - 28)).toBeLessThan(15);
    expect(paletteOf('hills at night').dark).toBe(true);
    expect(paletteOf('hills at noon').dark).toBe(false);
    expect(paletteOf('golden windows at night').dark).toBe(true);
    expect(paletteOf('black and white').hue).toBeNull();
  });

  test('has the prompt written into the file, in any script', async () => {
    const prompt = '月と狐 🦊 — «renard»';
    expect(readPng(await paintPng({ ...small, prompt })).texts.get('Description')).toBe(prompt);
  });

  test.each(['16x16', '16x400', '400x16', '17x31'])('may have an odd size: %s', async (size) => {
    const [width, height] = size.split('x').map(Number) as [number, number];
    for (const prompt of families.map((family) => familyWords[family][0])) {
      expect(readPng(await paintPng({ prompt, index: 0, width, height }))).toMatchObject({ width, height });
    }
  });
});

describe('sizes', () => {
  test.each([
    ['1024x1024', 1024, 1024],
    ['1536 × 1024', 1536, 1024],
    ['4096x2048', 4096, 2048],
    ['', 1024, 1024],
    ['16:9', 1360, 768],
    ['2:3', 832, 1248],
    ['1:1', 1024, 1024],
  ])('%s', (size, width, height) => expect(parseSize(size, 0)).toEqual({ width, height }));

  test('auto is one of a few shapes', () => {
    expect(parseSize('auto', 0)).toEqual({ width: 1024, height: 1024 });
    expect(parseSize('auto', 0.99)).toEqual({ width: 832, height: 1216 });
  });

  test.each(['15x100', '0x0', '8193x16', '4096x2049', '-5x5', '1e3x1e3', '16:0', '100:1', 'big'])('%s cannot be painted', (size) => {
    expect(parseSize(size, 0)).toBeNull();
  });
});

test('queries are answered while it paints', async () => {
  const practice = await practise();
  const id = await practice.submit('a forest', '1024x1024');
  practice.pass(longEnough);
  const picture = fetch(pictureUrl(await practice.query(id))).then((response) => response.arrayBuffer());
  let painted = false;
  void picture.then(() => {
    painted = true;
  });
  const waits: number[] = [];
  while (!painted) {
    const start = performance.now();
    await practice.query(id);
    waits.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await picture;
  waits.sort((a, b) => a - b);
  expect(waits.length).toBeGreaterThan(8);
  expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(40);
});
