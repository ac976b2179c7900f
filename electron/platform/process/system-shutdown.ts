import type { BrowserWindow } from 'electron';

interface Ending {
  /** Quits the app in order. A second call does nothing. */
  readonly quit: () => void;
}

interface Preventable {
  preventDefault(): void;
}

/** The parts of `process` and Electron's powerMonitor that announce the end. */
interface SystemEvents {
  readonly process: { on(signal: NodeJS.Signals, listener: () => void): unknown; removeAllListeners(signal: NodeJS.Signals): unknown };
  readonly powerMonitor: { on(event: 'shutdown', listener: () => void): unknown };
}

/**
 * Quits the app in order when the system asks it to. Chromium would quit at the first signal but die at the second, and a shutdown may send
 * two. On Linux and macOS `shutdown` comes before the signals; `preventDefault` asks the system to wait until the app has quit.
 */
export function endWithSystem({ process, powerMonitor }: SystemEvents, { quit }: Ending): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // A library already listens and would end the process. Chromium replaced Node's signal handler after that, and Node installs its handler again only
    // with the first listener.
    process.removeAllListeners(signal);
    process.on(signal, quit);
  }
  // Electron passes an event to the listener, but its types omit it.
  const shutdown = (event: Preventable): void => {
    event.preventDefault();
    quit();
  };
  powerMonitor.on('shutdown', shutdown as () => void);
}

let sessionEnds = false;

/** Whether Windows has said that the session ends. */
export const isSessionEnding = (): boolean => sessionEnds;

/** The events of Electron's app that are needed to hear it. */
interface WindowEvents {
  on(event: 'browser-window-created', listener: (event: unknown, window: BrowserWindow) => void): unknown;
  once(event: 'before-quit', listener: () => void): unknown;
}

interface SessionEnding extends Ending {
  readonly isSubmitting: () => boolean;
}

/**
 * Listens on each window that is created from now on. The last one that Latent uses is closed before it ends, and an update is installed after that: so on Windows, a
 * hidden window, which `openHidden` opens, stays until the process ends.
 */
export function endWithSession(app: WindowEvents, platform: string, openHidden: () => void, ending: SessionEnding): void {
  app.on('browser-window-created', (_event, window) => listenOn(window, ending));
  if (platform === 'win32') app.once('before-quit', openHidden);
}

/** Windows tells each window that the session ends, and kills an app that agrees. So the app refuses until its last POST has an outcome. */
function listenOn(window: Pick<BrowserWindow, 'on'>, { quit, isSubmitting }: SessionEnding): void {
  window.on('query-session-end', (event) => {
    sessionEnds = true;
    if (isSubmitting()) event.preventDefault();
    quit();
  });
  window.on('session-end', quit);
}
