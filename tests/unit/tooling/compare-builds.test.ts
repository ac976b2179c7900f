import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createPackage } from '@electron/asar';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compareBuilds, comparePackages, differencesText } from '../../../.scripts/releases/compare-builds.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'latent-builds-'))));
afterEach(() => rmSync(folder, { recursive: true }));

type Files = Readonly<Record<string, string>>;
const app: Files = { 'dist/main.cjs': 'run()', 'dist/renderer/index.html': '<p>', 'package.json': '{}' };

function write(into: string, files: Files): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), text);
  }
  return into;
}

/** A build as the release has it: an archive with an executable and the app in its own archive, and the same in a ZIP file. */
async function build(name: 'first' | 'second', files: Files, { license = 'MIT', time = 1 } = {}): Promise<string> {
  const out = join(folder, name);
  const unpacked = join(folder, `${name}-unpacked`);
  write(unpacked, { 'latent/latent': 'machine code', 'latent/LICENSE': license });
  symlinkSync('latent', join(unpacked, 'latent/link'));
  chmodSync(join(unpacked, 'latent/latent'), 0o755);
  await createPackage(write(join(folder, `${name}-app`), files), join(unpacked, 'latent/resources/app.asar'));
  mkdirSync(out);
  execFileSync('tar', ['-czf', join(out, 'latent.tar.gz'), '-C', unpacked, 'latent'], { env: { ...process.env, GZIP: '' } });
  const entries = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)]));
  writeFileSync(join(out, 'latent.zip'), zipSync(entries, { mtime: new Date(2026, 1, time) }));
  return out;
}

const pathsOf = (differences: ReturnType<typeof compareBuilds>): string[] => differences.map(({ path, what }) => `${path}: ${what}`);

test('finds what differs through archives in archives, and says whether it is in the app', async () => {
  const first = await build('first', app);
  const second = await build('second', { ...app, 'dist/main.cjs': 'run() // at noon', 'dist/new.cjs': '' });
  const differences = compareBuilds(first, second);
  expect(pathsOf(differences)).toEqual([
    'latent.tar.gz › latent/resources/app.asar › dist/main.cjs: 5 and 16 bytes',
    'latent.tar.gz › latent/resources/app.asar › dist/new.cjs: only in the second',
    'latent.zip › dist/main.cjs: 5 and 16 bytes',
    'latent.zip › dist/new.cjs: only in the second',
  ]);
  expect(differences.every(({ isInApp }) => isInApp)).toBe(true);
});

test('tells the envelope from the contents', async () => {
  const first = await build('first', app);
  // Seconds later, as another machine would: the archives carry other times.
  const second = await build('second', app, { time: 2 });
  utimesSync(join(folder, 'second-unpacked/latent/latent'), 1_000_000_000, 1_000_000_000);
  execFileSync('tar', ['-czf', join(second, 'latent.tar.gz'), '-C', join(folder, 'second-unpacked'), 'latent']);
  const differences = compareBuilds(first, second);
  expect(pathsOf(differences)).toEqual(['latent.tar.gz: the same contents in another envelope', 'latent.zip: the same contents in another envelope']);
  expect(differences.some(({ isInApp }) => isInApp)).toBe(false);
});

test('what is beside the app is no difference in it', async () => {
  const first = await build('first', app);
  const second = await build('second', app, { license: 'other' });
  expect(compareBuilds(first, second)).toContainEqual({ path: 'latent.tar.gz › latent/LICENSE', what: '3 and 5 bytes', isInApp: false, isUncompared: false });
});

test('the command is a part of the app, and what its Node is signed with is not', () => {
  const place = 'Latent.app/Contents/Resources/command';
  const [first = '', second = ''] = ['1', '2'].map((text) => write(join(folder, text), { [`${place}/latent.cjs`]: text, [`${place}/node`]: text, [`${place}/bin/latent`]: text }));
  expect(compareBuilds(first, second).map(({ path, isInApp }) => [path, isInApp])).toEqual([
    [`${place}/bin/latent`, true],
    [`${place}/latent.cjs`, true],
    [`${place}/node`, false],
  ]);
});

test.skipIf(process.platform === 'win32')('sees links, and whether a file can be run', () => {
  const [first, second] = ['first', 'second'].map((name) => write(join(folder, name), { a: 'a', b: 'b' }));
  chmodSync(join(first ?? '', 'a'), 0o755);
  symlinkSync('a', join(first ?? '', 'to'));
  symlinkSync('b', join(second ?? '', 'to'));
  expect(pathsOf(compareBuilds(first ?? '', second ?? ''))).toEqual([expect.stringMatching(/^a: mode 755 and 6/), 'to: links to a and b']);
});

test('says that an archive could not be opened instead of nothing', () => {
  const [first, second] = ['first', 'second'].map((name) => write(join(folder, name), { 'latent.tar.gz': `no archive of the ${name}` }));
  expect(pathsOf(compareBuilds(first ?? '', second ?? ''))).toEqual(['latent.tar.gz: differs, and could not be opened']);
  expect(statusOf(first ?? '', second ?? '')).toBe(1);
});

