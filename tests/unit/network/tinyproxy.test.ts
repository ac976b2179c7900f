import { describe, expect, it } from 'vitest';
import type { ProxyCredentials, Route } from '../../../electron/network/routes.ts';
import type { SocketHttp } from '../../../electron/network/socket-http.ts';
import { startConnectProxy, type ConnectProxy } from '../../support/connect-proxy.ts';
import { failureOf, get, post, textOf, useHttpRig } from '../../support/http-rig.ts';
import { serveLatentTest, testAuthority } from '../../support/local-server.ts';
import { startTinyproxy, whyNoTinyproxy } from '../../support/tinyproxy.ts';

/** A real proxy; it asks a proxy of ours for api.latent.test, which nobody else knows. */

const { cleanUp, newHttp, started } = useHttpRig();
const url = 'https://api.latent.test/v1/images/generations';
const missing = whyNoTinyproxy();
if (missing !== null) console.warn(`The tests against a real proxy are left out: ${missing}.`);

async function start(credentials?: ProxyCredentials): Promise<{ seen: string[]; names: ConnectProxy; by(given: ProxyCredentials | null): SocketHttp }> {
  const seen: string[] = [];
  const service = await started(
    serveLatentTest((request, response) => {
      seen.push(`${request.method} ${request.headers.authorization ?? ''} ${request.headers.via ?? ''}`.trim());
      response.end('x'.repeat(100_000));
    }),
  );
  const names = await startConnectProxy({ names: { 'api.latent.test:443': service.port } });
  cleanUp(names.stop);
  const proxy = await startTinyproxy(names.port, credentials);
  cleanUp(proxy.stop);
  const route = (given: ProxyCredentials | null): Route => ({ kind: 'http-proxy', proxy: { secure: false, host: '127.0.0.1', port: proxy.port }, credentials: given });
  return { seen, names, by: (given) => newHttp({ certificates: [testAuthority], findRoutes: () => Promise.resolve([route(given)]) }) };
}

describe.skipIf(missing !== null)('tinyproxy', () => {
  it('without a password', async () => {
    const { seen, names, by } = await start();
    const http = by(null);
    expect((await textOf(await http.open(post(url, { headers: { authorization: 'Bearer sk-1' } })))).length).toBe(100_000);
    expect((await textOf(await http.open(get(url)))).length).toBe(100_000);
    expect(seen).toEqual(['POST Bearer sk-1', 'GET']);
    expect(names.heard()).not.toContain('sk-1');
    expect(await failureOf(http.open(post('https://unknown.latent.test/')))).toMatchObject({ sent: false, code: 'PROXY_REFUSED' });
  });

  it('with a password: right, wrong, none', async () => {
    const credentials = { username: 'anna', password: 'correct-horse' };
    const { seen, names, by } = await start(credentials);
    expect((await by(credentials).open(post(url))).status).toBe(200);
    for (const given of [null, { ...credentials, password: 'wrong' }]) {
      expect(await failureOf(by(given).open(post(url)))).toMatchObject({ sent: false, code: 'PROXY_AUTH' });
    }
    expect(seen).toEqual(['POST']);
    expect(names.asked).toHaveLength(1);
  });
});
