import { describe, expect, test } from 'vitest';
import { latentField, paintLatent, progressOf } from '../../../../../renderer/parts/latent/latent-image.ts';
import { noFacts, type Task } from '../../../../../shared/task.ts';
import { completed, processing, sampleTask } from '../../sample-tasks.ts';

describe('the progress of a task', () => {
  const acceptedAt = 1_700_000_000_000;
  const after = (seconds: number, facts: Partial<Task['facts']> = {}): number => progressOf(sampleTask(processing, { acceptedAt, facts: { ...noFacts, ...facts } }), acceptedAt + seconds * 1000);

  test('grows with age, and never reaches the end', () => {
    const steps = [0, 1, 5, 30, 300, 36_000].map((seconds) => after(seconds));
    expect(steps[0]).toBe(0);
    for (const [at, step] of steps.entries()) expect(step).toBeGreaterThanOrEqual(steps[at - 1] ?? 0);
    expect(steps.at(-1)).toBeLessThan(1);
  });

  test('follows the progress and the estimate of the service', () => {
    expect(after(0, { progress: 40 })).toBe(0.4);
    expect(after(0, { progress: 130 })).toBe(1);
    expect(after(10, { estimatedSeconds: 5 })).toBeGreaterThan(after(10, { estimatedSeconds: 60 }));
  });

  test('is zero before the service accepts the task and if the clock was set back, and one at the end', () => {
    expect(progressOf(sampleTask({ status: 'submitting' }), acceptedAt)).toBe(0);
    expect(after(-5)).toBe(0);
    expect(progressOf(sampleTask(completed(1), { acceptedAt }), acceptedAt)).toBe(1);
  });
});

describe('the latent image', () => {
  const side = 64;
  const variance = (pixels: Uint8ClampedArray): number => {
    const alphas = pixels.filter((_, at) => at % 4 === 3);
    const mean = alphas.reduce((sum, alpha) => sum + alpha, 0) / alphas.length;
    return alphas.reduce((sum, alpha) => sum + (alpha - mean) ** 2, 0) / alphas.length;
  };
  const painted = (seed: string, progress: number, frame = 0): Uint8ClampedArray => {
    const pixels = new Uint8ClampedArray(side * side * 4);
    paintLatent(latentField(seed, side), progress, frame, pixels);
    return pixels;
  };

  test('is the same for the same task, and differs for another', () => {
    expect(latentField('a', side)).toEqual(latentField('a', side));
    expect(latentField('a', side)).not.toEqual(latentField('b', side));
  });

  test('gains contrast as it develops, and its grain moves', () => {
    expect(variance(painted('task', 0.9))).toBeGreaterThan(variance(painted('task', 0.1)));
    expect(painted('task', 0.5, 1)).not.toEqual(painted('task', 0.5, 2));
  });
});
