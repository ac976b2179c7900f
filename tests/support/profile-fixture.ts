import { readdirSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createProfile, type Profile } from './latent-app.ts';
import type { ProfileFacts } from './profile-facts.ts';

/** Profiles and libraries of earlier versions, made by `npm run fixture`: one for each change of a format. */
const fixtures = path.resolve(import.meta.dirname, '../fixtures');

/** Stands in a fixture's notes for the home of the profile. */
export const homePlaceholder = '{home}';

export const fixtureNames = readdirSync(fixtures);

export interface FixtureCopy {
  readonly profile: Profile;
  /** What `factsOf` said of it in the version that made it. */
  readonly facts: ProfileFacts;
}

/** A copy of a fixture, where a person's profile and library would be. */
export async function copyFixture(name: string): Promise<FixtureCopy> {
  const profile = await createProfile();
  await cp(path.join(fixtures, name, 'user-data'), profile.userData, { recursive: true });
  await cp(path.join(fixtures, name, 'library'), profile.library, { recursive: true });
  for (const file of (await readdir(profile.userData)).filter((each) => each.endsWith('.json')).map((each) => path.join(profile.userData, each))) {
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(homePlaceholder, profile.home));
  }
  return { profile, facts: JSON.parse(await readFile(path.join(fixtures, name, 'facts.json'), 'utf8')) as ProfileFacts };
}
