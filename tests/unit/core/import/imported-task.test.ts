import { expect, it } from 'vitest';
import type { PictureMetadata } from '../../../../electron/core/metadata/reading/picture-metadata.ts';
import { importedTask } from '../../../../electron/core/import/imported-task.ts';

const nothing: PictureMetadata = {
  prompt: null, negativePrompt: null, model: null, size: null, seed: null, steps: null, sampler: null, cfgScale: null, createdAt: null,
  note: null, tags: [], rating: null, label: null, flag: null, software: null, source: null, record: null,
};

it.each([
  ['a short prompt', 'a fox 🦊', 'a fox 🦊'],
  ['a prompt that is too long', 'x'.repeat(40_000), 'x'.repeat(32_000)],
  ['a prompt that would be cut inside a character', `${'x'.repeat(31_999)}🦊 in snow`, 'x'.repeat(31_999)],
])('keeps only whole characters of %s', (_, prompt, expected) => {
  const looked = { type: 'png', width: 1, height: 1, bytes: 1, modifiedAt: 0, changedAt: 0, isWhole: true, metadata: { ...nothing, prompt } } as const;
  const task = importedTask({ accountId: 'a', importId: 'i', title: 'fox.png', named: null, looked, now: 1_800_000_000_000 });
  expect(task.request.prompt).toBe(expected);
});
