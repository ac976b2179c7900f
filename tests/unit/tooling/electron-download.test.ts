import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isDownloadable, ownVersion } from '../../../.scripts/electron/own.ts';

describe('asking whether Electron can be downloaded', () => {
  let server: Server;
  let asked: string[];
  let cache: string;

  beforeEach(async () => {
    asked = [];
    cache = mkdtempSync(join(tmpdir(), 'latent-cache-'));
    server = createServer((request, reply) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.url?.startsWith('/silent')) return;
      reply.statusCode = request.url?.startsWith('/there') ? 200 : 404;
      reply.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    vi.stubEnv('XDG_CACHE_HOME', cache);
    vi.stubEnv('electron_config_cache', undefined);
    vi.stubEnv('npm_config_electron_mirror', undefined);
    vi.stubEnv('ELECTRON_CUSTOM_DIR', undefined);
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    rmSync(cache, { recursive: true });
  });

  function mirror(path: string): void {
    vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}/`);
  }

  test('yes, if it is there', async () => {
    mirror('there');
    expect(await isDownloadable()).toBe(true);
    expect(asked).toEqual([expect.stringMatching(`^HEAD /there/v${ownVersion}/electron-v${ownVersion}-`)]);
  });

  test('no, if it is not there; asked again each time', async () => {
    mirror('gone');
    expect(await isDownloadable()).toBe(false);
    expect(await isDownloadable()).toBe(false);
    expect(asked).toHaveLength(2);
  });

  test('no, if nothing answers; that address is not asked again, another one is', async () => {
    mirror('silent');
    expect(await isDownloadable(100)).toBe(false);
    expect(await isDownloadable(100)).toBe(false);
    expect(asked).toHaveLength(1);
    mirror('there');
    expect(await isDownloadable()).toBe(true);
  });
});
