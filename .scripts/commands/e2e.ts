import { run } from '../child.ts';
import withElectron from './with-electron.ts';

/** Builds, then runs the end-to-end tests: `npm run e2e -- tests/e2e/story.test.ts`. */
export default async function endToEnd(args: readonly string[]): Promise<number> {
  const built = await run('vite', ['build', '--logLevel', 'warn']);
  return built === 0 ? withElectron(['playwright', 'test', '--config', 'tests', ...args]) : built;
}
