import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changesOf } from '../../../.scripts/releases/changelog.ts';
import { prepareRelease, releaseNotes, type Preparation } from '../../../.scripts/releases/prepare.ts';

const changelog = `# Changes

## Not released yet

- Pictures are kept.

## 0.1.0 – 2026-11-01

The first.
`;
const manifest = { name: 'latent', version: '0.1.0', homepage: 'https://latent.home.arpa', author: 'The engineers <engineers@latent.home.arpa>', private: true };
const lock = { name: 'latent', version: '0.1.0', lockfileVersion: 3, packages: { '': { name: 'latent', version: '0.1.0' }, 'node_modules/a': { version: '0.1.0' } } };
const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

let folder: string;
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** All that a release can change. */
const state = (): readonly string[] => [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain'), read('package.json'), read('package-lock.json'), read('CHANGELOG.md')];

const prepare = (version: string, change: Partial<Preparation> = {}): Promise<string> =>
  prepareRelease(folder, { version, isDry: false, isTrial: false, environment: {}, today: '2026-11-28', step: () => {}, check: async () => true, ...change });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latent-release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  for (const [name, value] of Object.entries({ 'user.name': 'Somebody', 'user.email': 'somebody@latent.home.arpa', 'core.autocrlf': 'false' })) git('config', name, value);
  write('package.json', json(manifest));
  write('package-lock.json', json(lock));
  write('CHANGELOG.md', changelog);
  write('electron-builder.yml', 'appId: latent\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('preparing a release', () => {
  test('sets the version, dates the changes, commits, tags, and pushes nothing', async () => {
    const before = git('rev-parse', 'HEAD');
    expect(await prepare('1.0.0')).toBe('git push --atomic origin main v1.0.0');
    expectPrepared(before);
  });

  test('only says what it would do in a dry run', async () => {
    const before = state();
    const said: string[] = [];
    await prepare('1.0.0', { isDry: true, step: (what) => said.push(what) });
    expect(state()).toEqual(before);
    expect(said).toEqual(expect.arrayContaining(['npm run lint', 'would write CHANGELOG.md', 'would commit "Release 1.0.0" and tag it v1.0.0']));
  });

  test('asks for the lines that the window shows after the update', async () => {
    mkdirSync(join(folder, 'shared/updates'), { recursive: true });
    write('shared/updates/news-lines.ts', "const newsVersion = '0.1.0';\n");
    git('add', '.');
    git('commit', '--quiet', '--message', 'Have news');
    const before = state();
    await expect(prepare('1.0.0')).rejects.toThrow('has the news of 0.1.0. Write three to five lines about 1.0.0');
    expect(state()).toEqual(before);
    write('shared/updates/news-lines.ts', "const newsVersion = '1.0.0';\n");
    git('commit', '--quiet', '--all', '--message', 'Write the news');
    await prepare('1.0.0');
    expect(git('tag')).toBe('v1.0.0');
  });

  test('takes a version that is newer by number, not by letter', async () => {
    write('package.json', json({ ...manifest, version: '1.9.0' }));
    git('commit', '--quiet', '--all', '--message', 'Go on');
    await prepare('1.10.0');
    expect(git('tag')).toBe('v1.10.0');
  });

  test('takes the version that the files have, if it was never prepared', async () => {
    write('CHANGELOG.md', changelog.slice(0, changelog.indexOf('## 0.1.0')));
    git('commit', '--quiet', '--all', '--message', 'Begin again');
    await prepare('0.1.0');
    expect(git('tag')).toBe('v0.1.0');
    expect(changesOf(read('CHANGELOG.md'), '0.1.0')).toBe('- Pictures are kept.');
    git('tag', '--delete', 'v0.1.0');
    write('CHANGELOG.md', read('CHANGELOG.md').replace('yet\n', 'yet\n\n- More.\n'));
    git('commit', '--quiet', '--all', '--message', 'Go on');
    await expect(prepare('0.1.0')).rejects.toThrow('0.1.0 is not newer than 0.1.0');
  });

  test('commits what belongs to it and nothing that was only staged', async () => {
    write('other.txt', 'another change');
    git('add', 'other.txt');
    await expect(prepare('1.0.0')).rejects.toThrow('other.txt');
  });

  const refusals: readonly (readonly [why: string, arrange: () => unknown, says: string, version?: string])[] = [
    ['a changed file', () => write('electron-builder.yml', 'appId: other\n'), 'not committed: electron-builder.yml'],
    ['a new file', () => write('new.txt', ''), 'not committed: new.txt'],
    ['a change of its own files that is not its own', () => write('package.json', json({ ...manifest, version: '1.0.0', license: 'MIT' })), 'not committed: package.json'],
    ['a deleted file', () => rmSync(join(folder, 'CHANGELOG.md')), 'not committed: CHANGELOG.md'],
    ['the same version', () => {}, '0.1.0 is not newer than 0.1.0', '0.1.0'],
    ['an older version', () => {}, '0.0.9 is not newer', '0.0.9'],
    ['a version with a word', () => {}, 'three numbers', '1.0.0-rc.1'],
    ['a version with a letter before it', () => {}, 'three numbers', 'v1.0.0'],
    ['a tag that is there', () => git('tag', 'v1.0.0'), 'The tag v1.0.0 is there already'],
    ['no section of changes', () => commitChangelog('# Changes\n\n## 0.1.0 – 2026-11-01\n\nThe first.\n'), 'no section "## Not released yet"'],
    ['an empty section of changes', () => commitChangelog('# Changes\n\n## Not released yet\n\n## 0.1.0 – 2026-11-01\n\nThe first.\n'), 'says nothing under'],
    ['no branch', () => git('checkout', '--quiet', '--detach'), 'No branch'],
    ['a homepage that is a placeholder', () => commitManifest({ homepage: 'https://latent.example' }), 'https://latent.example is not the address of a homepage'],
    ['a maintainer that is a placeholder', () => commitManifest({ author: 'Us <us@example.org>' }), '“Us <us@example.org>” names no maintainer'],
    ['no homepage', () => commitManifest({ homepage: undefined }), 'Packages would name nobody'],
  ];

  test.each(refusals.map(([why, ...facts]) => [why, facts] as const))('refuses %s, and changes nothing', async (_why, [arrange, says, version = '1.0.0']) => {
    arrange();
    const before = git('status', '--porcelain').startsWith('D ') ? null : state();
    await expect(prepare(version)).rejects.toThrow(says);
    if (before !== null) expect(state()).toEqual(before);
  });

  test('goes on with placeholders for a trial', async () => {
    commitManifest({ homepage: 'https://latent.example' });
    await prepare('1.0.0', { isTrial: true });
    expect(git('tag')).toBe('v1.0.0');
    expect(() => releaseNotes(folder, 'v1.0.0', {})).toThrow('https://latent.example is not');
  });

  test('takes who answers for it from the environment', async () => {
    commitManifest({ homepage: undefined, author: 'The engineers' });
    const environment = { LATENT_HOMEPAGE: 'https://latent.home.arpa', LATENT_MAINTAINER: 'Us <us@latent.home.arpa>' };
    await prepare('1.0.0', { environment });
    expect(releaseNotes(folder, 'v1.0.0', environment)).toContain('Pictures');
    expect(() => releaseNotes(folder, 'v1.0.0', {})).toThrow('name nobody');
  });

  test('changes nothing if a check finds faults', async () => {
    const before = state();
    await expect(prepare('1.0.0', { check: async (script) => script !== 'lint' })).rejects.toThrow('`npm run lint` found faults');
    expect(state()).toEqual(before);
  });

  test("changes only the version's lines of the project's own files", async () => {
    const root = resolve(import.meta.dirname, '../../..');
    for (const file of ['package.json', 'package-lock.json']) write(file, readFileSync(join(root, file), 'utf8'));
    git('commit', '--quiet', '--all', '--message', 'Take over');
    await prepare('99.0.0', { isTrial: true });
    expect(git('diff', '--numstat', 'HEAD~', 'HEAD').split('\n').sort()).toEqual(['1\t1\tpackage.json', '2\t0\tCHANGELOG.md', '2\t2\tpackage-lock.json']);
  });

  // Each is a step before which the process is killed.
  test.each(['npm run types', 'writing package.json', 'writing package-lock.json', 'writing CHANGELOG.md', 'committing "Release 1.0.0"', 'tagging v1.0.0'])('goes on after it was killed at "%s"', async (at) => {
    const before = git('rev-parse', 'HEAD');
    const module = pathToFileURL(resolve(import.meta.dirname, '../../../.scripts/releases/prepare.ts')).href;
    const script = `
      import { prepareRelease } from ${JSON.stringify(module)};
      const step = (what) => { if (what === ${JSON.stringify(at)}) process.kill(process.pid, 'SIGKILL'); };
      await prepareRelease(${JSON.stringify(folder)}, { version: '1.0.0', isDry: false, isTrial: false, environment: {}, today: '2026-11-28', step, check: async () => true });`;
    const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([process.platform === 'win32' ? 1 : null, '']);
    expect(git('tag')).toBe('');

    // On the next day: what was written keeps its day.
    const isDated = read('CHANGELOG.md').includes('2026-11-28');
    await prepare('1.0.0', { today: '2026-11-29' });
    expectPrepared(before, isDated ? '2026-11-28' : '2026-11-29');
  });
});

