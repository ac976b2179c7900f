import { run, toolEnvironment } from '../child.ts';
import { findElectron } from '../electron/find.ts';
import { ensureSandbox, ensureTestPrograms } from '../electron/linux.ts';
import { Sentence } from '../say.ts';
import { startScreen } from '../screen.ts';

/** Runs a program with what an Electron under test needs: a binary, a screen of its own, the system's libraries. */
export default async function withElectron([program, ...args]: readonly string[], extra: NodeJS.ProcessEnv = {}): Promise<number> {
  if (program === undefined) throw new Sentence('usage: with-electron PROGRAM [ARGUMENT…]');
  ensureTestPrograms();
  const electron = await findElectron();
  ensureSandbox(electron.executable);
  const screen = await startScreen();
  try {
    return await run(program, args, { env: toolEnvironment({ ...electron.environment, ...screen.environment, ...extra }) });
  } finally {
    await screen.stop();
  }
}
