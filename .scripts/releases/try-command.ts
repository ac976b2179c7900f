import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sentence } from '../say.ts';

/** Milliseconds for a practice picture by the command. Its Node may have to be taken out of an AppImage first. */
const limit = 180_000;

/**
 * Makes a practice picture with a package's command line, as a person types it in a terminal: without a screen, and in a home of its own, so that neither profile nor pictures are
 * those of the window. Throws a Sentence if it does not, or if the command is of another version than the package. `file`: the name of the package.
 */
export function useCommand(command: string, file: string): void {
  const home = mkdtempSync(join(tmpdir(), 'latent-command-'));
  try {
    const version = type(command, '--version', home);
    if (!/^\d+\.\d+\.\d+/.test(version) || !file.includes(version)) throw new Sentence(`The command of ${file} calls its version ${version}.`);
    mkdirSync(join(home, 'Pictures'));
    const said = type(command, `--profile "${join(home, 'profile')}" generate "a lighthouse by command" --json`, home);
    const pictures = picturesIn(said);
    if (pictures.length !== 1 || !pictures.every(isPng)) throw new Sentence(`The command made no picture: ${said}`);
  } finally {
    rmSync(home, { recursive: true, maxRetries: 5 });
  }
}

/** What a line in a terminal prints. By a shell, as launchers of Windows need one. */
function type(command: string, words: string, home: string): string {
  const { DISPLAY: _screen, WAYLAND_DISPLAY: _other, ...environment } = process.env;
  const ownHome = { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_CACHE_HOME: join(home, '.cache') };
  const { status, stdout, stderr, error } = spawnSync(`"${command}" ${words}`, { shell: true, cwd: home, env: { ...environment, ...ownHome }, encoding: 'utf8', timeout: limit, stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) throw new Sentence(`${command} ${words} did not succeed: ${error?.message ?? (stderr.trim() || stdout.trim())}`);
  return stdout.trim();
}

function picturesIn(said: string): readonly string[] {
  try {
    const { tasks } = JSON.parse(said) as { readonly tasks: readonly { readonly pictures: readonly string[] }[] };
    return tasks.flatMap(({ pictures }) => pictures);
  } catch {
    throw new Sentence(`The command did not answer with a document: ${said}`);
  }
}

export function isPng(file: string): boolean {
  return readFileSync(file).subarray(1, 4).toString('latin1') === 'PNG';
}
