import { expect, test } from 'vitest';
import type { ImageInfo } from '../../../../../shared/ipc/api.ts';
import { newTask, type GenerationRequest } from '../../../../../shared/task.ts';
import { comparedSettings } from '../../../../../renderer/rooms/compare/settings/compared-settings.ts';

const made = (request: Partial<GenerationRequest>): ImageInfo => ({
  image: { id: 1, taskId: 'task', index: 0, state: { status: 'expired' } },
  task: newTask('task', 'account', { model: 'flux', prompt: 'a fox', size: '1024x1024', quality: 'high', ...request }, null, 0),
});

test('settings that all have in common are said once, the others for each picture', () => {
  const { same, differing } = comparedSettings([made({ fields: { seed: 1, style: 'raw' } }), made({ model: 'sdxl', fields: { seed: 2, style: 'raw' } }), made({ quality: '' })]);
  expect(same).toEqual([{ name: { words: 'tasks.fact.size' }, value: '1024 × 1024' }]);
  expect(differing).toEqual([
    { name: { words: 'tasks.fact.model' }, values: ['flux', 'sdxl', 'flux'] },
    { name: { words: 'tasks.fact.quality' }, values: ['high', 'high', null] },
    { name: { words: 'import.fact.seed' }, values: ['1', '2', null] },
    { name: { field: 'style' }, values: ['raw', 'raw', null] },
  ]);
});

test('a field of the request is not mistaken for a setting of the same name, and what nobody states is left out', () => {
  const { same, differing } = comparedSettings([made({ model: '', fields: { steps: 4, cfg: { a: 1 } } }), made({ model: '', fields: { steps: 4, cfg: { a: 1 } } })]);
  expect(differing).toEqual([]);
  expect(same.map(({ name }) => name)).toEqual([{ words: 'tasks.fact.size' }, { words: 'tasks.fact.quality' }, { field: 'steps' }, { field: 'cfg' }]);
});
