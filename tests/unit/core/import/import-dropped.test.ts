import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importDropped } from '../../../../electron/core/import/import-dropped.ts';

it('imports what was dropped, but not the library’s own files, also where the library is a link', async () => {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'latent-dropped-')));
  const [library, former, elsewhere] = ['Latent', 'Former', 'Elsewhere'].map((name) => path.join(home, name)) as [string, string, string];
  for (const folder of [library, former, elsewhere]) {
    await mkdir(folder);
    await writeFile(path.join(folder, 'fox.png'), 'a fox!');
  }
  await symlink(library, path.join(home, 'link'));
  const begun: (readonly string[])[] = [];
  const deps = { importer: { begin: async (paths: readonly string[]) => ({ begun: begun.push(paths) > 0 }) }, folders: { roots: () => [path.join(home, 'link'), former, path.join(home, 'gone')] } };
  await importDropped([path.join(library, 'fox.png'), path.join(former, 'fox.png')], deps);
  expect(begun).toEqual([]);
  await importDropped([path.join(library, 'fox.png'), path.join(elsewhere, 'fox.png'), elsewhere, path.join(home, 'nothing')], deps);
  expect(begun).toEqual([[path.join(elsewhere, 'fox.png'), elsewhere, path.join(home, 'nothing')]]);
  await rm(home, { recursive: true });
});
