import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handsHere, type Hands } from '../../../.scripts/releases/hands.ts';
import { packageFor, tryInstalled, untilGone } from '../../../.scripts/releases/try-package.ts';

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

describe.skipIf(process.platform === 'win32')('the command of a package', () => {
  let folder: string;
  const home = process.env['HOME'];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latent-package '));
    process.env['HOME'] = folder;
    mkdirSync(join(folder, 'Pictures/Latent'), { recursive: true });
    writeFileSync(join(folder, 'Pictures/Latent/by the window.png'), png);
  });
  afterEach(() => {
    process.env['HOME'] = home;
    rmSync(folder, { recursive: true });
  });
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

  /** What is done with a package whose `generate` runs these lines of a script, in this order. */
  async function done(generate: string, version = '1.0.0'): Promise<readonly string[]> {
    const [command, acts] = [join(folder, 'latent'), join(folder, 'acts')];
    writeFileSync(join(folder, 'good.png'), png);
    writeFileSync(command, `#!/bin/sh\n[ "$1" != --version ] || { echo ${version}; exit; }\necho "$3 $4; a screen: $DISPLAY" >> '${acts}'\n${generate}\n`, { mode: 0o755 });
    const act = (words: string): void => appendFileSync(acts, `${words}\n`);
    const installed = { program: command, command, traces: [], remove: () => act('removed') };
    await tryInstalled(installed, 'latent_1.0.0_amd64.deb', async () => act('used'));
    return readFileSync(acts, 'utf8').trim().split('\n');
  }

  const printing = (...pictures: readonly string[]): string => `echo '${JSON.stringify({ tasks: [{ pictures }] })}'`;

  test('makes a picture without a screen after the window did, and before the removal', async () => {
    expect(await done(printing(join(folder, 'good.png')))).toEqual(['used', 'generate a lighthouse by command; a screen: ', 'removed']);
  });

  test('has a home of its own, which is gone afterwards', async () => {
    await done(`echo "$HOME" > '${folder}/home'\ncp '${folder}/good.png' "$HOME/Pictures/"\necho '{"tasks":[{"pictures":["'"$HOME"'/Pictures/good.png"]}]}'`);
    const used = readFileSync(join(folder, 'home'), 'utf8').trim();
    expect(used).not.toBe(folder);
    expect(existsSync(used)).toBe(false);
  });

  test('fails the package that it does not work in', async () => {
    await expect(done('echo "cannot find its threads" >&2; exit 1')).rejects.toThrow('did not succeed: cannot find its threads');
    await expect(done(printing())).rejects.toThrow('made no picture');
    await expect(done(printing(join(folder, 'latent')))).rejects.toThrow('made no picture');
    await expect(done('echo Done.')).rejects.toThrow('did not answer with a document: Done.');
    await expect(done(printing(join(folder, 'good.png')), '0.9.0')).rejects.toThrow('calls its version 0.9.0');
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
