import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../electron/cache.ts';

/** A folder of the trials in the user's cache, made if it is not there. All of them may be deleted at any time. */
export function cacheOf(name: string): string {
  const folder = join(cacheFolder(), 'install-trials', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
