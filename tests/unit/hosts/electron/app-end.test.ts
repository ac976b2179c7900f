import type { Event } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAppEnd } from '../../../../electron/hosts/electron/app-end.ts';
import { failureDetails } from '../../../../electron/database/sqlite/database-failures.ts';
import { earlyWordsFor } from '../../../../shared/words/early-words.ts';
import { usualSpoken } from '../../../../shared/words/languages.ts';
import { AppFailure } from '../../../../shared/errors.ts';
import type { Composed } from '../../../../electron/compose/compose.ts';
import type { AppLog } from '../../../../electron/core/log/app-log.ts';
import type { Lifecycle } from '../../../../electron/hosts/electron/services-lifecycle.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const { steps, windows, FakeWindow } = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events');
  const took: string[] = [];
  class Window extends EventEmitter {
    readonly name: string;
    isVisible: () => boolean;
    constructor(name: string, visible: boolean) {
      super();
      this.name = name;
      this.isVisible = () => visible;
    }
    isMinimized = (): boolean => false;
    isDestroyed = (): boolean => false;
    close = (): unknown => took.push(`close ${this.name}`);
    hide = (): unknown => took.push(`hide ${this.name}`);
  }
  return { steps: took, windows: [] as InstanceType<typeof Window>[], FakeWindow: Window };
});

vi.mock('electron', () => ({ app: { getPath: () => '/profile', exit: (code: number) => steps.push(`exit ${code}`) }, dialog: { showErrorBox: () => steps.push('message') }, BrowserWindow: { getAllWindows: () => windows } }));
vi.mock('../../../../electron/platform/updates/relaunch.ts', () => ({ relaunch: (_app: unknown, _running: unknown, args: readonly string[]) => steps.push(`start again ${args.join(' ')}`.trim()) }));
vi.mock('../../../../electron/platform/process/exit-process.ts', () => ({ exitProcess: async (code: number) => void steps.push(`exit ${code}`) }));

const { argv } = process;
afterEach(() => (process.argv = argv));
beforeEach(() => {
  steps.length = 0;
  process.argv = ['/opt/Latent/latent', '--updated', '--lang=de', 'latent-app:task/old'];
  windows.splice(0, Infinity, new FakeWindow('main', true), new FakeWindow('decoder', false));
});

/** `left`: the parts that do not close. `restarts`: the person chose “Restart now”. Null: nothing runs yet. */
function createRig({ left = [], restarts = null, whileInstalling = () => undefined }: { readonly left?: readonly string[]; readonly restarts?: boolean | null; readonly whileInstalling?: () => void } = {}) {
  const clock = createFakeClock();
  let ending = false;
  const lifecycle = {
    isStarted: () => true,
    isEnding: () => ending,
    running: () => null,
    async end() {
      ending = true;
      steps.push('close services');
      return left;
    },
  } as unknown as Lifecycle<Composed>;
  const appLog = { log: { info: () => undefined, error: () => undefined }, redactor: { redact: (text: string) => text }, flush: async () => undefined } as unknown as AppLog;
  const end = createAppEnd({ speech: { words: earlyWordsFor('en'), spoken: () => usualSpoken }, appLog, logFolder: '/logs', clock, lifecycle, viewMemory: { flush: async () => undefined } });
  if (restarts !== null) {
    end.installsWith(async (isClosed, how) => {
      steps.push(`${isClosed ? 'install' : 'leave'}${how === 'failed' ? ' after a failure' : ''}`);
      whileInstalling();
      return restarts ? 'start-again' : isClosed ? 'replaced' : 'nothing';
    });
  }
  const event = { preventDefault: () => undefined } as Event;
  return { clock, end, quit: () => end.beforeQuit(event) };
}

it('closes the windows before the services, so that what is being typed is handed over', async () => {
  const { end, quit } = createRig();
  quit();
  quit();
  // No window is opened again in place of the one that closes.
  expect(end.isEnding()).toBe(true);
  await Promise.resolve();
  expect(steps).toEqual(['close main', 'hide main']);
  windows[0]?.emit('closed');
  await expect.poll(() => steps).toEqual(['close main', 'hide main', 'close services', 'exit 0']);
});

it('does not wait long for a page that hangs', async () => {
  const { clock, quit } = createRig();
  quit();
  await clock.advance(999);
  expect(steps).not.toContain('close services');
  await clock.advance(1);
  await expect.poll(() => steps).toEqual(['close main', 'hide main', 'close services', 'exit 0']);
});

it.each([
  [false, [], ['install', 'exit 0']],
  [true, [], ['install', 'start again --lang=de', 'exit 0']],
  [true, ['engine'], ['leave', 'start again --lang=de', 'exit 0']],
])('installs an update last, if everything has closed (restarts: %s, open: %s)', async (restarts, left, then) => {
  const { quit } = createRig({ left, restarts });
  quit();
  windows[0]?.emit('closed');
  await expect.poll(() => steps).toEqual(['close main', 'hide main', 'close services', ...then]);
});

it('is started again at once by a second start while it ends, and a later end installs the update', async () => {
  const { end, quit } = createRig({ restarts: false });
  quit();
  end.startedAgain([], '/home/me');
  windows[0]?.emit('closed');
  await expect.poll(() => steps).toEqual(['close main', 'hide main', 'close services', 'leave', 'start again --lang=de', 'exit 0']);
});

it('is not started beside the installation of an update', async () => {
  const rig = createRig({ restarts: false, whileInstalling: () => rig.end.startedAgain([], '/home/me') });
  rig.quit();
  windows[0]?.emit('closed');
  await expect.poll(() => steps).toEqual(['close main', 'hide main', 'close services', 'install', 'exit 0']);
});

it.each([
  [[], 'install after a failure'],
  [['engine'], 'leave after a failure'],
])('after a crash, an update comes last, if everything has closed (open: %s)', async (left, then) => {
  const { end } = createRig({ left, restarts: false });
  end.crashed(new Error('crash'));
  await expect.poll(() => steps).toEqual(['close services', 'message', then, 'exit 1']);
});

it('a second crash, or one after the person has quit, installs nothing', async () => {
  const { end, quit } = createRig({ restarts: false, left: ['engine'] });
  quit();
  end.crashed(new Error('crash'));
  end.crashed(new Error('crash'));
  await expect.poll(() => steps).toContain('exit 1');
  expect(steps.filter((step) => step.includes('failure'))).toEqual([]);
});

it.each([
  ['a database that cannot be opened', 'install after a failure'],
  // A thread of it may still write.
  [failureDetails.silent, 'leave after a failure'],
])('after %s, says so and then installs an update', async (detail, then) => {
  const { end } = createRig({ restarts: false });
  end.startFailed(new AppFailure('database-failed', detail));
  await expect.poll(() => steps).toEqual(['close services', 'message', then, 'exit 1']);
});

it('starts again with what a second start wanted to open, and not with what it has opened itself', async () => {
  const { end, quit } = createRig();
  end.startedAgain(['latent-app:task/early'], '/home/me');
  quit();
  end.startedAgain(['--some-switch', 'latent-app:task/new', 'fox.latent-prompt.json'], '/home/me');
  for (const window of windows) window.emit('closed');
  await vi.waitFor(() => expect(steps.at(-1)).toBe('exit 0'));
  expect(steps.find((step) => step.startsWith('start again'))).toBe('start again --lang=de latent-app:task/new /home/me/fox.latent-prompt.json');
});
