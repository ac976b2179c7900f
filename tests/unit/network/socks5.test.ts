import { describe, expect, it } from 'vitest';
import type { Route } from '../../../electron/network/routes.ts';
import type { SocketHttp } from '../../../electron/network/socket-http.ts';
import { failureOf, post, useHttpRig } from '../../support/http-rig.ts';
import { serveLatentTest, serveSocket, testAuthority, type LocalServer } from '../../support/local-server.ts';
import { startSocks5Proxy } from '../../support/socks5-proxy.ts';

const { cleanUp, newHttp, started } = useHttpRig();
const patient = { connect: 10_000, headers: 10_000, idle: 10_000 };
const submission = post('https://api.latent.test/v1', { timeouts: patient });

function through({ port }: LocalServer): SocketHttp {
  const routes: readonly Route[] = [{ kind: 'socks5', proxy: { secure: false, host: '127.0.0.1', port } }];
  return newHttp({ certificates: [testAuthority], findRoutes: () => Promise.resolve(routes) });
}

describe('SOCKS5', () => {
  it('carries the request, and the proxy resolves the name', async () => {
    const service = await started(serveLatentTest((_request, response) => response.end('ok')));
    const proxy = await startSocks5Proxy(service.port);
    cleanUp(proxy.stop);
    expect((await through(proxy).open(submission)).status).toBe(200);
    expect(proxy.asked).toEqual(['api.latent.test:443']);
  });

  it.each([
    ['192.0.2.7', 'c0000207:443'],
    ['[2001:db8::7]', '20010db8000000000000000000000007:443'],
    ['[2001:db8:1:2:3:4:5:6]', '20010db8000100020003000400050006:443'],
  ])('sends an address as bytes: %s', async (host, asked) => {
    const service = await started(serveLatentTest((_request, response) => response.end('ok')));
    const proxy = await startSocks5Proxy(service.port);
    cleanUp(proxy.stop);
    // The certificate is for another name, so only what the proxy was asked for counts here.
    expect(await failureOf(through(proxy).open({ ...submission, url: `https://${host}/` }))).toMatchObject({ sent: false });
    expect(proxy.asked).toEqual([asked]);
  });

  it.each([
    ['refuses', { reply: 2 }, 'PROXY_REFUSED'],
    ['asks for a password', { method: 2 }, 'PROXY_AUTH'],
    ['takes no method', { method: 0xff }, 'PROXY_AUTH'],
  ] as const)('a proxy that %s: not sent', async (_name, fault, code) => {
    const proxy = await startSocks5Proxy(0, fault);
    cleanUp(proxy.stop);
    expect(await failureOf(through(proxy).open(submission))).toMatchObject({ sent: false, code });
  });

  it('a name too long for the protocol is refused before anything is sent', async () => {
    const proxy = await startSocks5Proxy(0);
    cleanUp(proxy.stop);
    expect(await failureOf(through(proxy).open({ ...submission, url: `https://${'a'.repeat(300)}.test/` }))).toMatchObject({ sent: false });
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    ['closes', 'PROXY_UNREACHABLE'],
    ['is silent', 'TIMEOUT'],
  ])('a proxy that %s: not sent', async (name, code) => {
    const server = await started(serveSocket((socket) => void (name === 'closes' && socket.end())));
    const request = { ...submission, timeouts: { ...patient, connect: name === 'closes' ? 10_000 : 200 } };
    expect(await failureOf(through(server).open(request))).toMatchObject({ sent: false, code });
  });
});
