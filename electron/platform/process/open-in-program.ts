import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/** How to open a file in a program, or null if the program cannot be started without a shell, such as a script of Windows. */
export async function commandFor(program: string, file: string, platform: NodeJS.Platform): Promise<readonly [command: string, ...args: string[]] | null> {
  const found = await stat(program).catch(() => null);
  if (platform === 'darwin' && program.endsWith('.app')) return found?.isDirectory() ? ['/usr/bin/open', '-a', program, file] : null;
  if (!found?.isFile()) return null;
  if (platform === 'win32') return path.extname(program).toLowerCase() === '.exe' ? [program, file] : null;
  return (await access(program, constants.X_OK).then(() => true, () => false)) ? [program, file] : null;
}

/** Starts a program that outlives Latent. The file is an argument of its own, so no shell reads its name. Rejects if the program does not start. */
export function startProgram([command, ...args]: readonly [string, ...string[]]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { detached: true, stdio: 'ignore', shell: false });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
