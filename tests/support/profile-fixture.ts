import { readdirSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createProfile, type Profile } from './latent-app.ts';
import type { ProfileFacts } from './profile-facts.ts';

/** Profiles and libraries, made by `npm run fixture`: one of today's formats, and from the first release on one for each change of a format. */
export const fixtures = path.resolve(import.meta.dirname, '../fixtures');

/** Placeholder for the home folder in the files of a fixture. */
export const homePlaceholder = '{home}';

/** From the oldest to the newest. */
export const fixtureNames = readdirSync(fixtures).filter((name) => name.startsWith('schema-')).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

export interface FixtureCopy {
  readonly profile: Profile;
  /** The result of `factsOf` in the version that made the fixture. */
  readonly facts: ProfileFacts;
}

/** Copies a fixture to where a person's profile and library would be. */
export async function copyFixture(name: string): Promise<FixtureCopy> {
  const profile = await createProfile();
  await cp(path.join(fixtures, name, 'user-data'), profile.userData, { recursive: true });
  await cp(path.join(fixtures, name, 'library'), profile.library, { recursive: true });
  for (const file of (await readdir(profile.userData)).filter((each) => each.endsWith('.json')).map((each) => path.join(profile.userData, each))) {
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(homePlaceholder, profile.home));
  }
  return { profile, facts: JSON.parse(await readFile(path.join(fixtures, name, 'facts.json'), 'utf8')) as ProfileFacts };
}
