import { beforeAll, describe, expect, it } from 'vitest';
import { mostBits, mostColour } from '../../../../electron/database/views/similar/near-copies.ts';
import { averages } from '../../../../renderer/decoder/colours.ts';
import { perceptualHash } from '../../../../renderer/decoder/picture-hash.ts';
import { brightened, compressed, cropped, drawn, painted, scaled, type Pixels } from './altered-pictures.ts';

const prompts = ['a red fox in snow', 'harbour at dawn', 'nebula in violet', 'abstract ink in water', 'mountain ridges in fog', 'stormy sea'];
let pictures: readonly Pixels[];
beforeAll(async () => {
  pictures = await Promise.all(prompts.flatMap((prompt) => [painted(prompt, 0), painted(prompt, 1)]));
});

interface Apart {
  readonly bits: number;
  readonly colour: number;
}

function apart(one: Pixels, other: Pixels): Apart {
  const [first, second] = [perceptualHash(drawn(one, 32)), perceptualHash(drawn(other, 32))];
  const [colours, others] = [averages(drawn(one, 4)), averages(drawn(other, 4))];
  return {
    bits: first.reduce((sum, byte, at) => sum + (byte ^ (second[at] ?? 0)).toString(2).replaceAll('0', '').length, 0),
    colour: colours.reduce((sum, value, at) => sum + Math.abs(value - (others[at] ?? 0)), 0) / 15,
  };
}

const isNear = ({ bits, colour }: Apart): boolean => bits <= mostBits && colour <= mostColour;

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
    expect(apart(plain(0), { ...plain(0), pixels: new Uint8Array(3072).fill(220) })).toEqual({ bits: 0, colour: 100 });
  });
});
