import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { autostartFile, createAutostartFile } from '../../../../electron/platform/login/autostart-file.ts';
import { createLoginItem, type LoginItemDeps } from '../../../../electron/platform/login/login-item.ts';
import { autostartEntry } from '../../../../electron/platform/login/desktop-entry.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'latent-login-'));
  file = path.join(folder, 'autostart/latent.desktop');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that is there. */
function program(name: string): string {
  const made = path.join(folder, name);
  writeFileSync(made, '');
  chmodSync(made, 0o755);
  return made;
}
const copy = (name: string, args: readonly string[] = ['--hidden']) => createAutostartFile(file, { program: path.join(folder, name), args });
const put = (text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};

test('the folder is that of the system, or an absolute other one', () => {
  expect(autostartFile('/home/jo')).toBe('/home/jo/.config/autostart/latent.desktop');
  expect(autostartFile('/home/jo', '/elsewhere')).toBe('/elsewhere/autostart/latent.desktop');
  expect(autostartFile('/home/jo', 'relative')).toBe('/home/jo/.config/autostart/latent.desktop');
});

test('on writes the entry, and off removes it', async () => {
  const login = copy('latent');
  expect(await login.state()).toEqual({ is: 'off' });
  expect(await login.set(true)).toEqual({ is: 'on' });
  expect(readFileSync(file, 'utf8')).toBe(autostartEntry({ program: path.join(folder, 'latent'), args: ['--hidden'] }));
  expect(await login.set(false)).toEqual({ is: 'off' });
  expect(existsSync(file)).toBe(false);
});

test('what the desktop switched off counts as off, and on switches it on again', async () => {
  const login = copy('latent');
  await login.set(true);
  for (const off of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
    put(`${readFileSync(file, 'utf8')}${off}\n`);
    expect(await login.state()).toEqual({ is: 'off' });
    await login.renew();
    expect(await login.state()).toEqual({ is: 'off' });
    expect(await login.set(true)).toEqual({ is: 'on' });
  }
  rmSync(file);
  expect(await login.state()).toEqual({ is: 'off' });
});

test('the entry of another copy is told and left alone, until this one takes its place', async () => {
  const other = program('other');
  await copy('other').set(true);
  const login = copy('latent');
  expect(await login.state()).toEqual({ is: 'other', program: other });
  await login.renew();
  expect(await login.set(false)).toEqual({ is: 'other', program: other });
  expect(await login.set(true)).toEqual({ is: 'on' });
});

test('an entry that a tool copied from the menu counts, and can be removed', async () => {
  put(`[Desktop Entry]\nName=Latent\nExec=${path.join(folder, 'latent')} %U\n`);
  expect(await copy('latent').state()).toEqual({ is: 'on' });
  expect(await copy('latent').set(false)).toEqual({ is: 'off' });
});

test('after an AppImage was moved, the next start renews its entry', async () => {
  const before = program('Latent-1.AppImage');
  await copy('Latent-1.AppImage').set(true);
  rmSync(before);
  const moved = copy('Latent-2.AppImage');
  expect(await moved.state()).toEqual({ is: 'off' });
  await moved.renew();
  expect(await moved.state()).toEqual({ is: 'on' });
  // Not one that somebody else wrote.
  put('[Desktop Entry]\nExec=/gone/latent\n');
  await moved.renew();
  expect(readFileSync(file, 'utf8')).toBe('[Desktop Entry]\nExec=/gone/latent\n');
});

test('a start with other arguments renews them, and nothing else', async () => {
  await copy('latent', []).set(true);
  await copy('latent').renew();
  expect(readFileSync(file, 'utf8')).toContain(`Exec=${path.join(folder, 'latent')} --hidden\n`);
  put(`${readFileSync(file, 'utf8')}Comment=mine\n`);
  await copy('latent').renew();
  expect(readFileSync(file, 'utf8')).toContain('Comment=mine');
  rmSync(file);
  await copy('latent').renew();
  expect(existsSync(file)).toBe(false);
});

