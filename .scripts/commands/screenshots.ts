import { run } from '../child.ts';
import withElectron from './with-electron.ts';

/** Builds, uses the app for some minutes, and photographs every screen: `npm run screenshots -- [FOLDER]`, see screenshots/take.ts. */
export default async function screenshots(args: readonly string[]): Promise<number> {
  const built = await run('vite', ['build', '--logLevel', 'warn']);
  return built === 0 ? withElectron(['node', '.scripts/screenshots/take.ts', ...args]) : built;
}
