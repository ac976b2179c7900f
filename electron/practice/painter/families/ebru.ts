import type { Canvas, Painting } from '../canvas.ts';
import { mixColours, saturate, type Colour } from '../colour.ts';
import { lighten } from '../row.ts';
import { createSampler } from '../sampling.ts';

/** One act of the marbler, undone: carries a point back to where its colour was before. */
type Act =
  /** A drop of colour pushes everything aside. */
  | { readonly kind: 'drop'; readonly x: number; readonly y: number; readonly radius: number; readonly ink: number }
  /** A comb drawn across in one direction drags what it touches, less the farther away. */
  | { readonly kind: 'comb'; readonly cos: number; readonly sin: number; readonly teeth: number; readonly pull: number; readonly soft: number; readonly shift: number; readonly sway: number };

/** Marbled paper as made on a bath: drops of ink that push each other aside, then combs. Nothing mixes, everything bends. */
export function* ebru(canvas: Canvas): Generator<void, Painting> {
  const { width, height, unit, palette, noise, random } = canvas;
  const [first, second, third, fourth, spark] = palette.accents.map((colour) => saturate(colour, 1.08)) as [Colour, Colour, Colour, Colour, Colour];
  const inks: readonly Colour[] = [first, second, third, palette.paper, fourth, second, first, spark, palette.paper, mixColours(first, palette.ink, 0.5)];
  const wide = width / unit;
  const tall = height / unit;
  const acts: Act[] = [];

  const rings = random.whole(36, 48);
  for (let i = 0; i < rings; i++) {
    const nested = i > 6 && random.chance(0.62);
    const before = acts[acts.length - 1];
    const at = nested && before?.kind === 'drop' ? before : { x: random.between(-0.05, wide + 0.05), y: random.between(-0.05, tall + 0.05) };
    const radius = (nested ? random.between(0.05, 0.1) : random.between(0.07, 0.16)) * (1 - (0.45 * i) / rings);
    acts.push({ kind: 'drop', x: at.x, y: at.y, radius, ink: random.whole(0, inks.length - 1) });
  }
  const heading = random.pick([0, Math.PI / 2]);
  const style = random.pick(['stones', 'waves', 'nonpareil', 'feather'] as const);
  const passes = { stones: [], waves: [0.34], nonpareil: [0.3, 0.045], feather: [0.1, 0.28] }[style];
  for (const [i, teeth] of passes.entries()) {
    const angle = heading + (i % 2) * (Math.PI / 2);
    acts.push({
      kind: 'comb',
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      teeth,
      pull: style === 'waves' ? 0.22 : i === 0 ? 0.24 : style === 'feather' ? 0.3 : teeth * 1.6,
      soft: teeth * 0.32,
      shift: random.between(0, 1),
      sway: style === 'waves' ? 0.06 : 0.02,
    });
  }
  yield;

  const point = { x: 0, y: 0 };
  /** The ink at this point of the finished sheet. */
  function inkAt(x: number, y: number): number {
    point.x = x;
    point.y = y;
    for (let i = acts.length - 1; i >= 0; i--) {
      const act = acts[i]!;
      if (act.kind === 'comb') {
        const across = point.x * act.cos + point.y * act.sin + Math.sin((point.x * act.sin - point.y * act.cos) * 7) * act.sway;
        const row = across / act.teeth + act.shift;
        const toTooth = Math.abs(row - Math.round(row)) * act.teeth;
        const direction = Math.round(row) % 2 === 0 ? 1 : -1;
        const drag = act.pull * (Math.exp(-toTooth / act.soft) - Math.exp((toTooth - act.teeth) / act.soft)) * direction;
        point.x += act.sin * drag;
        point.y -= act.cos * drag;
      } else {
        const dx = point.x - act.x;
        const dy = point.y - act.y;
        const distance2 = dx * dx + dy * dy;
        const radius2 = act.radius * act.radius;
        if (distance2 <= radius2) return act.ink;
        const back = Math.sqrt(1 - radius2 / distance2);
        point.x = act.x + dx * back;
        point.y = act.y + dy * back;
      }
    }
    // The bath before the first drop: a few slow bands.
    const band = Math.floor((point.y + noise(point.x * 1.3, point.y * 1.3) * 0.2 + 9) * 5);
    return ((band % inks.length) + inks.length) % inks.length;
  }

  const sampleRow = createSampler(width, (x, y, out) => {
    const ink = inkAt(x / unit, y / unit);
    out.set(inks[ink]!);
    return ink;
  });
  return {
    finish: { grain: 0.011, vignette: 0.14 },
    row(y, pixels) {
      sampleRow(y, pixels);
      for (let x = 0; x < width; x++) {
        const pool = noise.fbm((x / unit) * 2.4, (y / unit) * 2.4, 2);
        const fibre = noise.fbm((x / unit) * 60, (y / unit) * 60, 2);
        lighten(pixels, x, pool * 0.022 + fibre * 0.014);
      }
    },
  };
}
