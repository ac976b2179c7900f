import { execFile } from 'node:child_process';

/** Milliseconds that the desktop has for its answer. */
const patience = 2_000;

const question = [
  '--session',
  '--print-reply',
  `--reply-timeout=${patience}`,
  '--dest=org.kde.StatusNotifierWatcher',
  '/StatusNotifierWatcher',
  'org.freedesktop.DBus.Properties.Get',
  'string:org.kde.StatusNotifierWatcher',
  'string:IsStatusNotifierHostRegistered',
];

/**
 * Whether the desktop of Linux shows icons of apps (StatusNotifierItem), asked in another process, because one that hangs must not stop main. `silent`: there is no bus, or no
 * answer. `none`: nobody shows them, or not yet: at login, Latent may be there before the panel. Without the program that asks, Electron must find out.
 */
export function askTrayHost(program = 'dbus-send'): Promise<'there' | 'none' | 'silent'> {
  return new Promise((resolve) => {
    execFile(program, question, { timeout: 2 * patience }, (error, stdout, stderr) => {
      if (error === null) resolve(/\bboolean true\b/.test(stdout) ? 'there' : 'none');
      else if (error.code === 'ENOENT') resolve('there');
      else resolve(/ServiceUnknown|NameHasNoOwner/.test(stderr) ? 'none' : 'silent');
    });
  });
}
