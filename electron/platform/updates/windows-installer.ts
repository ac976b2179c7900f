import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { UpdateFailure } from '../../core/updates/update-failure.ts';
import type { Installer } from '../../core/updates/update-memory.ts';
import { isSessionEnding } from '../process/system-shutdown.ts';

/** Milliseconds in which an installer that cannot begin has ended. It reads all of its bytes first. */
const beginning = 5_000;

/**
 * Runs the silent installer, which waits for the end of this process (resources/installer.nsh). It installs for this person alone, so that no administrator's rights
 * are asked for.
 *
 * @param patience milliseconds to watch an installer that is to start Latent again: if it fails at once, nobody else would
 */
export function createWindowsInstaller(patience = beginning): Installer {
  return {
    tidy: () => Promise.resolve(),
    stage: () => Promise.resolve(),
    async install(file, _sha512, restarts) {
      // Windows kills programs that were started while a session ends, and an installer that is killed leaves no app.
      if (isSessionEnding()) return 'not-now';
      try {
        // It must outlive Latent.
        const child = spawn(file, ['--updated', '/S', ...(restarts ? ['--force-run'] : [])], { detached: true, stdio: 'ignore' });
        await once(child, 'spawn');
        child.unref();
        const hasEnded = restarts && (await Promise.race([once(child, 'exit').then(() => true), wait(patience, false)]));
        // Latent still runs, so it has replaced nothing.
        if (hasEnded) throw new Error(`the installer ended with ${String(child.exitCode ?? child.signalCode)}`);
      } catch (cause) {
        throw new UpdateFailure('not-installed', String(cause), { cause });
      }
      return 'at-work';
    },
  };
}
