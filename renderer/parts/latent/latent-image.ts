import type { EpochMs, Task } from '../../../shared/task.ts';

// What a task shows before there is a picture: shapes of its own that emerge from grain, as a print does in the developer. It shows that
// the task is in progress, and how far. It is not a preview of the picture.

/** The density of a finished print: soft shapes that are always the same for one task, because its ID is their seed. */
export function latentField(seed: string, side: number): Float32Array {
  const random = randomFrom(seed);
  const blobs = Array.from({ length: 6 }, () => ({
    x: random(),
    y: random(),
    reach: 0.12 + random() * 0.34,
    weight: 0.5 + random() * 0.8,
    stretch: 0.6 + random() * 1.3,
  }));
  const horizon = 0.45 + random() * 0.3;
  const tilt = (random() - 0.5) * 0.35;
  const field = new Float32Array(side * side);
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const x = column / side;
      const y = row / side;
      let density = 0.32 / (1 + Math.exp(-(y - horizon - tilt * (x - 0.5)) * 22));
      for (const blob of blobs) {
        const dx = (x - blob.x) / (blob.reach * blob.stretch);
        const dy = (y - blob.y) / blob.reach;
        density += 0.28 * blob.weight * Math.exp(-(dx * dx + dy * dy));
      }
      field[row * side + column] = Math.min(density, 0.95);
    }
  }
  return field;
}

/**
 * Writes one frame as black with an alpha of the density.
 * @param progress 0 (grain alone) to 1 (the shapes, hardly any grain)
 * @param frame changes the grain
 */
export function paintLatent(field: Float32Array, progress: number, frame: number, pixels: Uint8ClampedArray): void {
  const grain = 0.17 - 0.09 * progress;
  const shapes = 0.1 + 0.62 * progress ** 0.9;
  let noise = (frame + 1) * 0x9e3779b9;
  for (let at = 0; at < field.length; at += 1) {
    // xorshift is cheap, and good enough for grain.
    noise ^= noise << 13;
    noise ^= noise >>> 17;
    noise ^= noise << 5;
    const speck = ((noise >>> 0) / 0x1_0000_0000 - 0.5) * grain;
    pixels[at * 4 + 3] = 255 * Math.max(0, 0.07 + (field[at] ?? 0) * shapes + speck);
  }
}

/** How far the latent image of a task has developed, 0 to 1: the service's progress, or else an estimate from its age that never reaches 1. */
export function progressOf({ state, acceptedAt, facts }: Task, now: EpochMs): number {
  if (state.status === 'completed') return 1;
  if (acceptedAt === null) return 0;
  if (facts.progress !== null && facts.progress > 0) return Math.min(facts.progress / 100, 1);
  const pace = Math.max(facts.estimatedSeconds ?? 20, 2) * 1000;
  return 0.9 * (1 - Math.exp(-Math.max(now - acceptedAt, 0) / pace));
}

function randomFrom(seed: string): () => number {
  let state = 2166136261;
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return ((state ^ (state >>> 12)) >>> 0) / 0x1_0000_0000;
  };
}
