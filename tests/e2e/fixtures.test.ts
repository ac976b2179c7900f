import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '../../shared/ipc/api.ts';
import { saidNothing } from '../../shared/task.ts';
import { sha256 } from '../support/bytes.ts';
import { LatentApp } from '../support/latent-app.ts';
import { factsOf, type ProfileFacts } from '../support/profile-facts.ts';
import { copyFixture, fixtureNames } from '../support/profile-fixture.ts';
import { expect, test } from '../support/test.ts';
import { defaultSettings } from '../../shared/settings.ts';

/** This version opens the profiles and libraries of earlier releases, and those that it makes itself, without losing anything. */

/** The app was killed while it made the fixture, so nobody knows whether the task that was being sent arrived. */
function afterKill(facts: ProfileFacts): ProfileFacts {
  const unknown = { status: 'unknown', reason: 'stopped-while-sending', said: saidNothing };
  return { ...facts, tasks: facts.tasks.map((task) => (task.state.status === 'submitting' ? { ...task, state: unknown } : task)) };
}

/** What the version that made the fixture did not have, as this version shows it. */
function inThisVersion(facts: ProfileFacts): ProfileFacts {
  return { ...facts, settings: { ...defaultSettings, ...facts.settings } };
}

/** What can be rebuilt from a library folder alone, without order. Row numbers may differ, and the thirty days in the trash start again. */
function libraryFacts({ pictures, marks, searches, prompts, albums, inTrash }: ProfileFacts): object {
  const kept = pictures.map((picture) => ({ ...picture, id: 0, marks: { ...marks[picture.id], trashedAt: marks[picture.id]?.trashedAt != null } }));
  const nameOf = (wanted: number): string => pictures.filter(({ id }) => id === wanted).map(({ task, index }) => `${task} ${index}`).join();
  return {
    pictures: kept.toSorted((a, b) => `${a.task} ${a.index}`.localeCompare(`${b.task} ${b.index}`)),
    searches: searches.map((search) => ({ ...search, id: 0 })),
    prompts: prompts.map((prompt) => ({ ...prompt, imageId: prompt.imageId && nameOf(prompt.imageId) })),
    // The order of the pictures in an album is a person's work.
    albums: albums.map((album) => ({ ...album, pictures: album.pictures.map(nameOf) })),
    inTrash,
  };
}

async function noticeCodes(app: LatentApp): Promise<readonly string[]> {
  return ((await app.call('appSnapshot')) as Snapshot).notices.map(({ code }) => code);
}

for (const name of fixtureNames) {
  // In every run, the oldest one is migrated, and the newest one is rebuilt.
  test(`${name}: tasks, pictures, marks, trash, accounts and settings are all there, also after a restart`, { tag: name === fixtureNames[0] ? [] : '@long' }, async () => {
    const { profile, facts } = await copyFixture(name);
    const expected = afterKill(inThisVersion(facts));
    for (const status of ['completed', 'failed', 'missing', 'paused', 'processing', 'queued', 'rejected', 'unknown', 'withdrawn']) {
      expect(facts.tasks.map(({ state }) => state.status)).toContain(status);
    }
    for (let start = 1; start <= 2; start += 1) {
      const app = await LatentApp.launch(profile);
      await expect.poll(() => factsOf(app)).toEqual(expected);
      await expect.poll(() => app.loadedPictures()).toBe(facts.pictures.length - facts.inTrash);
      expect(await noticeCodes(app)).toEqual([]);
      await app.close();
    }
    for (const { state } of facts.pictures) {
      const bytes = await readFile(path.join(profile.library, state.file?.path ?? ''));
      expect(sha256(bytes)).toBe(state.file?.sha256);
    }
    await profile.remove();
  });

  for (const { lost, files, notice } of [
    { lost: 'its history', files: ['latent.db', 'latent.db-wal'], notice: 'database-restored' },
    { lost: 'its history and the backups', files: ['latent.db', 'latent.db-wal', 'backups'], notice: 'database-rebuilt' },
  ]) {
    test(`${name}: a profile that lost ${lost} has all pictures and marks again`, { tag: name === fixtureNames.at(-1) ? [] : '@long' }, async () => {
      const { profile, facts } = await copyFixture(name);
      for (const file of files) await rm(path.join(profile.userData, file), { recursive: true });
      const app = await LatentApp.launch(profile);
      await expect.poll(async () => libraryFacts(await factsOf(app))).toEqual(libraryFacts(inThisVersion(facts)));
      expect(await noticeCodes(app)).toEqual([notice]);
      await app.close();
      await profile.remove();
    });
  }
}