test('the same builds are listed as such', async () => {
  const first = await build('first', app);
  expect(compareBuilds(first, first)).toEqual([]);
  expect(differencesText(first, [])).toBe('2 files are the same byte by byte:\n\n- `latent.tar.gz`\n- `latent.zip`\n\n0 differences:\n\n');
});

/** How the command ends. */
function statusOf(first: string, second: string): number | null {
  return spawnSync(process.execPath, ['.scripts/run.mjs', 'compare', first, second], { cwd: resolve(import.meta.dirname, '../../..'), stdio: 'ignore' }).status;
}

describe('a comparison of packages fails', () => {
  const uncompared = (first: string, second: string): string[] => pathsOf(comparePackages(first, second).filter(({ isUncompared }) => isUncompared));

  /** Two builds that differ in their envelopes alone, without the ZIP archive, which has no app.asar. */
  async function twoBuilds(): Promise<readonly [string, string]> {
    const [first, second] = [await build('first', app), await build('second', app, { license: 'another' })];
    for (const out of [first, second]) rmSync(join(out, 'latent.zip'));
    return [first, second];
  }

  test('not if only their envelopes differ', async () => {
    const [first, second] = await twoBuilds();
    expect(uncompared(first, second)).toEqual([]);
    expect(statusOf(first, second)).toBe(0);
  });

  test('if one has no package that the other has', async () => {
    const [first, second] = await twoBuilds();
    for (const name of ['latent.deb', 'latent.dmg', 'notes.txt']) writeFileSync(join(first, name), 'a');
    writeFileSync(join(second, 'latent.rpm'), 'a');
    expect(uncompared(first, second)).toEqual(['latent.deb: only in the first', 'latent.dmg: only in the first', 'latent.rpm: only in the second']);
    expect(statusOf(first, second)).toBe(1);
  });

  test('if one has no app.asar where the other has it', async () => {
    const [first, second] = await twoBuilds();
    rmSync(join(folder, 'second-unpacked/latent/resources/app.asar'));
    execFileSync('tar', ['-czf', join(second, 'latent.tar.gz'), '-C', join(folder, 'second-unpacked'), 'latent']);
    expect(uncompared(first, second)).toEqual(['latent.tar.gz › latent/resources/app.asar: only in the first', '.: no app was compared']);
  });

  test('if what one of them holds is no archive, whatever reads it', async () => {
    const [first, second] = await twoBuilds();
    for (const [out, text] of [[first, 'a'], [second, 'b']] as const) write(out, { 'latent.zip': text, 'latent.AppImage': text.repeat(100), 'latent.exe': text });
    expect(uncompared(first, second)).toEqual(['latent.AppImage', 'latent.exe', 'latent.zip'].map((name) => `${name}: differs, and could not be opened`));
  });

  test('if there is no app in a package that could be opened', async () => {
    const first = await build('first', app);
    const second = await build('second', app, { time: 2 });
    expect(uncompared(first, second)).toEqual(['latent.zip: there is no app.asar in it']);
  });

  test('if nothing was compared', () => {
    const [first = '', second = ''] = ['first', 'second'].map((name) => write(join(folder, name), { 'notes.txt': 'the same' }));
    expect(uncompared(first, second)).toEqual(['.: no app was compared']);
  });

  test('not for a disk image whose app is in a ZIP archive, but for one without', async () => {
    const [first, second] = await twoBuilds();
    const image = 'Latent-1.0.0-arm64.dmg';
    for (const out of [first, second]) write(out, { [image]: out });
    expect(uncompared(first, second)).toEqual([`${image}: is not opened, and there is no ZIP archive with the same app`]);
    for (const [out, name] of [[first, 'first'], [second, 'second']] as const) {
      const asar = readFileSync(join(folder, `${name}-unpacked/latent/resources/app.asar`));
      writeFileSync(join(out, 'Latent-1.0.0-arm64-mac.zip'), zipSync({ 'Latent.app/Contents/Resources/app.asar': asar, 'Latent.app/name': Buffer.from(name) }));
    }
    expect(uncompared(first, second)).toEqual([]);
    expect(statusOf(first, second)).toBe(0);
  });

  test.skipIf(spawnSync('mksquashfs', ['-version']).error !== undefined || spawnSync('unsquashfs', ['-version']).error !== undefined)('not for AppImages with the same app', async () => {
    const [first, second] = await twoBuilds();
    for (const [out, name] of [[first, 'first'], [second, 'second']] as const) {
      const image = join(out, 'latent.AppImage');
      // Any program stands for the one that mounts it.
      const runtime = '/bin/true';
      execFileSync('mksquashfs', [join(folder, `${name}-unpacked/latent`), image, '-offset', String(statSync(runtime).size), '-no-progress', '-quiet'], { stdio: 'ignore' });
      const joined = readFileSync(image);
      readFileSync(runtime).copy(joined);
      writeFileSync(image, joined);
    }
    expect(pathsOf(comparePackages(first, second))).toContain('latent.AppImage › LICENSE: 3 and 7 bytes');
    expect(uncompared(first, second)).toEqual([]);
  });
});
