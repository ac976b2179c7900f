import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the tooling keeps between runs and shares between checkouts; may be deleted at any time. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'latent-development');
}
