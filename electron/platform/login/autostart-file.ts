import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LoginState } from '../../../shared/login-state.ts';
import { codeOf } from '../../core/util/system-errors.ts';
import { writeWholeFile } from '../../core/util/whole-file.ts';
import { autostartEntry, readAutostartEntry, type Autostart, type ReadEntry } from './desktop-entry.ts';

/** The entry of Latent in the person's folder of programs that are started at login, absolute. `configHome`: XDG_CONFIG_HOME, which counts only if it is absolute. */
export const autostartFile = (home: string, configHome = ''): string => path.join(path.isAbsolute(configHome) ? configHome : path.join(home, '.config'), 'autostart/latent.desktop');

/** See electron/handlers/login-port.ts. */
export interface LoginActs {
  state(this: void): Promise<LoginState>;
  set(this: void, opens: boolean): Promise<LoginState>;
  /** For each start: writes the entry anew if Latent wrote it for a program that is gone since, such as an AppImage that was moved, or with other arguments. */
  renew(this: void): Promise<void>;
}

/** Opens Latent at login by a file. Null if there is none; a person or a desktop may change it at any time. */
export function createAutostartFile(file: string, autostart: Autostart): LoginActs {
  const text = autostartEntry(autostart);
  const read = async (): Promise<(ReadEntry & { readonly text: string }) | null> => {
    try {
      const found = await readFile(file, 'utf8');
      return { ...readAutostartEntry(found), text: found };
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
      throw error;
    }
  };
  const state = async (): Promise<LoginState> => {
    const entry = await read();
    if (entry === null || !entry.isOn || entry.program === null) return { is: 'off' };
    if (entry.program === autostart.program) return { is: 'on' };
    // Desktops skip an entry whose program is gone.
    return existsSync(entry.program) || !path.isAbsolute(entry.program) ? { is: 'other', program: entry.program } : { is: 'off' };
  };
  const write = async (): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeWholeFile(file, [text], 'usual');
  };
  return {
    state,
    async set(opens) {
      if (opens) await write();
      else if ((await state()).is !== 'other') await rm(file, { force: true });
      return state();
    },
    async renew() {
      const entry = await read();
      if (entry === null || !entry.isOn || !entry.isOurs || entry.program === null || entry.text === text) return;
      if (entry.program === autostart.program ? !entry.text.includes(execLine(text)) : !existsSync(entry.program)) await write();
    },
  };
}

const execLine = (text: string): string => /^Exec=.*$/m.exec(text)?.[0] ?? '';
