import type { Canvas, Painting } from '../canvas.ts';
import { mixColours, saturate, shade, type Colour } from '../colour.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { blend, createRamp, lighten, type Pixels } from '../row.ts';
import { createSheet, type Sheet } from '../sheet.ts';

interface Petal {
  readonly angle: number;
  /** Distances of root and tip from the flower's centre, in pixels. */
  readonly root: number;
  readonly tip: number;
  readonly half: number;
  /** 0 at the heart, 1 at the rim. */
  readonly age: number;
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/** Paints one petal into the sheet: shade beneath it, a light rim, veins along it. */
function* paintPetal(sheet: Sheet, centreX: number, centreY: number, petal: Petal, tone: (along: number, age: number) => Colour, dark: Colour): Generator<void> {
  const cos = Math.cos(petal.angle);
  const sin = Math.sin(petal.angle);
  const long = petal.tip - petal.root;
  const reach = Math.hypot(long / 2, petal.half) + petal.half * 0.5;
  const middleX = centreX + cos * (petal.root + long / 2);
  const middleY = centreY + sin * (petal.root + long / 2);
  const pixel = 1 / petal.half;
  for (let y = Math.max(0, Math.floor(middleY - reach)); y <= Math.min(sheet.height - 1, middleY + reach); y++) {
    for (let x = Math.max(0, Math.floor(middleX - reach)); x <= Math.min(sheet.width - 1, middleX + reach); x++) {
      const dx = x - centreX;
      const dy = y - centreY;
      const along = (dx * cos + dy * sin - petal.root) / long;
      const across = (dy * cos - dx * sin) / petal.half;
      if (along < -0.15 || along > 1.12) continue;
      const at = y * sheet.width + x;
      const t = clamp(along);
      const outline = t ** 0.6 * Math.max(0, 1 - t ** 2.6) ** 0.8 * 1.22;
      const edge = outline - Math.abs(across);
      if (along <= 1 && edge > -0.5) {
        const cover = clamp(edge / pixel + 0.5);
        if (cover > 0) {
          const fold = across / Math.max(0.05, outline);
          const vein = Math.sin(fold * 17) * 0.012 * (1 - t);
          const colour = tone(t, petal.age);
          blend(sheet.pixels, at, shade(colour, vein + 0.05 * (1 - Math.abs(fold)) - 0.07 * fold * fold + 0.05 * smooth(0.75, 1, t)), cover);
          continue;
        }
      }
      // The shadow it throws on the petals behind.
      const shadow = 0.34 * smooth(0.55, 0, Math.max(-edge, (along - 1) * 2.4, 0)) * smooth(-0.1, 0.35, along);
      if (shadow > 0.01) blend(sheet.pixels, at, dark, shadow);
    }
    if (y % 16 === 0) yield;
  }
}

/** A dahlia from above: petals in the golden angle, from the rim to the heart. */
export function* bloom(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const { accents } = palette;
  const ground = mixColours(palette.dark ? palette.sky[0] : palette.near, accents[1], 0.25);
  const sheet = yield* createSheet(width, height, ground);
  const leaf = palette.dark ? mixColours(palette.far, palette.near, 0.3) : mixColours(palette.near, palette.far, 0.28);
  const single = random.chance(0.55);
  const flowers = single
    ? [{ x: width * random.between(0.44, 0.56), y: height * random.between(0.44, 0.56), size: Math.min(width, height) * random.between(0.42, 0.5) }]
    : Array.from({ length: random.whole(5, 8) }, (_, i) => ({
        x: width * (0.5 + 0.42 * Math.sqrt((i + 0.3) / 8) * Math.cos(i * goldenAngle + 1)),
        y: height * (0.5 + 0.42 * Math.sqrt((i + 0.3) / 8) * Math.sin(i * goldenAngle + 1)),
        size: unit * random.between(0.14, 0.28),
      }));
  if (!single) flowers.sort((a, b) => a.size - b.size);

  for (let i = 0; i < 26; i++) {
    const away = unit * random.between(0.05, 0.35);
    const petal: Petal = { angle: random.between(0, 7), root: away, tip: away + unit * random.between(0.3, 0.55), half: unit * random.between(0.04, 0.085), age: 1 };
    const tint = random.between(-0.05, 0.04);
    yield* paintPetal(sheet, width * random.between(0.2, 0.8), height * random.between(0.2, 0.8), petal, (t) => shade(mixColours(ground, leaf, 0.35 + 0.4 * t), tint), shade(ground, -0.07));
  }

  const schemes: readonly (readonly [Colour, Colour, Colour])[] = [
    [accents[0], mixColours(accents[0], accents[2], 0.55), accents[4]],
    [mixColours(accents[2], palette.light, 0.3), accents[2], accents[0]],
    [mixColours(accents[4], accents[0], 0.3), mixColours(accents[4], palette.light, 0.45), accents[4]],
    [shade(accents[0], -0.08), mixColours(accents[0], palette.light, 0.35), accents[2]],
  ];
  const firstScheme = random.chance(0.5) ? 0 : random.whole(1, schemes.length - 1);
  for (const [f, flower] of flowers.entries()) {
    const [rim, middle, heart] = schemes[(firstScheme + f) % schemes.length]!;
    const scheme = createRamp([[0, heart], [0.16, mixColours(heart, middle, 0.6)], [0.34, saturate(middle, 1.1)], [0.68, saturate(rim, 1.1)], [1, mixColours(rim, middle, 0.35)]]);
    const petals = random.whole(single ? 150 : 80, single ? 260 : 150);
    const slim = random.between(0.75, 1.15);
    const tilt = random.between(0, 7);
    const dark = shade(mixColours(rim, palette.dark ? palette.sky[0] : palette.near, 0.6), -0.05);
    const eye = single ? 14 : 10;
    for (let n = petals; n > 0; n--) {
      if (n === eye) sheet.dab(flower.x, flower.y, flower.size * 0.1, shade(mixColours(heart, dark, 0.35), -0.04), 0.9);
      const age = n / petals;
      const spread = Math.sqrt(age);
      const long = flower.size * mix(0.09, 0.62, age ** 0.75) * random.between(0.92, 1.06);
      const tip = flower.size * mix(0.035, 1, spread ** 1.12);
      const petal: Petal = { angle: n * goldenAngle + tilt + random.normal() * 0.02, root: Math.max(0, tip - long), tip, half: (long * 0.25 * slim) / (0.8 + 0.4 * age), age };
      yield* paintPetal(sheet, flower.x, flower.y, petal, (t, a) => shade(scheme.at(clamp(a * 0.9 - (1 - t) * 0.2 + 0.1)), 0.2 * (t - 0.7)), dark);
    }
  }

  return {
    finish: { grain: 0.011, vignette: 0.42 },
    row(y: number, pixels: Pixels) {
      sheet.row(y, pixels);
      for (let x = 0; x < width; x++) lighten(pixels, x, noise.fbm((x / unit) * 30, (y / unit) * 30, 2) * 0.01);
    },
  };
}
