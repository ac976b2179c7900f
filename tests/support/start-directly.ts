import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Profile } from './latent-app.ts';

/** Starts the app as a desktop does, without anything that drives its page. */
export interface DirectStart {
  readonly child: ChildProcess;
  /** Everything that the app wrote to stdout and stderr. */
  output(): string;
}

const root = path.resolve(import.meta.dirname, '../..');
const electron = createRequire(import.meta.url)('electron') as string;
const asRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** `env`: what else is in the environment; null removes a variable. `open`: links and files. */
export function startDirectly(profile: Profile, switches: readonly string[], env: Readonly<Record<string, string | null>> = {}, open: readonly string[] = []): DirectStart {
  const args = [...(asRoot ? ['--no-sandbox'] : []), ...switches, root, `--user-data-dir=${profile.userData}`, ...open];
  const given = { ...process.env, HOME: profile.home, XDG_CONFIG_HOME: path.join(profile.home, '.config'), ...env };
  const child = spawn(electron, args, { env: Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string')), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  return { child, output: () => output };
}

export const hasExited = ({ child }: DirectStart): boolean => child.exitCode !== null || child.signalCode !== null;