describe('the notes of a release', () => {
  test('are its part of the changelog', async () => {
    await prepare('1.0.0');
    expect(releaseNotes(folder, 'v1.0.0', {})).toBe('- Pictures are kept.');
    expect(changesOf(read('CHANGELOG.md'), '0.1.0')).toBe('The first.');
  });

  test('are refused for a tag that is not the version', () => {
    expect(() => releaseNotes(folder, 'v1.0.0', {})).toThrow('The tag v1.0.0 is not the version in package.json, which is 0.1.0');
  });

  test('are refused for a version that nothing is written about', () => {
    write('CHANGELOG.md', '# Changes\n\n## 0.1.0 – 2026-11-01\n');
    expect(() => releaseNotes(folder, 'v0.1.0', {})).toThrow('says nothing about 0.1.0');
  });
});

function commitChangelog(text: string): void {
  write('CHANGELOG.md', text);
  git('commit', '--quiet', '--all', '--message', 'Change the changelog');
}

function commitManifest(change: object): void {
  write('package.json', json({ ...manifest, ...change }));
  git('commit', '--quiet', '--all', '--message', 'Change the manifest');
}

function expectPrepared(before: string, day = '2026-11-28'): void {
  expect(git('rev-parse', 'HEAD~')).toBe(before);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('Release 1.0.0');
  expect(git('diff', '--name-only', 'HEAD~').split('\n')).toEqual(['CHANGELOG.md', 'package-lock.json', 'package.json']);
  expect([git('cat-file', '-t', 'v1.0.0'), git('rev-parse', 'v1.0.0^{}')]).toEqual(['tag', git('rev-parse', 'HEAD')]);
  expect(read('package.json')).toBe(json({ ...manifest, version: '1.0.0' }));
  expect(read('package-lock.json')).toBe(json({ ...lock, version: '1.0.0', packages: { ...lock.packages, '': { name: 'latent', version: '1.0.0' } } }));
  expect(read('CHANGELOG.md')).toBe(changelog.replace('- Pictures', `## 1.0.0 – ${day}\n\n- Pictures`));
}
