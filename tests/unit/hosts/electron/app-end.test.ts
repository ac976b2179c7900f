import type { Event } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAppEnd } from '../../../../electron/hosts/electron/app-end.ts';
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

vi.mock('electron', () => ({ app: { getLocale: () => 'en', exit: (code: number) => steps.push(`exit ${code}`) }, dialog: { showErrorBox: () => undefined }, BrowserWindow: { getAllWindows: () => windows } }));
vi.mock('../../../../electron/platform/updates/relaunch.ts', () => ({ relaunch: (_app: unknown, _running: unknown, args: readonly string[]) => steps.push(`start again ${args.join(' ')}`.trim()) }));
vi.mock('../../../../electron/platform/process/exit-process.ts', () => ({ exitProcess: async (code: number) => void steps.push(`exit ${code}`) }));

const { argv } = process;
afterEach(() => (process.argv = argv));
beforeEach(() => {
  steps.length = 0;
  process.argv = ['/opt/Latent/latent', '--lang=de', 'latent-app:task/old'];
  windows.splice(0, Infinity, new FakeWindow('main', true), new FakeWindow('decoder', false));
});

/** `left`: the parts that do not close. `restarts`: the person chose “Restart now”. Null: nothing runs yet. */
function createRig({ left = [], restarts = null, whileInstalling = () => undefined }: { readonly left?: readonly string[]; readonly restarts?: boolean | null; readonly whileInstalling?: () => void } = {}) {
  const clock = createFakeClock();
  let ending = false;
  const lifecycle = {
    isStarted: () => true,
    isEnding: () => ending,
    running: () =>
      restarts === null
        ? null
        : {
            engine: { isSubmitting: () => false },
            async installUpdate(isClosed: boolean) {
              steps.push(isClosed ? 'install' : 'leave');
              whileInstalling();
              return restarts ? 'start-again' : isClosed ? 'replaced' : 'nothing';
            },
          },
    async end() {
      ending = true;
      steps.push('close services');
      return left;
    },
  } as unknown as Lifecycle<Composed>;
  const appLog = { log: { info: () => undefined, error: () => undefined }, redactor: { redact: (text: string) => text }, flush: async () => undefined } as unknown as AppLog;
  const end = createAppEnd({ appLog, logFolder: '/logs', clock, lifecycle, viewMemory: { flush: async () => undefined } });
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

it('a crash installs nothing', async () => {
  const { end } = createRig({ restarts: true });
  end.crashed(new Error('crash'));
  end.crashed(new Error('crash'));
  await expect.poll(() => steps).toContain('exit 1');
  expect(steps).not.toContain('install');
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
