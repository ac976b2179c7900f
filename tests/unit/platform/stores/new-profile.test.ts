import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isNewProfile } from '../../../../electron/platform/stores/new-profile.ts';
import { openViewMemoryFile } from '../../../../electron/platform/stores/view-memory-file.ts';
import { firstView } from '../../../../shared/windows/view-memory.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'profile-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('only a profile that nobody has used is new', async () => {
  expect(isNewProfile(folder)).toBe(true);
  expect(isNewProfile(path.join(folder, 'not-there'))).toBe(true);
  // What claims the profile comes before.
  await writeFile(path.join(folder, 'SingletonLock'), '');
  expect(isNewProfile(folder)).toBe(true);
  for (const name of ['view.json', 'settings.json', 'view-state.json', 'keys.json', 'latent.db']) {
    await writeFile(path.join(folder, name), '{}');
    expect(isNewProfile(folder), name).toBe(false);
    await rm(path.join(folder, name));
  }
});

it('a new profile begins with the first steps, also at its second start; a file of 1.0.0 has none', async () => {
  const first = openViewMemoryFile(folder, true);
  expect(first.get()).toEqual({ ...firstView, firstStep: 'try' });
  // Nothing of the window was changed.
  await first.flush();
  expect(openViewMemoryFile(folder, isNewProfile(folder)).get().firstStep).toBe('try');

  const { firstStep: _later, ...before } = firstView;
  await writeFile(path.join(folder, 'view.json'), JSON.stringify(before));
  const second = openViewMemoryFile(folder, isNewProfile(folder));
  expect(second.get()).toEqual(firstView);
  expect(second.repair()).toBe(null);
});

it('a lost window memory of a used profile brings no steps back', async () => {
  await writeFile(path.join(folder, 'latent.db'), '');
  expect(openViewMemoryFile(folder, isNewProfile(folder)).get().firstStep).toBe('ended');
  await writeFile(path.join(folder, 'view.json'), '{"firstStep":"someday"}');
  expect(openViewMemoryFile(folder, isNewProfile(folder)).get().firstStep).toBe('ended');
});
