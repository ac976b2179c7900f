import { seedLibrary, type SeedOptions } from '../bench/seed/seed-library.ts';
import type { Profile } from './latent-app.ts';

/** The profile with a seeded library in the place of its empty one. */
export async function seedProfile(profile: Profile, options: Omit<SeedOptions, 'out' | 'single'>): Promise<Profile> {
  const { userData, library } = await seedLibrary({ ...options, out: `${profile.home}/seeded`, single: false });
  return { ...profile, userData, library };
}
