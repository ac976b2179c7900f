import type { App } from 'electron';
import { errorFacts, type Log } from '../../core/log/log.ts';

/** Logs uncaught errors and processes that ended unexpectedly. After an uncaught exception nothing is reliable, so `end` is called, once. */
export function watchForCrashes(app: App, log: Log, end: (error: Error) => void): void {
  let ending = false;
  process.on('unhandledRejection', (reason) => log.error('app', 'unhandled rejection', errorFacts(reason)));
  process.on('uncaughtException', (error) => {
    log.error('app', 'uncaught exception', errorFacts(error));
    if (ending) return;
    ending = true;
    end(error);
  });
  app.on('render-process-gone', (_event, contents, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    const page = contents.isDestroyed() ? '' : (URL.parse(contents.getURL())?.pathname ?? '');
    log.error(page === '/decoder.html' ? 'decoder' : 'app', 'a page’s process ended', { page, reason, exitCode });
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn('app', 'a helper process ended', { type, reason, exitCode });
  });
}
