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

/** Windows tells each window that the session ends, and kills an app that agrees. So the app refuses until its last POST has an outcome. */
export function endWithSession(window: Pick<BrowserWindow, 'on'>, { quit, isSubmitting }: Ending & { readonly isSubmitting: () => boolean }): void {
  window.on('query-session-end', (event) => {
    sessionEnds = true;
    if (isSubmitting()) event.preventDefault();
    quit();
  });
  window.on('session-end', quit);
}
