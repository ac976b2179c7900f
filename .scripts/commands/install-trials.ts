import { spawn } from 'node:child_process';
import { root, toolEnvironment } from '../child.ts';
import { ensureTrialPrograms } from '../electron/linux.ts';
import { Sentence } from '../say.ts';

/**
 * Installs packages on bare systems, uses them, upgrades and removes them: `npm run install-trials -- [NAME…]`, see docs/install-trials.md.
 *
 * The trials run in process and mount namespaces of their own, which end with this process, however it ends: the kernel then ends all
 * that was started there, and undoes each mount.
 */
export default async function installTrials(args: readonly string[]): Promise<number> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Sentence('The trials of packages need Linux, and root for the systems that they make.');
  ensureTrialPrograms();
  const work = ['sh', '-c', '"$@" & wait $!', 'sh', process.execPath, '--no-warnings', '.scripts/install-trials/run.ts', ...args];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...work], {
    cwd: root,
    stdio: 'inherit',
    env: toolEnvironment(),
  });
  // unshare itself ignores what asks it to end.
  const end = (): void => void child.kill('SIGKILL');
  process.on('SIGINT', end).on('SIGTERM', end);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
