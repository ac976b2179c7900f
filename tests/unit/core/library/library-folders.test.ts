import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLibraryFolders, ensureWritableFolder } from '../../../../electron/core/library/library-folders.ts';
import type { ImageFile } from '../../../../shared/task.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-folders-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file: ImageFile = { path: '2026/2026-11/fox.png', type: 'png', width: 1, height: 1, bytes: 3, sha256: '', savedAt: 0 };

async function put(root: string, text: string): Promise<string> {
  const target = path.join(folder, root, file.path);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
  return target;
}

describe('library folders', () => {
  const open = () => createLibraryFolders(() => path.join(folder, 'new'), () => [path.join(folder, 'old')]);

  it('finds a picture in the current folder, and an older one in a former folder', async () => {
    const old = await put('old', 'old');
    expect(await open().locate(file)).toMatchObject({ path: old, root: path.join(folder, 'old') });
    const fresh = await put('new', 'new');
    expect(await open().locate(file)).toMatchObject({ path: fresh, root: path.join(folder, 'new') });
  });

  it('ignores a file of another length', async () => {
    await put('new', 'something else');
    expect(await open().locate(file)).toBeNull();
  });

  it('finds nothing in folders that are gone', async () => {
    expect(await open().locate(file)).toBeNull();
  });
});

describe('a chosen folder', () => {
  it('is created', async () => {
    await ensureWritableFolder(path.join(folder, 'a', 'b'));
    await writeFile(path.join(folder, 'a', 'b', 'x'), '');
  });

  it('is refused if its path is a file', async () => {
    await writeFile(path.join(folder, 'file'), '');
    await expect(ensureWritableFolder(path.join(folder, 'file'))).rejects.toMatchObject({ appError: { code: 'folder-unwritable' } });
  });
});
