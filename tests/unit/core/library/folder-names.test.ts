import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderNames } from '../../../../electron/core/library/library-folders.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-folders-'));
  return () => rm(home, { recursive: true, force: true });
});

it('lists months, the newest first, then years and the person’s own folders', async () => {
  const folders = ['new/2026/2026-11', 'new/2026/2026-02', 'new/2024/2024-12', 'new/.latent/x', 'new/By hand/Best', 'old/2024/2024-12', 'old/2023/2023-01/deeper', 'elsewhere'];
  for (const folder of folders) await mkdir(path.join(home, folder), { recursive: true });
  await writeFile(path.join(home, 'new', 'notes.txt'), '');
  await symlink(path.join(home, 'elsewhere'), path.join(home, 'new', 'link'));
  expect(await folderNames([path.join(home, 'new'), path.join(home, 'old'), path.join(home, 'not there')])).toEqual([
    'By hand/Best',
    '2026/2026-11',
    '2026/2026-02',
    '2024/2024-12',
    '2023/2023-01',
    'By hand',
    '2026',
    '2024',
    '2023',
  ]);
});
