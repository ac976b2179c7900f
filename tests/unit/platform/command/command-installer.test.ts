import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCommandInstaller, type RunProgram } from '../../../../electron/platform/command/command-installer.ts';
import type { CommandWay } from '../../../../electron/platform/command/command-place.ts';
import { asAdministrator, linkCommand } from '../../../../electron/platform/command/system-requests.ts';

let home: string;
let file: string;
const target = '/home/jo/Latent/resources/command/bin/latent';
const link = (): CommandWay => ({ is: 'link', file, target, asks: false });
const script = (): CommandWay => ({ is: 'script', file, text: '#!/bin/sh\n# Made by Latent, which also removes it: Settings, Assistants.\necho\n' });
const runNothing: RunProgram = () => Promise.reject(new Error('nothing may be run'));
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'latent-command-'));
  file = path.join(home, '.local/bin/latent');
});
afterEach(() => rmSync(home, { recursive: true }));

describe.skipIf(process.platform === 'win32')('on Linux', () => {
  test.each([['link', link], ['script', script]])('a %s is made, found and taken back', async (_kind, way) => {
    const installer = createCommandInstaller(way(), '/usr/bin:/bin', runNothing);
    expect(await installer.state()).toEqual({ is: 'absent', place: file });
    expect(await installer.install()).toEqual({ is: 'installed', place: file, onPath: false });
    expect(await installer.install()).toEqual({ is: 'installed', place: file, onPath: false });
    expect(await createCommandInstaller(way(), `/bin:${path.dirname(file)}`, runNothing).state()).toMatchObject({ onPath: true });
    expect(await installer.remove()).toEqual({ is: 'absent', place: file });
    expect(lstatSync(file, { throwIfNoEntry: false })).toBeUndefined();
    expect(await installer.remove()).toEqual({ is: 'absent', place: file });
  });

  test('a script can be run by everybody who finds it', async () => {
    await createCommandInstaller(script(), '', runNothing).install();
    expect(lstatSync(file).mode & 0o777).toBe(0o755);
  });

  test.each([
    ['a file', () => writeFileSync(file, '#!/bin/sh\necho mine\n')],
    ['a link', () => symlinkSync('/usr/games/latent', file)],
    ['a folder', () => mkdirSync(file)],
  ])('%s of somebody else is neither replaced nor removed', async (_what, put) => {
    mkdirSync(path.dirname(file), { recursive: true });
    put();
    const before = lstatSync(file).ino;
    const installer = createCommandInstaller(link(), '', runNothing);
    expect(await installer.state()).toEqual({ is: 'foreign', place: file });
    await expect(installer.install()).rejects.toMatchObject({ appError: { code: 'command-foreign', detail: file } });
    await installer.remove();
    expect(lstatSync(file).ino).toBe(before);
  });

  test('what another copy of Latent installed is replaced, and not removed', async () => {
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync('/gone/Latent/resources/command/bin/latent', file);
    const installer = createCommandInstaller(link(), '', runNothing);
    expect(await installer.remove()).toEqual({ is: 'absent', place: file });
    expect(readlinkSync(file)).toContain('/gone/');
    expect(await installer.install()).toMatchObject({ is: 'installed' });
    expect(readlinkSync(file)).toBe(target);
    // An AppImage's in place of a folder's.
    expect(await createCommandInstaller(script(), '', runNothing).install()).toMatchObject({ is: 'installed' });
    expect(readFileSync(file, 'utf8')).toContain('echo');
  });

  test.skipIf(process.getuid?.() === 0)('a folder that cannot be written to is said', async () => {
    mkdirSync(path.join(home, '.local'));
    chmodSync(path.join(home, '.local'), 0o500);
    await expect(createCommandInstaller(link(), '', runNothing).install()).rejects.toMatchObject({ appError: { code: 'command-not-installed' } });
    chmodSync(path.join(home, '.local'), 0o700);
  });
});

test('what cannot be installed stays as it is', async () => {
  const never = createCommandInstaller({ is: 'never', why: 'portable' }, '', runNothing);
  expect(await never.install()).toEqual({ is: 'never', why: 'portable' });
  const bySystem = createCommandInstaller({ is: 'by-system', file: '/usr/bin/latent' }, '', runNothing);
  expect([await bySystem.state(), await bySystem.remove()]).toEqual([{ is: 'by-system', place: '/usr/bin/latent' }, { is: 'by-system', place: '/usr/bin/latent' }]);
});

describe.skipIf(process.platform === 'win32')('on a Mac', () => {
  test('the system asks for an administrator only where the folder is not the person’s', async () => {
    const asked: (readonly string[])[] = [];
    const runs: RunProgram = async (program, args) => {
      asked.push([program, ...args]);
      return '';
    };
    // Nobody can make a folder below a file.
    writeFileSync(path.join(home, '.local'), '');
    const way: CommandWay = { is: 'link', file, target, asks: true };
    await expect(createCommandInstaller(way, '', runs).install()).rejects.toMatchObject({ appError: { code: 'command-not-installed' } });
    expect(asked).toEqual([]);

    rmSync(path.join(home, '.local'));
    expect(await createCommandInstaller(way, '', runs).install()).toMatchObject({ is: 'installed' });
    expect(asked).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('an administrator makes the link where the person may not', async () => {
    const asked: (readonly string[])[] = [];
    const installer = createCommandInstaller({ is: 'link', file: '/sys/latent-none/latent', target, asks: true }, '', async (program, args) => {
      asked.push([program, ...args]);
      return '';
    });
    await installer.install();
    expect(asked).toEqual([['osascript', ...asAdministrator(linkCommand('/sys/latent-none/latent', target))]]);
  });

  test('paths are words of the shell, within words of AppleScript', () => {
    expect(asAdministrator(linkCommand('/usr/local/bin/latent', `/Applications/Jo's "best"/Latent`))).toEqual([
      '-e',
      String.raw`do shell script "mkdir -p '/usr/local/bin' && ln -sfh '/Applications/Jo'\\''s \"best\"/Latent' '/usr/local/bin/latent'" with administrator privileges`,
    ]);
  });
});

test('on Windows the folder goes into the person’s own PATH, and out of it', async () => {
  const folder = String.raw`C:\Users\Jo\latent\resources\command\bin`;
  let entries: readonly string[] = [String.raw`%USERPROFILE%\bin`];
  const seen: string[] = [];
  /** Does what PowerShell would, by what the script ends with. */
  const powerShell: RunProgram = async (program, args, env) => {
    expect([program, env]).toEqual(['powershell.exe', { LATENT_FOLDER: folder }]);
    const code = args.at(-1) ?? '';
    seen.push(code);
    const others = entries.filter((each) => each !== folder);
    if (code.includes('($others + $env:LATENT_FOLDER)')) entries = [...others, folder];
    else if (code.includes('SetValue')) entries = others;
    else return entries.length === others.length ? 'False\r\n' : 'True\r\n';
    return '';
  };
  const installer = createCommandInstaller({ is: 'folder', folder }, '', powerShell);
  expect(await installer.state()).toEqual({ is: 'absent', place: folder });
  expect(await installer.install()).toEqual({ is: 'installed', place: folder, onPath: true });
  expect(entries).toEqual([String.raw`%USERPROFILE%\bin`, folder]);
  expect(await installer.remove()).toEqual({ is: 'absent', place: folder });
  expect(entries).toEqual([String.raw`%USERPROFILE%\bin`]);
  // Paths never stand in the code, and variables in other entries stay as they are.
  expect(seen.every((code) => !code.includes('Jo') && code.includes('DoNotExpandEnvironmentNames'))).toBe(true);
});
