import { beforeAll, describe, expect, it } from 'vitest';
import { mostBits, mostColour } from '../../../../electron/database/views/similar/copy-groups.ts';
import { mostSteps } from '../../../../electron/database/views/similar/flat-cells.ts';
import { averages } from '../../../../renderer/decoder/colours.ts';
import { comparedBy } from '../../../../renderer/decoder/picture-hash.ts';
import { brightened, compressed, cropped, drawn, painted, scaled, type Pixels } from './altered-pictures.ts';
import { flatPictures } from './flat-pictures.ts';

const prompts = ['a red fox in snow', 'harbour at dawn', 'nebula in violet', 'abstract ink in water', 'mountain ridges in fog', 'stormy sea'];
let pictures: readonly Pixels[];
beforeAll(async () => {
  pictures = await Promise.all(prompts.flatMap((prompt) => [painted(prompt, 0), painted(prompt, 1)]));
});

interface Apart {
  readonly bits: number;
  readonly colour: number;
  /** The most steps that a cell differs. Infinity: only one is flat. */
  readonly cell: number;
}

const looks = new WeakMap<Pixels, { readonly hash: Uint8Array; readonly colours: Uint8Array }>();
function lookOf(picture: Pixels) {
  const look = looks.get(picture) ?? { hash: comparedBy(drawn(picture, 64)), colours: averages(drawn(picture, 4)) };
  looks.set(picture, look);
  return look;
}

function apart(one: Pixels, other: Pixels): Apart {
  const { hash: first, colours } = lookOf(one);
  const { hash: second, colours: others } = lookOf(other);
  const bits = first.subarray(0, 8).reduce((sum, byte, at) => sum + (byte ^ (second[at] ?? 0)).toString(2).replaceAll('0', '').length, 0);
  const cell = first.length === second.length ? first.subarray(8).reduce((most, pair, at) => Math.max(most, Math.abs((pair >> 4) - ((second[at + 8] ?? 0) >> 4)), Math.abs((pair & 15) - ((second[at + 8] ?? 0) & 15))), 0) : Infinity;
  return {
    bits,
    cell,
    colour: colours.reduce((sum, value, at) => sum + Math.abs(value - (others[at] ?? 0)), 0) / 15,
  };
}

const isNear = ({ bits, colour, cell }: Apart): boolean => bits <= mostBits && colour <= mostColour && cell <= mostSteps;

describe('the hash and the colours of a picture', () => {
  const changes: readonly (readonly [string, (picture: Pixels) => Pixels])[] = [
    ['made smaller', (picture) => scaled(picture, 117, 94)],
    ['stretched a little', (picture) => scaled(picture, 320, 250)],
    ['saved as a good JPEG', (picture) => compressed(picture, 6)],
    ['saved as a coarse JPEG', (picture) => compressed(picture, 20)],
    ['made 5 % brighter', (picture) => brightened(picture, 1.05)],
    ['made 5 % darker', (picture) => brightened(picture, 0.95)],
    ['made smaller and saved as a JPEG', (picture) => compressed(scaled(picture, 160, 128), 12)],
  ];
  it.each(changes)('stay nearly the same if it is %s', (_name, change) => {
    for (const picture of pictures) expect(apart(picture, change(picture))).toSatisfy(isNear);
  });

  it('stay nearly the same for most pictures without 2 % at two sides', () => {
    const near = pictures.filter((picture) => isNear(apart(picture, cropped(picture, 0.02))));
    expect(near.length).toBeGreaterThan(pictures.length * 0.8);
  });

  it('tell different pictures apart, also those of the same prompt', () => {
    for (const [at, picture] of pictures.entries()) for (const other of pictures.slice(0, at)) expect(apart(picture, other)).not.toSatisfy(isNear);
  });

  it('do not depend on noise in a picture of one colour', () => {
    const plain = (noise: number): Pixels => ({ width: 32, height: 32, pixels: Uint8Array.from({ length: 3072 }, (_, at) => 120 + ((at * 7919) % 13 < 6 ? noise : 0)) });
    expect(apart(plain(0), plain(1)).bits).toBe(0);
    expect(apart(plain(0), { ...plain(0), pixels: new Uint8Array(3072).fill(220) })).toEqual({ bits: 0, colour: 100, cell: 6 });
  });

  it('know which pictures are flat', () => {
    for (const picture of pictures) expect(comparedBy(drawn(picture, 64))).toHaveLength(8);
    for (const [name, picture] of flatPictures) expect([name, comparedBy(drawn(picture, 64)).length]).toEqual([name, 8 + 2048]);
  });

  it('tell different flat pictures apart', () => {
    for (const [at, [name, picture]] of flatPictures.entries())
      for (const [otherName, other] of flatPictures.slice(0, at)) expect([name, otherName, isNear(apart(picture, other))]).toEqual([name, otherName, false]);
  });

  it.each([
    ['made smaller', (picture) => scaled(picture, 300, 300)],
    ['made larger', (picture) => scaled(picture, 700, 700)],
  ] satisfies typeof changes)('stay nearly the same for most flat pictures that are %s', (_name, change) => {
    const lost = flatPictures.filter(([, picture]) => !isNear(apart(picture, change(picture))));
    expect(lost.length, String(lost.map(([name]) => name))).toBeLessThan(3);
  });

  it.each([
    ['saved as a JPEG', (picture) => compressed(picture, 8)],
    ['made smaller and saved as a JPEG', (picture) => compressed(scaled(picture, 300, 300), 8)],
  ] satisfies typeof changes)('stay nearly the same for flat pictures that are %s', (_name, change) => {
    for (const [name, picture] of flatPictures.filter((_, at) => at % 5 === 2)) expect([name, isNear(apart(picture, change(picture)))]).toEqual([name, true]);
  });
});
