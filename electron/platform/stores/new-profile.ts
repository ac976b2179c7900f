import { existsSync } from 'node:fs';
import path from 'node:path';

/** What Latent and its command leave in a profile that was used. One of them may be lost, all of them hardly. */
const leftByUse = ['view.json', 'settings.json', 'view-state.json', 'keys.json', 'latent.db', 'backups'];

/** Whether nobody has used this profile before. Called before anything is written into it. */
export function isNewProfile(userData: string): boolean {
  return leftByUse.every((name) => !existsSync(path.join(userData, name)));
}
