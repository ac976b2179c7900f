import { execFile } from 'node:child_process';

/** What the daemon of notifications does with a body. */
export interface DaemonFacts {
  readonly readsMarkup: boolean;
}

/** Milliseconds that a daemon has for its answer. One that is started by this call takes longer, and is there for the next notification. */
const patience = 2_000;

const question = [
  '--session',
  '--print-reply',
  `--reply-timeout=${patience}`,
  '--dest=org.freedesktop.Notifications',
  '/org/freedesktop/Notifications',
  'org.freedesktop.Notifications.GetCapabilities',
];

/**
 * Asks the daemon of Linux what it can do, in another process: Electron's own calls stop main until the daemon answers, which takes 25 seconds for each if it hangs. Null: there
 * is no bus, no daemon, or no answer, so nothing can be shown. Without the program that asks, Electron must find out, and markup is assumed, which nearly all daemons read.
 */
export function askDaemon(program = 'dbus-send'): Promise<DaemonFacts | null> {
  return new Promise((resolve) => {
    execFile(program, question, { timeout: 2 * patience }, (error, stdout) => {
      if (error === null) resolve({ readsMarkup: stdout.includes('"body-markup"') });
      else resolve(error.code === 'ENOENT' ? { readsMarkup: true } : null);
    });
  });
}
