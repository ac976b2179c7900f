import { run } from '../child.ts';
import withElectron from './with-electron.ts';

/** Builds, uses the app for a minute, and photographs every screen into docs/screenshots. */
export default async function screenshots(): Promise<number> {
  const built = await run('vite', ['build', '--logLevel', 'warn']);
  return built === 0 ? withElectron(['node', '.scripts/screenshots/take.ts']) : built;
}
