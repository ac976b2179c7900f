import type { Canvas } from './canvas.ts';

/** Raises the crest of a slope by a stand of pines; `tall` in pixels, `density` 0 to 1. */
export function pines(crest: Float32Array, { width, random, noise, unit }: Canvas, tall: number, density: number): void {
  const ground = crest.slice();
  const step = tall * 0.22;
  const grove = random.between(0, 100);
  for (let at = -tall; at < width + tall; at += step * random.between(0.5, 1.7)) {
    const stand = noise((at / unit) * 2.5 + grove, grove);
    if (stand < 0.45 - density) continue;
    const height = tall * random.between(0.45, 1) * (0.75 + 0.5 * Math.max(0, stand));
    const half = height * random.between(0.16, 0.22);
    const root = ground[Math.min(width - 1, Math.max(0, Math.round(at)))]!;
    for (let x = Math.max(0, Math.floor(at - half)); x <= Math.min(width - 1, at + half); x++) {
      const away = Math.abs(x - at) / half;
      // Boughs: the outline falls in steps, each hanging a little.
      const bough = Math.abs((((away * 5.5) % 1) + 1) % 1 - 0.5) * 0.16;
      const top = root - height * (Math.max(0, 1 - away ** 0.8) + (away > 0.08 ? bough * (1 - away) : 0));
      if (top < crest[x]!) crest[x] = top;
    }
  }
}
