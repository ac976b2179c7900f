import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appImageLauncher, commandPlace, isOurLink, isOurScript, type Copy } from '../../../../electron/platform/command/command-place.ts';

const linux: Copy = { platform: 'linux', resources: '/home/jo/Latent/resources', home: '/home/jo', appImage: null, isFlatpak: false, isPortable: false, systemLink: null };
const launcher = '/home/jo/Latent/resources/command/bin/latent';

describe('where the command is', () => {
  test('in a folder on Linux: a link in the person’s own', () => {
    expect(commandPlace(linux)).toEqual({ command: [launcher], way: { is: 'link', file: '/home/jo/.local/bin/latent', target: launcher, asks: false } });
  });

  test('in a package of the system: where that has put it', () => {
    const installed = { ...linux, resources: '/opt/Latent/resources', systemLink: '/opt/Latent/resources/command/bin/latent' };
    expect(commandPlace(installed)).toEqual({ command: ['/opt/Latent/resources/command/bin/latent'], way: { is: 'by-system', file: '/usr/bin/latent' } });
    // The system's is another copy.
    expect(commandPlace({ ...linux, systemLink: '/opt/Latent/resources/command/bin/latent' }).way.is).toBe('link');
  });

  test('in an AppImage: a script, because it is mounted elsewhere each time', () => {
    const place = commandPlace({ ...linux, resources: '/tmp/.mount_Latent7/resources', appImage: '/home/jo/Apps/Latent.AppImage' });
    expect(place).toMatchObject({ command: ['/home/jo/.local/bin/latent'], way: { is: 'script', file: '/home/jo/.local/bin/latent' } });
    expect(JSON.stringify(place)).not.toContain('.mount_');
  });

  test('on a Mac: a link for everybody, unless the app is not where it stays', () => {
    const resources = '/Applications/Latent.app/Contents/Resources';
    expect(commandPlace({ ...linux, platform: 'darwin', resources })).toEqual({
      command: [`${resources}/command/bin/latent`],
      way: { is: 'link', file: '/usr/local/bin/latent', target: `${resources}/command/bin/latent`, asks: true },
    });
    for (const passing of ['/Volumes/Latent/Latent.app/Contents/Resources', '/private/var/folders/x/AppTranslocation/1/d/Latent.app/Contents/Resources']) {
      expect(commandPlace({ ...linux, platform: 'darwin', resources: passing })).toEqual({ command: null, way: { is: 'never', why: 'not-in-place' } });
    }
  });

  test('on Windows: a folder with the launcher alone, and a program that needs no shell', () => {
    const installed = { ...linux, platform: 'win32', resources: String.raw`C:\Users\Jo\AppData\Local\Programs\latent\resources` };
    expect(commandPlace(installed)).toEqual({
      command: [String.raw`C:\Users\Jo\AppData\Local\Programs\latent\resources\command\node.exe`, String.raw`C:\Users\Jo\AppData\Local\Programs\latent\resources\command\latent.cjs`],
      way: { is: 'folder', folder: String.raw`C:\Users\Jo\AppData\Local\Programs\latent\resources\command\bin` },
    });
    expect(commandPlace({ ...installed, isPortable: true })).toEqual({ command: null, way: { is: 'never', why: 'portable' } });
  });

  test('in Flatpak: nowhere that a terminal reaches', () => {
    expect(commandPlace({ ...linux, isFlatpak: true })).toEqual({ command: null, way: { is: 'never', why: 'flatpak' } });
  });
});

test('only what Latent makes is its own', () => {
  expect([launcher, '/Applications/Latent.app/Contents/Resources/command/bin/latent'].every(isOurLink)).toBe(true);
  expect(['/opt/Latent/latent', '/usr/games/latent', 'command/bin/latent-2'].some(isOurLink)).toBe(false);
  expect(isOurScript(appImageLauncher('/a'))).toBe(true);
  expect(isOurScript('#!/bin/sh\necho latent\n')).toBe(false);
});

describe.skipIf(process.platform !== 'linux')('the launcher of an AppImage', () => {
  let home: string;
  let image: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'latent-image-'));
    image = path.join(home, 'Jo’s $apps', "La'tent.AppImage");
    mkdirSync(path.dirname(image));
    writeFileSync(path.join(home, 'launcher'), appImageLauncher(image), { mode: 0o755 });
  });
  afterEach(() => rmSync(home, { recursive: true }));

  /** Answers as the runtime of AppImages does: it takes what fits the pattern into `squashfs-root`. */
  function putImage(version: string, time: number): void {
    writeFileSync(
      image,
      `#!/bin/sh
[ "$1" = --appimage-extract ] && [ "$2" = 'resources/command/*' ] || exit 9
echo "$PWD" >> "${home}/extracted"
mkdir -p squashfs-root/resources/command/bin
printf '#!/bin/sh\\necho ${version} "$@"\\n' > squashfs-root/resources/command/bin/latent
chmod 755 squashfs-root/resources/command/bin/latent
`,
    );
    chmodSync(image, 0o755);
    utimesSync(image, time, time);
  }
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(path.join(home, 'launcher'), args, { encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: home } });
    return { status, stdout, stderr };
  };
  const kept = (): readonly string[] => readdirSync(path.join(home, '.cache/latent-command'));

  test('takes the command out once, runs it with its arguments, and follows an update', () => {
    putImage('1.0.0', 1_000);
    expect(run('generate', 'a red fox', '--json')).toEqual({ status: 0, stdout: '1.0.0 generate a red fox --json\n', stderr: '' });
    expect(run('--version').stdout).toBe('1.0.0 --version\n');
    expect(readFileSync(path.join(home, 'extracted'), 'utf8').trim().split('\n')).toHaveLength(1);
    const before = kept();
    expect(before).toHaveLength(1);

    putImage('1.0.1', 2_000);
    expect(run('--version').stdout).toBe('1.0.1 --version\n');
    expect(kept()).toHaveLength(1);
    expect(kept()).not.toEqual(before);
  });

  test('says what is wrong if the AppImage is gone or gives nothing, and leaves nothing behind', () => {
    expect(run('tasks')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('is gone') as string });
    expect(existsSync(path.join(home, '.cache'))).toBe(false);
    writeFileSync(image, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    expect(statSync(image).mode & 0o111).not.toBe(0);
    expect(run('tasks')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('could not be taken out') as string });
    expect(kept()).toEqual([]);
  });
});
