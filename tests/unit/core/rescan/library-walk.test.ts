import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { sha256Of, walkLibrary } from '../../../../electron/core/rescan/library-walk.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'latent-walk-'));
  return () => rm(root, { recursive: true, force: true });
});

const signal = new AbortController().signal;

it('finds every file in every folder once, with its length', async () => {
  const expected: Record<string, number> = {};
  for (let at = 0; at < 200; at += 1) {
    const name = `${'deep/'.repeat(at % 9)}${at} ü 雪.png`;
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), 'x'.repeat(at));
    expected[name] = at;
  }
  const found: [string, number][] = [];
  for await (const file of walkLibrary(root, (unreadable) => expect.fail(unreadable))) found.push([file.path, file.bytes]);
  expect(found).toHaveLength(200);
  expect(Object.fromEntries(found)).toEqual(expected);
});

it('reports what is missing, and continues', async () => {
  const unreadable: string[] = [];
  for await (const file of walkLibrary(path.join(root, 'gone'), (name) => unreadable.push(name))) expect.fail(file.path);
  expect(unreadable).toEqual([path.join(root, 'gone')]);
});

it('hashes a file of many pieces, but no link, no folder and no missing file', async () => {
  const bytes = Buffer.alloc(1_000_001, 'latent');
  const file = path.join(root, 'large.png');
  await writeFile(file, bytes);
  expect(await sha256Of(file, signal)).toBe(createHash('sha256').update(bytes).digest('hex'));
  await symlink(file, path.join(root, 'link.png'));
  await expect(sha256Of(path.join(root, 'link.png'), signal)).rejects.toMatchObject({ syscall: 'open' });
  await expect(sha256Of(root, signal)).rejects.toMatchObject({ syscall: 'open' });
  await expect(sha256Of(path.join(root, 'gone.png'), signal)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(sha256Of(file, AbortSignal.abort())).rejects.toThrow();
});
