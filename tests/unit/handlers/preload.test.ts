import { globSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { inputSchemas } from '../../../shared/ipc/schemas.ts';

const electron = vi.hoisted(() => ({ api: {} as Record<string, (input?: unknown) => unknown>, called: [] as string[], heard: [] as string[] }));
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (_name: string, api: typeof electron.api) => Object.assign(electron.api, api) },
  ipcRenderer: { invoke: (channel: string) => electron.called.push(channel), on: (channel: string) => electron.heard.push(channel), off: () => undefined, send: () => undefined },
  webUtils: {},
}));

// Types cannot tell two channels of the same type apart, such as "stop" and "dismiss".
it('the functions of the page call every channel once, each by its own name', async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined });
  await import('../../../electron/preload/preload.ts');
  const { onChanges, ...calls } = electron.api;
  for (const [name, call] of Object.entries(calls)) {
    call();
    expect(electron.called.at(-1)?.replace(/[:-]([a-z])/g, (_all, letter: string) => letter.toUpperCase())).toBe(name);
  }
  expect(electron.called.toSorted()).toEqual(Object.keys(inputSchemas).toSorted());
  onChanges?.(() => undefined);
  expect(electron.heard).toEqual(['changes']);
});

it('the window calls every channel', () => {
  const window = globSync('renderer/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8')).join('\n');
  const called = new Set(window.match(/(?<=bridge\s*\.)\w+/g));
  expect(Object.keys(electron.api).filter((name) => !called.has(name))).toEqual([]);
});
