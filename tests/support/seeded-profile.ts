import { seedLibrary, type SeedOptions } from '../bench/seed/seed-library.ts';
import type { Profile } from './latent-app.ts';

/** The profile with a seeded library in the place of its empty one. */
export async function seedProfile(profile: Profile, { images, seed, until, single = false }: Omit<SeedOptions, 'out' | 'single'> & { readonly single?: boolean }): Promise<Profile> {
  const { userData, library } = await seedLibrary({ images, out: `${profile.home}/seeded`, seed, until, single });
  return { ...profile, userData, library };
}