test('a folder that cannot be written is said', async () => {
  writeFileSync(path.join(folder, 'autostart'), 'a file in its place');
  await expect(copy('latent').set(true)).rejects.toThrow();
});

/** Electron's app, which records what the system is asked for. */
function fakeApp(found: object, isPackaged = true) {
  const asked: unknown[] = [];
  const app: LoginItemDeps['app'] = {
    isPackaged,
    getAppPath: () => '/checkout',
    getLoginItemSettings: (options) => (asked.push(['get', options]), found as ReturnType<LoginItemDeps['app']['getLoginItemSettings']>),
    setLoginItemSettings: (settings) => void asked.push(['set', settings]),
  };
  return { app, asked };
}
const deps = (app: LoginItemDeps['app'], platform: string, execPath: string, env: Record<string, string> = {}, more: Partial<LoginItemDeps> = {}): LoginItemDeps => ({
  app,
  running: { platform, arch: 'x64', env, execPath },
  home: folder,
  userData: '',
  isFlatpak: false,
  ...more,
});

test('Windows gets the program and its arguments, quoted, and the portable app where it lies', async () => {
  const { app, asked } = fakeApp({ openAtLogin: true, executableWillLaunchAtLogin: true });
  const exe = 'C:\\Program Files\\Latent\\Latent.exe';
  expect(await createLoginItem(deps(app, 'win32', exe, {}, { userData: 'D:\\My Latent' })).set(true)).toEqual({ is: 'on' });
  const args = ['"--user-data-dir=D:\\My Latent"', '--hidden'];
  expect(asked).toEqual([['set', { openAtLogin: true, path: exe, args }], ['get', { path: exe, args }]]);
  const portable = fakeApp({ openAtLogin: true, executableWillLaunchAtLogin: false });
  const state = await createLoginItem(deps(portable.app, 'win32', 'C:\\Temp\\x\\Latent.exe', { PORTABLE_EXECUTABLE_FILE: 'E:\\Latent.exe' })).state();
  // The Task Manager has switched it off.
  expect(state).toEqual({ is: 'off' });
  expect(portable.asked).toEqual([['get', { path: 'E:\\Latent.exe', args: ['--hidden'] }]]);
});

test.each([
  [{ openAtLogin: true, status: 'enabled' }, 'on'],
  [{ openAtLogin: false, status: 'not-registered' }, 'off'],
  [{ openAtLogin: false, status: 'requires-approval' }, 'blocked'],
])('macOS says %j: %s', async (found, is) => {
  expect(await createLoginItem(deps(fakeApp(found).app, 'darwin', '/Applications/Latent.app/Contents/MacOS/Latent')).state()).toEqual({ is });
});

test('where Latent does not stay, or is kept apart, it is never opened at login', async () => {
  const { app, asked } = fakeApp({});
  const never = async (given: LoginItemDeps) => createLoginItem(given).set(true);
  expect(await never(deps(app, 'darwin', '/Volumes/Latent/Latent.app/Contents/MacOS/Latent'))).toEqual({ is: 'never', why: 'not-in-place' });
  expect(await never(deps(app, 'linux', '/app/latent', {}, { isFlatpak: true }))).toEqual({ is: 'never', why: 'flatpak' });
  expect(await never(deps(fakeApp({}, false).app, 'win32', 'C:\\electron.exe'))).toEqual({ is: 'never', why: 'source' });
  expect(asked).toEqual([]);
});

test('Linux starts an AppImage by its file, and a package or a folder by its program', async () => {
  const { app } = fakeApp({});
  const entry = async (execPath: string, env: Record<string, string>): Promise<string> => {
    await createLoginItem(deps(app, 'linux', execPath, { XDG_CONFIG_HOME: folder, ...env })).set(true);
    return /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  };
  expect(await entry('/opt/Latent/latent', {})).toBe('/opt/Latent/latent --hidden');
  expect(await entry('/tmp/.mount_x/latent', { APPIMAGE: '/home/jo/My Latent.AppImage', APPDIR: '/tmp/.mount_x' })).toBe('"/home/jo/My Latent.AppImage" --hidden');
});
