import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

describe('a command that cannot continue says why in a sentence', () => {
  test('before the packages are installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latent-bare-'));
    mkdirSync(join(folder, '.scripts'));
    cpSync(join(root, '.scripts/run.mjs'), join(folder, '.scripts/run.mjs'));
    const { code, errors } = await run(folder, ['start'], {});
    rmSync(folder, { recursive: true });
    expect({ code, errors }).toEqual({ code: 1, errors: 'The packages are not installed yet: run `npm ci` first.\n' });
  });

  test('when the folder named for Electron does not contain it', async () => {
    const { code, errors } = await run(root, ['package', 'dir'], { ELECTRON_OVERRIDE_DIST_PATH: tmpdir() });
    expect({ code, errors }).toEqual({
      code: 1,
      errors: `ELECTRON_OVERRIDE_DIST_PATH names ${tmpdir()}, but there is no Electron in it.\n`,
    });
  });

  test.runIf(process.platform === 'linux')('when there is no screen', async () => {
    const { code, errors } = await run(root, ['start'], { DISPLAY: '', WAYLAND_DISPLAY: '' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^Latent needs a screen, .*:\n\n {2}.*xvfb-run -a npm start\n\n$/s);
  });
});

function run(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: unknown; errors: string }> {
  return new Promise((done) => {
    execFile(process.execPath, ['.scripts/run.mjs', ...args], { cwd: folder, env: { ...process.env, ...env } }, (error, _, errors) =>
      done({ code: error?.code ?? 0, errors }),
    );
  });
}
