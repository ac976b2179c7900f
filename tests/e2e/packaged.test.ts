import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { createProfile, LatentApp } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { executable, archive } = unpackedApp();

test.describe('the packaged app', { tag: '@long' }, () => {
  // In one worker, which packages it once.
  test.describe.configure({ mode: 'default' });

  test.beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['.scripts/run.mjs', 'package-dir', '--built'], { cwd: root });
  });

  test('holds what was built and its manifest, and nothing else', async () => {
    const built = (await readdir(path.join(root, 'dist'), { recursive: true, withFileTypes: true }))
      // Source maps stay outside.
      .filter((entry) => entry.isFile() && path.extname(entry.name) !== '.map')
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
    const held = listPackage(archive, { isPack: false })
      .map((name) => name.slice(1))
      .filter((name) => path.extname(name) !== '');
    expect(held.sort()).toEqual([...built, 'package.json'].sort());
    expect(held.filter((name) => /\.(tsx?|map)$|node_modules|\.test\./.test(name))).toEqual([]);

    const manifest = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'latent', productName: 'Latent', main: 'dist/main.cjs' });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']));
  });

  test('has scripts of ASCII alone, which take half the memory and compile faster', () => {
    const scripts = listPackage(archive, { isPack: false }).map((name) => name.slice(1)).filter((name) => /\.c?js$/.test(name));
    expect(scripts).toContain('dist/main.cjs');
    expect(scripts.filter((name) => extractFile(archive, name).some((byte) => byte > 127))).toEqual([]);
  });

  test('is fused shut', async () => {
    const wire = await getCurrentFuseWire(executable);
    const off = FuseState.DISABLE;
    const on = FuseState.ENABLE;
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
    });
  });

  test('turns a prompt into a picture and still has it at the next start', async () => {
    const profile = await createProfile();
    try {
      const first = await LatentApp.launch(profile, { entry: archive });
      await first.submit('a lighthouse at dusk');
      await expect(first.pictures).toHaveCount(1);
      const [file] = (await profile.files()).filter((name) => name.endsWith('.png'));
      expect(readFileSync(file ?? '').subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
      await first.close();

      const second = await LatentApp.launch(profile, { entry: archive });
      await expect(second.pictures).toHaveCount(1);
      await second.close();
    } finally {
      await profile.remove();
    }
  });
});

/** Where electron-builder puts the parts on each system. */
function unpackedApp(): { readonly executable: string; readonly archive: string } {
  const release = path.join(root, 'release');
  if (process.platform === 'darwin') {
    const bundle = path.join(release, process.arch === 'arm64' ? 'mac-arm64' : 'mac', 'Latent.app');
    return { executable: bundle, archive: path.join(bundle, 'Contents/Resources/app.asar') };
  }
  const folder = path.join(release, `${process.platform === 'win32' ? 'win' : 'linux'}${process.arch === 'arm64' ? '-arm64' : ''}-unpacked`);
  return { executable: path.join(folder, process.platform === 'win32' ? 'Latent.exe' : 'latent'), archive: path.join(folder, 'resources/app.asar') };
}
