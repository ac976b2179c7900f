import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
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

it('lets Windows end the session, unless a POST is under way', () => {
  const window = new EventEmitter();
  const quit = vi.fn();
  let isSubmitting = true;
  endWithSession(window as unknown as BrowserWindow, { quit, isSubmitting: () => isSubmitting });
  const ask = (): boolean => {
    const event = { preventDefault: vi.fn() };
    window.emit('query-session-end', event);
    return event.preventDefault.mock.calls.length > 0;
  };
  expect(ask()).toBe(true);
  expect(quit).toHaveBeenCalledTimes(1);
  isSubmitting = false;
  expect(ask()).toBe(false);
  window.emit('session-end');
  expect(quit).toHaveBeenCalledTimes(3);
});
