import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackage } from '@electron/asar';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareBuilds, differencesText } from '../../../.scripts/releases/compare-builds.ts';

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
  execFileSync('tar', ['-czf', join(second, 'latent.tar.gz'), '--mtime=2026-01-01', '-C', join(folder, 'second-unpacked'), 'latent']);
  const differences = compareBuilds(first, second);
  expect(pathsOf(differences)).toEqual(['latent.tar.gz: the same contents in another envelope', 'latent.zip: the same contents in another envelope']);
  expect(differences.some(({ isInApp }) => isInApp)).toBe(false);
});

test('what is beside the app is no difference in it', async () => {
  const first = await build('first', app);
  const second = await build('second', app, { license: 'other' });
  expect(compareBuilds(first, second)).toContainEqual({ path: 'latent.tar.gz › latent/LICENSE', what: '3 and 5 bytes', isInApp: false });
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
});

test('the same builds are listed as such', async () => {
  const first = await build('first', app);
  expect(compareBuilds(first, first)).toEqual([]);
  expect(differencesText(first, [])).toBe('2 files are the same byte by byte:\n\n- `latent.tar.gz`\n- `latent.zip`\n\n0 differences:\n\n');
});
