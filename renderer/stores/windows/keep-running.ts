import { bridge } from '../../bridge.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import { notifyIfFailed } from '../../ui/toast.tsx';

/**
 * The window is being closed for the first time while something is in progress or waits: asks whether Latent goes on without it, keeps the answer, and closes it. Without
 * an answer, it stays open. Shows errors.
 */
export async function askToKeepRunning(hasIcon: boolean): Promise<void> {
  const keepRunning = await ask('keep-running', { hasIcon });
  if (keepRunning === null) return;
  if ((await notifyIfFailed(bridge.settingsUpdate({ keepRunning }))).ok) await notifyIfFailed(bridge.windowsClose());
}
