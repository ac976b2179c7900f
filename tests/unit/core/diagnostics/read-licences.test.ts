import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLicences } from '../../../../electron/core/diagnostics/read-licences.ts';

let folder: string;
const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'latent-licences-'));
  const head = '# Licenses\n\nThe app bundles dependencies which contain the following licenses:\n\n';
  write('dist/licences/latent.txt', 'Latent’s own');
  write('dist/licences/main.md', `${head}## zod - 4.6.7 (MIT)\n\nText of zod\n\n## @nodable/entities - 3.1.0 (MIT)\n`);
  write('dist/licences/preload.md', head);
  write('dist/renderer/licences.md', `${head}## zod - 4.6.7 (MIT)\n\nText of zod\n\n## inter - 5.3.0 (OFL-1.1)\n\nFirst line\n\n## A heading inside\nLast line\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('each bundled package is listed once, with its whole notice', async () => {
  const { latent, packages } = await readLicences({ built: path.join(folder, 'dist'), electron: null, command: null });
  expect(latent).toBe('Latent’s own');
  expect(packages).toEqual([
    { name: '@nodable/entities', version: '3.1.0', licence: 'MIT', text: '' },
    { name: 'inter', version: '5.3.0', licence: 'OFL-1.1', text: 'First line\n\n## A heading inside\nLast line' },
    { name: 'zod', version: '4.6.7', licence: 'MIT', text: 'Text of zod' },
  ]);
});

test('Electron’s notices are found as a package and as a checkout has them', async () => {
  const read = (): ReturnType<typeof readLicences> => readLicences({ built: path.join(folder, 'dist'), electron: path.join(folder, 'electron'), command: null });
  expect(await read()).toMatchObject({ electron: null, hasChromium: false });
  write('electron/LICENSE', 'of a checkout');
  write('electron/LICENSES.chromium.html', '<p>');
  expect(await read()).toMatchObject({ electron: 'of a checkout', hasChromium: true });
  write('electron/LICENSE.electron.txt', 'of a package');
  expect(await read()).toMatchObject({ electron: 'of a package' });
});

test('the notices of what is beside the command are among the others', async () => {
  write('command/licences.md', '## node - 24.21.0 (MIT)\n\nText of Node\n\n## zod - 4.6.7 (MIT)\n\nText of zod\n');
  const { packages } = await readLicences({ built: path.join(folder, 'dist'), electron: null, command: path.join(folder, 'command/licences.md') });
  expect(packages.map(({ name }) => name)).toEqual(['@nodable/entities', 'inter', 'node', 'zod']);
  expect(packages.find(({ name }) => name === 'node')?.text).toBe('Text of Node');
});
