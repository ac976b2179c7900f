import type { BrowserWindow } from 'electron';

interface Ending {
  /** Begins the orderly end of the app; called again, it does nothing. */
  readonly quit: () => void;
}

interface Preventable {
  preventDefault(): void;
}

/** The part of `process` and of Electron's powerMonitor that tells of the end. */
interface SystemEvents {
  readonly process: { on(signal: NodeJS.Signals, listener: () => void): unknown };
  readonly powerMonitor: { on(event: 'shutdown', listener: () => void): unknown };
}

/**
 * Ends the app in order when the system asks it to. Chromium would do so at the first signal but die of the second, and a shutdown may send
 * two. On Linux and macOS `shutdown` comes before the signals; preventing its default asks the system to wait until the app has quit.
 */
export function endWithSystem({ process, powerMonitor }: SystemEvents, { quit }: Ending): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quit);
  // The listener gets an event, which Electron's types leave out.
  const shutdown = (event: Preventable): void => {
    event.preventDefault();
    quit();
  };
  powerMonitor.on('shutdown', shutdown as () => void);
}

/** Windows tells each window that the session ends. It kills an app that agreed, so the app disagrees until its last POST has an outcome. */
export function endWithSession(window: Pick<BrowserWindow, 'on'>, { quit, isSubmitting }: Ending & { readonly isSubmitting: () => boolean }): void {
  window.on('query-session-end', (event) => {
    if (isSubmitting()) event.preventDefault();
    quit();
  });
  window.on('session-end', quit);
}
