import { run } from '../child.ts';
import { Sentence } from '../say.ts';
import withElectron from './with-electron.ts';

/** Uses this version of the app and keeps the profile that it leaves: `npm run fixture -- schema-15` writes tests/fixtures/schema-15. */
export default async function fixture([name]: readonly string[]): Promise<number> {
  if (name === undefined || !/^[a-z0-9-]+$/.test(name)) throw new Sentence('usage: fixture NAME');
  const built = await run('vite', ['build', '--logLevel', 'warn']);
  return built === 0 ? withElectron(['node', '.scripts/fixtures/make.ts', name]) : built;
}
