import { describe, expect, test } from 'vitest';
import { developed, latentField, latentSide, paintLatent } from '../../../../../renderer/parts/latent/latent-image.ts';

describe('developed', () => {
  const unknown = { told: null, estimatedSeconds: null };

  test('grows with age, and never reaches the end', () => {
    const steps = [0, 1, 5, 30, 300, 36_000].map((seconds) => developed({ ...unknown, age: seconds * 1000 }));
    expect(steps[0]).toBe(0);
    for (const [at, step] of steps.entries()) expect(step).toBeGreaterThanOrEqual(steps[at - 1] ?? 0);
    expect(steps.at(-1)).toBeLessThan(1);
  });

  test('follows the progress and the estimate of the service', () => {
    expect(developed({ told: 40, age: 0, estimatedSeconds: null })).toBe(0.4);
    expect(developed({ told: 130, age: 0, estimatedSeconds: null })).toBe(1);
    expect(developed({ ...unknown, age: 10_000, estimatedSeconds: 5 })).toBeGreaterThan(developed({ ...unknown, age: 10_000, estimatedSeconds: 60 }));
  });

  test('is zero if the clock was set back', () => {
    expect(developed({ ...unknown, age: -5000 })).toBe(0);
  });
});

describe('the latent image', () => {
  const variance = (pixels: Uint8ClampedArray): number => {
    const alphas = pixels.filter((_, at) => at % 4 === 3);
    const mean = alphas.reduce((sum, alpha) => sum + alpha, 0) / alphas.length;
    return alphas.reduce((sum, alpha) => sum + (alpha - mean) ** 2, 0) / alphas.length;
  };
  const painted = (seed: string, progress: number, frame = 0): Uint8ClampedArray => {
    const pixels = new Uint8ClampedArray(latentSide * latentSide * 4);
    paintLatent(latentField(seed), progress, frame, pixels);
    return pixels;
  };

  test('is the same for the same task, and differs for another', () => {
    expect(latentField('a')).toEqual(latentField('a'));
    expect(latentField('a')).not.toEqual(latentField('b'));
  });

  test('gains contrast as it develops, and its grain moves', () => {
    expect(variance(painted('task', 0.9))).toBeGreaterThan(variance(painted('task', 0.1)));
    expect(painted('task', 0.5, 1)).not.toEqual(painted('task', 0.5, 2));
  });
});
