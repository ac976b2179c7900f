import { mentions, type Canvas, type Painting } from '../canvas.ts';
import { mixColours, shade, type Colour } from '../colour.ts';
import { clamp, smooth } from '../maths.ts';
import { blend, lighten, overprint, put, type Pixels } from '../row.ts';

/** Covers pixel (x, y) with this layer, 0 to 1. */
type Layer = (x: number, y: number, pixel: number, pixels: Pixels) => void;

/** A quiet print of few cut shapes: sun, arches, hills, leaves, in inks that darken where they overlap. */
export function* arches(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const [first, second, third, fourth, spark] = palette.accents;
  const paper = palette.dark ? mixColours(palette.paper, palette.sky[0], 0.0) : palette.paper;
  const inks = [first, second, third, fourth];
  const layers: Layer[] = [];
  const grainOf = (x: number, y: number): number => 1 - 0.3 * smooth(0.1, 0.5, noise.fbm((x / unit) * 120, (y / unit) * 120, 2));

  // A stipple that thins out: the print's way of shading.
  const stipple = (x: number, y: number, density: number): number => smooth(-0.09, 0.09, density - 0.5 - noise((x / unit) * 330, (y / unit) * 330) * 0.8);

  const sunX = width * random.between(0.3, 0.7);
  const sunY = height * random.between(0.24, 0.42);
  const sunRadius = Math.min(width, height) * random.between(0.15, 0.25);
  const sunInk = mixColours(spark, first, 0.15);
  layers.push((x, y, pixel, pixels) => {
    const inside = sunRadius - Math.hypot(x - sunX, y - sunY);
    if (inside < -1) return;
    const shaded = stipple(x, y, 0.2 + ((y - sunY) / sunRadius) * 0.42);
    blend(pixels, pixel, mixColours(sunInk, first, shaded * 0.85), clamp(inside + 0.5) * grainOf(x, y));
  });

  const arch = (centre: number, foot: number, radius: number, bands: number, order: readonly Colour[]): Layer => {
    const thick = radius / (bands + 0.6);
    const spring = foot - radius * 0.55;
    return (x, y, pixel, pixels) => {
      if (y > foot || Math.abs(x - centre) > radius + 1) return;
      const distance = y < spring ? Math.hypot(x - centre, y - spring) : Math.abs(x - centre);
      const band = Math.max(0, Math.floor((radius - distance) / thick));
      if (band >= bands) return;
      const along = (radius - distance) / thick - band;
      const edge = Math.min(along, 0.88 - along) * thick;
      const cover = clamp(edge + 0.5) * clamp(foot - y + 0.5) * clamp(radius - distance + 0.5);
      if (cover > 0) blend(pixels, pixel, order[band % order.length]!, cover * 0.96 * grainOf(x, y));
    };
  };

  const hill = (base: number, swell: number, ink: Colour, seed: number): Layer => {
    const crest = Float32Array.from({ length: width }, (_, x) => base - noise((x / unit) * 0.9 + seed, seed) * swell - noise((x / unit) * 2.1 + seed, seed + 9) * swell * 0.25);
    return (x, y, pixel, pixels) => {
      const depth = y - crest[x]! + 0.5;
      if (depth <= 0) return;
      const lit = stipple(x, y, 0.72 - (depth / unit) * 3.4);
      blend(pixels, pixel, mixColours(ink, mixColours(ink, palette.light, 0.5), lit * 0.75), Math.min(1, depth) * grainOf(x, y));
    };
  };

  const stem = (rootX: number, rootY: number, tall: number, lean: number, ink: Colour): Layer => {
    const pairs = random.whole(4, 7);
    const leaves = Array.from({ length: pairs * 2 + 1 }, (_, i) => {
      const up = i === pairs * 2 ? 1 : (Math.floor(i / 2) + 1) / (pairs + 1);
      const side = i === pairs * 2 ? 0 : i % 2 === 0 ? -1 : 1;
      const length = tall * (0.34 - 0.16 * up) * random.between(0.9, 1.1);
      const angle = -Math.PI / 2 + lean * up + side * (1.05 - up * 0.45);
      return { x: rootX + Math.sin(lean * up) * tall * up * 0.8, y: rootY - tall * up * 0.92, cos: Math.cos(angle), sin: Math.sin(angle), length, half: length * 0.19 };
    });
    return (x, y, pixel, pixels) => {
      if (y > rootY + 2 || y < rootY - tall * 1.5 || Math.abs(x - rootX) > tall) return;
      const up = clamp((rootY - y) / (tall * 0.92));
      let cover = clamp(unit * 0.0028 - Math.abs(x - rootX - Math.sin(lean * up) * tall * up * 0.8) + 0.5) * (y > rootY - tall * 0.92 ? 1 : 0);
      let vein = 0;
      for (const leaf of leaves) {
        const dx = x - leaf.x;
        const dy = y - leaf.y;
        const along = (dx * leaf.cos + dy * leaf.sin) / leaf.length;
        if (along < 0 || along > 1) continue;
        const across = Math.abs(dy * leaf.cos - dx * leaf.sin);
        const inside = leaf.half * Math.sin(Math.PI * along ** 0.8) - across;
        if (inside > -1) {
          cover = Math.max(cover, clamp(inside + 0.5));
          vein = Math.max(vein, clamp(unit * 0.0011 - across + 0.5) * (along < 0.85 ? 1 : 0));
        }
      }
      if (cover > 0) blend(pixels, pixel, mixColours(ink, paper, vein * 0.8), cover * grainOf(x, y));
    };
  };

  const ground = height * random.between(0.7, 0.8);
  const order = [...inks].sort(() => random() - 0.5);
  const archCount = width > height * 1.3 ? 3 : random.whole(1, 2);
  for (let i = 0; i < archCount; i++) {
    const radius = unit * random.between(0.16, 0.27);
    layers.push(arch(width * ((i + 0.5) / archCount + random.between(-0.1, 0.1)), ground + unit * 0.06, radius, random.whole(3, 5), [...order.slice(i), ...order]));
  }
  layers.push(hill(ground, unit * 0.1, mixColours(third, fourth, 0.35), random.between(0, 99)));
  layers.push(hill(ground + (height - ground) * 0.42, unit * 0.09, first, random.between(0, 99)));
  layers.push(hill(ground + (height - ground) * 0.75, unit * 0.08, second, random.between(0, 99)));
  const stems = mentions(canvas, 'plant', 'leaf', 'garden', 'jungle', 'flower') ? 5 : random.whole(1, 4);
  const leafInk = [shade(second, -0.06), palette.ink, mixColours(second, first, 0.3)];
  for (let i = 0; i < stems; i++) {
    const x = random.chance(0.5) ? random.between(0.04, 0.3) : random.between(0.7, 0.96);
    layers.push(stem(x * width, height + unit * 0.02, unit * random.between(0.26, 0.52), random.between(-0.35, 0.35), leafInk[i % 3]!));
  }
  yield;

  const sky = mixColours(third, paper, 0.55);
  const frame = unit * random.pick([0, 0.045, 0.06]);
  return {
    finish: { grain: 0.012, vignette: 0.06 },
    row(y, pixels) {
      for (let x = 0; x < width; x++) {
        const inFrame = Math.min(x, y, width - 1 - x, height - 1 - y) - frame;
        put(pixels, x, paper);
        if (frame === 0 || inFrame > -1) {
          const wash = stipple(x, y, 0.85 - (y / height) * 1.05);
          blend(pixels, x, sky, (0.35 + 0.5 * wash) * (palette.dark ? 0.6 : 0.85));
          for (const layer of layers) layer(x, y, x, pixels);
          if (frame > 0 && inFrame < 1) blend(pixels, x, paper, clamp(0.5 - inFrame));
        }
        const fibre = noise.fbm((x / unit) * 45, (y / unit) * 45, 2);
        overprint(pixels, x, palette.ink, 0.012 + 0.012 * fibre);
        lighten(pixels, x, fibre * 0.012);
      }
    },
  };
}
