import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { mostPresets, type PresetChoices } from '../../../../shared/prompts/preset.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { start } from '../samples.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

const choices: PresetChoices = {
  model: '',
  size: '64x64',
  quality: 'low',
  also: { model: ['m', 'n'], size: [], quality: [] },
  fields: { seed: 42, style: ['ink', null] },
  count: 3,
};

it('presets come back whole and by name, a name is unique, and one that cannot be read is left out', async () => {
  const { repository } = database;
  await repository.savePreset('portraits', choices, start);
  await repository.savePreset('Animals', { model: 'm', size: '', quality: '', count: 1 }, start + 1);
  const [animals, portraits] = await repository.presets();
  expect([animals?.name, portraits?.name]).toEqual(['Animals', 'portraits']);
  expect(portraits).toMatchObject({ choices, savedAt: start });

  await repository.savePreset('portraits', { ...choices, count: 5 }, start + 2);
  expect((await repository.presets())[1]).toMatchObject({ id: portraits?.id, choices: { count: 5 } });
  expect(await repository.renamePreset(portraits?.id ?? 0, 'Animals')).toBe(false);
  expect(await repository.renamePreset(portraits?.id ?? 0, 'People')).toBe(true);
  await repository.removePreset(animals?.id ?? 0);
  expect((await repository.presets()).map(({ name }) => name)).toEqual(['People']);

  const db = openConnection(database.file);
  db.exec(`INSERT INTO presets (name, choices, created_at) VALUES ('Broken', '{"count": 0}', 1)`);
  db.close();
  expect((await repository.presets()).map(({ name }) => name)).toEqual(['People']);
});

it('one more than the most presets is not saved, but an existing one is replaced', async () => {
  const { repository } = database;
  const { length } = await repository.presets();
  for (let at = length; at < mostPresets; at += 1) expect(await repository.savePreset(`preset ${at}`, choices, start)).toBe(true);
  expect(await repository.savePreset('one more', choices, start)).toBe(false);
  expect(await repository.presets()).toHaveLength(mostPresets);
  expect(await repository.savePreset('People', { ...choices, count: 7 }, start)).toBe(true);
  expect((await repository.presets()).find(({ name }) => name === 'People')).toMatchObject({ choices: { count: 7 } });
});
