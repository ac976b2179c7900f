import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { UpdateProgress } from '../../electron/core/updates/updater.ts';
import type { UpdateRig } from './update-rig.ts';

/** What a run of updating-process.ts said. Null: it was killed. */
export type Updated = { readonly calls: number; readonly begun: UpdateProgress; readonly checked: UpdateProgress } | null;

/** Runs it to its end. `killAt`: it kills itself before this call of the file system. `killAfter`: it is killed after so many milliseconds. */
export async function runUpdating(rig: UpdateRig, version: string, { killAt = 0, killAfter = null }: { readonly killAt?: number; readonly killAfter?: number | null } = {}): Promise<Updated> {
  const entry = fileURLToPath(new URL('updating-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', entry, rig.folder, rig.appImage, version, JSON.stringify(rig.server.feed), String(killAt)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const timer = killAfter === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  if (signal === 'SIGKILL') return null;
  if (code !== 0) throw new Error(`The updating process ended with ${String(code)}.`);
  return JSON.parse(output) as Updated;
}
