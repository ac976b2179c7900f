import { existsSync } from 'node:fs';
import type { App } from 'electron';
import type { LoginState } from '../../../shared/login-state.ts';
import { runningAppImage, type Running } from '../updates/installed-as.ts';
import { autostartFile, createAutostartFile, type LoginActs } from './autostart-file.ts';
import { hiddenSwitch } from './hidden-start.ts';

export interface LoginItemDeps {
  readonly app: Pick<App, 'isPackaged' | 'getAppPath' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly running: Running;
  readonly home: string;
  /** The folder of the profile that the start has named. Empty: it has named none. */
  readonly userData: string;
  readonly isFlatpak: boolean;
}

/** What opens this copy of Latent at login. */
export function createLoginItem({ app, running, home, userData, isFlatpak }: LoginItemDeps): LoginActs {
  const { platform, env, execPath } = running;
  // The same profile as now. Whether it stays hidden is decided at the start, when the settings are known.
  const args = [...(userData === '' ? [] : [`--user-data-dir=${userData}`]), hiddenSwitch];
  if (platform === 'linux') {
    if (isFlatpak) return never('flatpak');
    const program = runningAppImage(env, execPath) ?? execPath;
    return createAutostartFile(autostartFile(home, env['XDG_CONFIG_HOME']), { program, args: app.isPackaged ? args : [app.getAppPath(), ...args] });
  }
  if (!app.isPackaged) return never('source');
  if (platform === 'darwin') return /^\/Volumes\/|\/AppTranslocation\//.test(execPath) ? never('not-in-place') : ofMac(app);
  // The portable app runs from a folder that is gone once it ends.
  return ofWindows(app, env['PORTABLE_EXECUTABLE_FILE'] ?? execPath, args.map(quotedForWindows));
}

export const isInFlatpak = (): boolean => existsSync('/.flatpak-info');

const noRenewal = (): Promise<void> => Promise.resolve();

function never(why: Extract<LoginState, { is: 'never' }>['why']): LoginActs {
  const state = (): Promise<LoginState> => Promise.resolve({ is: 'never', why });
  return { state, set: state, renew: noRenewal };
}

/** macOS passes no arguments, and says at the start whether it was one at login. */
function ofMac(app: LoginItemDeps['app']): LoginActs {
  const state = (): Promise<LoginState> => {
    const { openAtLogin, status } = app.getLoginItemSettings();
    return Promise.resolve({ is: status === 'requires-approval' ? 'blocked' : openAtLogin ? 'on' : 'off' });
  };
  return {
    state,
    set(opens) {
      app.setLoginItemSettings({ openAtLogin: opens });
      return state();
    },
    renew: noRenewal,
  };
}

/** A value in the registry. It can be switched off in the Task Manager, which counts as off. */
function ofWindows(app: LoginItemDeps['app'], path: string, args: string[]): LoginActs {
  const state = (): Promise<LoginState> => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ path, args });
    return Promise.resolve({ is: openAtLogin && executableWillLaunchAtLogin ? 'on' : 'off' });
  };
  return {
    state,
    set(opens) {
      app.setLoginItemSettings({ openAtLogin: opens, path, args });
      return state();
    },
    renew: noRenewal,
  };
}

/** One argument of a command line, as most programs for Windows read it. Paths contain no quotes there. */
const quotedForWindows = (argument: string): string => (/\s/.test(argument) ? `"${argument}"` : argument);
