import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { badName, isInside, pathBelow, walkBy, walkFolder, type LeaveOut, type WalkedEntry } from '../../../../../electron/core/library/files/walk-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'latent-walk-'));
  return () => rm(root, { recursive: true, force: true });
});

async function put(name: string, content = 'x'): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), content);
}

/** What the walk returns: the length of each file, the error of a place that cannot be read, or why one is left out. */
async function walked(entries: AsyncGenerator<WalkedEntry<string>>): Promise<Record<string, number | string>> {
  const found: [string, number | string][] = [];
  for await (const entry of entries) {
    if (entry.kind === 'file') found.push([pathBelow(root, entry.file.path), entry.file.bytes]);
    else found.push([pathBelow(root, entry.path), entry.kind === 'left' ? entry.why : entry.code]);
  }
  expect(new Set(found.map(([name]) => name)).size, 'each once').toBe(found.length);
  return Object.fromEntries(found);
}

it('finds every file in every folder once, with its length', async () => {
  const expected: Record<string, number> = {};
  for (let at = 0; at < 200; at += 1) {
    const name = `${'deep/'.repeat(at % 9)}${at} ü 雪.png`;
    await put(name, 'x'.repeat(at));
    expected[name] = at;
  }
  expect(await walked(walkFolder(root))).toEqual(expected);
});

it('leaves out links, hidden entries and files that are still arriving, and names each', async () => {
  for (const name of ['fox.png', '.hidden.png', '.latent/fox.png', 'fox.png.1234.part', 'in/fox.png', 'second.part/fox.png']) await put(name);
  await symlink(path.join(root, 'fox.png'), path.join(root, 'link.png'));
  await symlink(path.join(root, 'in'), path.join(root, 'linked folder'));
  const left = Object.fromEntries(['.hidden.png', '.latent', 'fox.png.1234.part', 'link.png', 'linked folder'].map((name) => [name, 'unusual']));
  expect(await walked(walkFolder(root))).toEqual({ 'fox.png': 1, 'in/fox.png': 1, 'second.part/fox.png': 1, ...left });
});

it('asks the rule of each folder, and enters no folder that it leaves out', async () => {
  for (const name of ['fox.png', 'in/fox.png', 'in/owl.png', 'out/fox.png']) await put(name);
  const rules: string[] = [];
  const ruleOf = (folder: string): LeaveOut<string> => {
    rules.push(pathBelow(root, folder));
    return ({ name, kind }) => (name === 'out' ? `a ${kind}` : name === 'fox.png' && folder !== root ? 'a fox inside' : null);
  };
  expect(await walked(walkBy(root, ruleOf))).toEqual({ 'fox.png': 1, 'in/owl.png': 1, out: 'a folder', 'in/fox.png': 'a fox inside' });
  expect(rules.toSorted()).toEqual(['', 'in']);
});

it.runIf(process.platform === 'linux')('names files whose names are no text, each once', async () => {
  for (const byte of [0xe9, 0xff]) await writeFile(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([byte])]), 'x');
  await put('caf\ufffd!');
  expect(await walked(walkFolder(root))).toEqual({ 'caf\ufffd': badName, 'caf\ufffd (2)': badName, 'caf\ufffd!': 1 });
});

it('returns the error of a folder that is gone', async () => {
  expect(await walked(walkFolder(path.join(root, 'gone')))).toEqual({ gone: 'ENOENT' });
});

it.each([
  ['a', 'a', true],
  ['a/b', 'a', true],
  ['ab', 'a', false],
  ['a', 'a/b', false],
])('whether %s is inside %s: %s', (place, folder, expected) => {
  const absolute = (name: string): string => path.resolve(path.sep, ...name.split('/'));
  expect(isInside(absolute(place), absolute(folder))).toBe(expected);
  expect(isInside(absolute(place), path.parse(absolute(place)).root)).toBe(true);
});
