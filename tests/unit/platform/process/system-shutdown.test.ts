import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { endWithSession, endWithSystem } from '../../../../electron/platform/process/system-shutdown.ts';

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('ends in order at %s, however often it comes, and nothing else ends the process', (signal) => {
  const process = new EventEmitter();
  const quit = vi.fn();
  const other = vi.fn();
  process.on(signal, other);
  endWithSystem({ process, powerMonitor: new EventEmitter() }, { quit });
  process.emit(signal);
  process.emit(signal);
  expect(quit).toHaveBeenCalledTimes(2);
  expect(other).not.toHaveBeenCalled();
});

it('asks the system to delay its shutdown until the app has quit', () => {
  const powerMonitor = new EventEmitter();
  const quit = vi.fn();
  endWithSystem({ process: new EventEmitter(), powerMonitor }, { quit });
  const event = { preventDefault: vi.fn() };
  powerMonitor.emit('shutdown', event);
  expect(event.preventDefault).toHaveBeenCalledOnce();
  expect(quit).toHaveBeenCalledOnce();
});

/** Electron on Windows. `ask`: whether a window asks that the session waits. */
function startOnWindows(isSubmitting: () => boolean, platform = 'win32') {
  const app = new EventEmitter();
  const quit = vi.fn();
  const openHidden = vi.fn();
  endWithSession(app, platform, openHidden, { quit, isSubmitting });
  const createWindow = (): EventEmitter => {
    const window = new EventEmitter();
    app.emit('browser-window-created', {}, window);
    return window;
  };
  const ask = (window: EventEmitter): boolean => {
    const event = { preventDefault: vi.fn() };
    window.emit('query-session-end', event);
    return event.preventDefault.mock.calls.length > 0;
  };
  return { app, quit, openHidden, createWindow, ask };
}

it('lets Windows end the session, unless a POST is under way', () => {
  let isSubmitting = true;
  const { quit, createWindow, ask } = startOnWindows(() => isSubmitting);
  const window = createWindow();
  expect(ask(window)).toBe(true);
  expect(quit).toHaveBeenCalledTimes(1);
  isSubmitting = false;
  expect(ask(window)).toBe(false);
  window.emit('session-end');
  expect(quit).toHaveBeenCalledTimes(3);
});

it('hears the end of the session by every window, and by a hidden one when the others have closed', () => {
  const { app, openHidden, createWindow, ask } = startOnWindows(() => true);
  createWindow();
  expect(ask(createWindow())).toBe(true);
  expect(openHidden).not.toHaveBeenCalled();
  app.emit('before-quit');
  app.emit('before-quit');
  expect(openHidden).toHaveBeenCalledOnce();
});

it('other systems need no such window', () => {
  const { app, openHidden } = startOnWindows(() => false, 'linux');
  app.emit('before-quit');
  expect(openHidden).not.toHaveBeenCalled();
});
