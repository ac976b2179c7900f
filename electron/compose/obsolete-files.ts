import { rm } from 'node:fs/promises';
import path from 'node:path';

/** Files in the user-data folder that earlier versions wrote and that nothing reads any more. Unfinished ones may hold a key. */
const obsoleteFiles = [
  'latent.db.header',
  'latent.db.compared',
  'latent.db.accepted.new',
  'marks-copy.json',
  'keys.json.part',
  'settings.json.part',
  'settings.json.previous',
  'settings.json.previous.part',
  'view-state.json.part',
  'view-state.json.previous',
  'view-state.json.previous.part',
  'view.json.part',
];

/** Never rejects: a file that cannot be deleted is tried again at the next start. */
export async function removeObsoleteFiles(userData: string): Promise<void> {
  await Promise.allSettled(obsoleteFiles.map((name) => rm(path.join(userData, name), { force: true })));
}
