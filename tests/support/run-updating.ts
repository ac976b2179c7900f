import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { UpdateProgress } from '../../electron/core/updates/updater.ts';
import type { UpdateRig } from './update-rig.ts';

/** What a run of updating-process.ts said. Null: it was killed. */
export type Updated = { readonly calls: number; readonly took: number; readonly begun: UpdateProgress; readonly checked: UpdateProgress } | null;

/** Runs it to its end. `killAt`: it kills itself before this call of the file system. `killAfter`: it is killed so many milliseconds after its code was loaded. */
export async function runUpdating(rig: UpdateRig, version: string, { killAt = 0, killAfter = null }: { readonly killAt?: number; readonly killAfter?: number | null } = {}): Promise<Updated> {
  const entry = fileURLToPath(new URL('updating-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', entry, rig.folder, rig.appImage, version, JSON.stringify(rig.server.feed), String(killAt)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    if (killAfter !== null) timer ??= setTimeout(() => child.kill('SIGKILL'), killAfter);
    output += chunk.toString('utf8');
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  if (signal === 'SIGKILL') return null;
  if (code !== 0) throw new Error(`The updating process ended with ${String(code)}.`);
  return JSON.parse(output.replace('begins\n', '')) as Updated;
}
