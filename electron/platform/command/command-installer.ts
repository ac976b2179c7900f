import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CommandState } from '../../../shared/command-state.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { codeOf } from '../../core/util/system-errors.ts';
import { isOurLink, isOurScript, type CommandWay } from './command-place.ts';
import { asAdministrator, linkCommand, personPath, removeCommand } from './system-requests.ts';

/** Runs a program, and resolves to what it printed. Rejects if it fails. */
export type RunProgram = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => Promise<string>;

export const runProgram: RunProgram = async (program, args, env) => (await promisify(execFile)(program, args, { env: { ...process.env, ...env } })).stdout;

/** See electron/handlers/command-port.ts. */
interface Acts {
  state(this: void): Promise<CommandState>;
  install(this: void): Promise<CommandState>;
  remove(this: void): Promise<CommandState>;
}

/** Puts the command where terminals find it, and takes it back. `searched`: the PATH. */
export function createCommandInstaller(way: CommandWay, searched: string, run: RunProgram): Acts {
  if (way.is === 'never') return unchanging({ is: 'never', why: way.why });
  if (way.is === 'by-system') return unchanging({ is: 'by-system', place: way.file });
  const parts = way.is === 'folder' ? inPersonPath(way.folder, run) : asFile(way, searched, run);
  const after = async (act: () => Promise<void>): Promise<CommandState> => {
    try {
      await act();
    } catch (error) {
      throw error instanceof AppFailure ? error : new AppFailure('command-not-installed', error instanceof Error ? error.message : String(error), { cause: error });
    }
    return parts.state();
  };
  return { state: parts.state, install: () => after(parts.install), remove: () => after(parts.remove) };
}

interface Parts {
  state(this: void): Promise<CommandState>;
  install(this: void): Promise<void>;
  remove(this: void): Promise<void>;
}

function unchanging(state: CommandState): Acts {
  const answer = (): Promise<CommandState> => Promise.resolve(state);
  return { state: answer, install: answer, remove: answer };
}

function asFile(way: Extract<CommandWay, { is: 'link' | 'script' }>, searched: string, run: RunProgram): Parts {
  const { file } = way;
  const asks = way.is === 'link' && way.asks;
  /** `other`: of another copy or version of Latent. */
  const found = async (): Promise<'none' | 'ours' | 'other' | 'foreign'> => {
    const facts = await lstat(file).catch((error: unknown) => (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? null : Promise.reject(error)));
    if (facts === null) return 'none';
    if (facts.isSymbolicLink()) {
      const target = await readlink(file);
      if (!isOurLink(target)) return 'foreign';
      return way.is === 'link' && target === way.target ? 'ours' : 'other';
    }
    const text = facts.isFile() ? await readFile(file, 'utf8') : '';
    if (!isOurScript(text)) return 'foreign';
    return way.is === 'script' && text === way.text ? 'ours' : 'other';
  };
  /** Without an administrator if the folder is the person's. */
  const change = async (act: () => Promise<void>, script: string): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!asks || !['EACCES', 'EPERM', 'ENOENT'].includes(codeOf(error))) throw error;
      await run('osascript', asAdministrator(script), {});
    }
  };
  const put = async (): Promise<void> => {
    const folder = path.dirname(file);
    await mkdir(folder, { recursive: true });
    // Whole or not at all: a terminal may start it at this moment.
    const next = path.join(folder, `.latent-${process.pid}`);
    await rm(next, { force: true });
    if (way.is === 'link') await symlink(way.target, next);
    else {
      await writeFile(next, way.text);
      await chmod(next, 0o755);
    }
    await rename(next, file);
  };
  return {
    async state() {
      const what = await found();
      if (what === 'ours') return { is: 'installed', place: file, onPath: searched.split(':').includes(path.dirname(file)) };
      return { is: what === 'foreign' ? 'foreign' : 'absent', place: file };
    },
    async install() {
      if ((await found()) === 'foreign') throw new AppFailure('command-foreign', file);
      await change(put, way.is === 'link' ? linkCommand(file, way.target) : '');
    },
    async remove() {
      if ((await found()) === 'ours') await change(() => rm(file), removeCommand(file));
    },
  };
}

function inPersonPath(folder: string, run: RunProgram): Parts {
  const ask = async (request: keyof typeof personPath): Promise<string> => (await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', personPath[request]], { LATENT_FOLDER: folder })).trim();
  return {
    async state() {
      return (await ask('read')) === 'True' ? { is: 'installed', place: folder, onPath: true } : { is: 'absent', place: folder };
    },
    async install() {
      await ask('add');
    },
    async remove() {
      await ask('remove');
    },
  };
}
