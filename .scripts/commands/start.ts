import { run, toolEnvironment } from '../child.ts';
import { electronSwitches, findElectron } from '../electron/find.ts';
import { ensureSandbox } from '../electron/linux.ts';
import { requireScreen } from '../screen.ts';

/** Builds Latent and opens it. Further arguments go to it: `npm start -- --user-data-dir=FOLDER`. */
export default async function start(args: readonly string[]): Promise<number> {
  requireScreen();
  const electron = await findElectron();
  ensureSandbox(electron.executable);
  const built = await run('vite', ['build', '--logLevel', 'warn']);
  if (built !== 0) return built;
  // Chromium's own log is about buses and graphics that a machine lacks; `--log-level=0` brings it back.
  return run(electron.executable, [...electronSwitches(), '--log-level=3', ...args, '.'], { env: toolEnvironment(electron.environment), shell: false });
}
