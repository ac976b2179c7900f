import { EventEmitter } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endWithSession } from '../../../../electron/platform/process/system-shutdown.ts';
import { createWindowsInstaller } from '../../../../electron/platform/updates/windows-installer.ts';

/** Windows is not here. A program that is started in the same way stands in for the installer. */

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-installer-'));
  file = path.join(folder, 'Latent-1.0.1-setup.exe');
});
afterEach(async () => {
  const pid = Number(await ran('pid'));
  if (pid > 0) process.kill(pid);
  await rm(folder, { recursive: true });
});

const ran = (what: string): Promise<string> => readFile(path.join(folder, what), 'utf8').catch(() => '');

/** `does`: what comes once it has written how it was started. */
async function put(does: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\ncd "${folder}"\necho "$@" > started\n${does}\n`);
  await chmod(file, 0o755);
}

/** Waits for Latent's end, as the real one does. */
const waits = 'echo $$ > pid\nexec sleep 60';

it.each([[true, '--updated /S --force-run'], [false, '--updated /S']])('runs the installer without asking (again: %s)', async (restarts, args) => {
  await put(waits);
  expect(await createWindowsInstaller(100).install(file, '', restarts)).toBe('at-work');
  await expect.poll(() => ran('started')).toBe(`${args}\n`);
});

it('an installer that does not start is told, and asks for no rights', async () => {
  await expect(createWindowsInstaller().install(file, '', true)).rejects.toMatchObject({ fault: 'not-installed' });
});

it.each([0, 2])('one that ends at once with %i, while Latent still runs, has replaced nothing', async (code) => {
  await put(`exit ${String(code)}`);
  await expect(createWindowsInstaller().install(file, '', true)).rejects.toMatchObject({ fault: 'not-installed', message: expect.stringContaining(`ended with ${String(code)}`) as string });
});

it('ends no Latent that runs', async () => {
  const script = await readFile('resources/installer.nsh', 'utf8');
  expect(script).toContain('!macro customCheckAppRunning');
  expect(script).not.toMatch(/KILL_PROCESS|taskkill|Stop-Process/i);
});

it('installs nothing while the session ends', async () => {
  const [app, window] = [new EventEmitter(), new EventEmitter()];
  endWithSession(app, 'win32', () => undefined, { quit: () => undefined, isSubmitting: () => false });
  app.emit('browser-window-created', {}, window);
  window.emit('query-session-end', { preventDefault: () => undefined });
  expect(await createWindowsInstaller().install(file, '', false)).toBe('not-now');
});
