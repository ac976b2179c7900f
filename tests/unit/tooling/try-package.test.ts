import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handsHere, type Hands } from '../../../.scripts/releases/hands.ts';
import { packageFor, untilGone } from '../../../.scripts/releases/try-package.ts';

const files = [
  'Latent-1.0.0.AppImage',
  'Latent-1.0.0-arm64.AppImage',
  'latent_1.0.0_amd64.deb',
  'latent_1.0.0_arm64.deb',
  'latent-1.0.0.x86_64.rpm',
  'latent-1.0.0.aarch64.rpm',
  'Latent-1.0.0-setup.exe',
  'Latent-1.0.0-x64-portable.exe',
  'Latent-1.0.0-arm64-portable.exe',
  'latent-1.0.0.tar.gz',
  'Latent-1.0.0.zip',
  'Latent-1.0.0-arm64.zip',
];

describe('the package that is tried', () => {
  test.each([
    ['deb', 'x64', 'latent_1.0.0_amd64.deb'],
    ['deb', 'arm64', 'latent_1.0.0_arm64.deb'],
    ['rpm', 'x64', 'latent-1.0.0.x86_64.rpm'],
    ['rpm', 'arm64', 'latent-1.0.0.aarch64.rpm'],
    ['AppImage', 'x64', 'Latent-1.0.0.AppImage'],
    ['AppImage', 'arm64', 'Latent-1.0.0-arm64.AppImage'],
    ['zip', 'x64', 'Latent-1.0.0.zip'],
    ['zip', 'arm64', 'Latent-1.0.0-arm64.zip'],
    // One installer for both, and never the portable one.
    ['exe', 'x64', 'Latent-1.0.0-setup.exe'],
    ['exe', 'arm64', 'Latent-1.0.0-setup.exe'],
  ])('%s for %s', (format, arch, name) => {
    expect(packageFor(files, format, arch)).toBe(name);
  });

  test('is not guessed if there are several', () => {
    expect(() => packageFor([...files, 'latent_0.9.0_amd64.deb'], 'deb', 'x64')).toThrow('there are 2');
    expect(() => packageFor(files, 'dmg', 'x64')).toThrow('there are 0');
  });
});

describe('what a removal must take along', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'latent-removal-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is waited for, because uninstallers go on after they ended', async () => {
    const path = join(folder, 'program');
    mkdirSync(path);
    const uninstaller = spawn(process.execPath, ['--eval', 'setTimeout(() => fs.rmdirSync(process.argv[1]), 500)', path], { stdio: 'inherit' });
    const ended = once(uninstaller, 'exit');
    await untilGone([path], 60_000);
    expect(existsSync(path)).toBe(false);
    await ended;
  });

  test.skipIf(process.platform === 'win32')('is there still if it is a link that leads nowhere', async () => {
    const link = join(folder, 'latent');
    symlinkSync(join(folder, 'gone'), link);
    await expect(untilGone([join(folder, 'gone'), link], 50)).rejects.toThrow(`there is still ${link}.`);
  });
});

describe.skipIf(process.platform === 'win32')('hands', () => {
  let folder: string;
  const path = process.env['PATH'];
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'latent-hands-'))));
  afterEach(() => {
    process.env['PATH'] = path;
    Object.defineProperty(process, 'platform', { value: platform });
    rmSync(folder, { recursive: true });
  });
  const { platform } = process;

  /** The hands of another system, whose program is there and says no. */
  function handsOf(system: NodeJS.Platform, program: string): Hands {
    writeFileSync(join(folder, program), '#!/bin/sh\necho "not allowed to send keystrokes" >&2\nexit 1\n', { mode: 0o755 });
    process.env['PATH'] = `${folder}:${path}`;
    Object.defineProperty(process, 'platform', { value: system });
    return handsHere();
  }

  test.each([['linux', 'xdotool'], ['darwin', 'osascript'], ['win32', 'powershell']] as const)('on %s say what they could not do', (system, program) => {
    const hands = handsOf(system, program);
    const said = `${program} did not succeed: not allowed to send keystrokes`;
    expect(() => hands.seesWindow(1)).toThrow(said);
    expect(() => hands.type(1, 'a')).toThrow(said);
    expect(() => hands.send(1)).toThrow(said);
    if (system === 'win32') expect(() => hands.photograph(join(folder, 'a.png'))).toThrow(said);
  });
});
