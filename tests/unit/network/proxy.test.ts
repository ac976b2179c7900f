import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { SocketHttp } from '../../../electron/network/socket-http.ts';
import { direct, type ProxyCredentials, type Route } from '../../../electron/network/routes.ts';
import { startConnectProxy, type ConnectProxy, type ConnectProxyOptions } from '../../support/connect-proxy.ts';
import { failureOf, get, post, textOf, useHttpRig } from '../../support/http-rig.ts';
import { localhostCertificate, localhostKey, serveHttp, serveLatentTest, serveSocket, testAuthority, unusedPort, type LocalServer } from '../../support/local-server.ts';

/** api.latent.test exists for the proxy alone: what arrives there went through it. */

const { cleanUp, newHttp, started } = useHttpRig();
const url = 'https://api.latent.test/v1/images/generations';
const key = 'sk-proxy-canary-0123456789';
const submission = post(url, { headers: { authorization: `Bearer ${key}` }, timeouts: { connect: 10_000, headers: 10_000, idle: 10_000 } });
const impatient = { ...submission, timeouts: { ...submission.timeouts, connect: 200 } };

interface Counted extends LocalServer {
  readonly seen: string[];
}

async function startService(answer = 'ok', certificate?: 'expired'): Promise<Counted> {
  const seen: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    seen.push(`${request.method} ${request.headers.authorization ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    response.end(answer);
  };
  return { ...(await started(serveLatentTest(listener, certificate))), seen };
}

async function startProxy(service: LocalServer, more: Partial<ConnectProxyOptions> = {}): Promise<ConnectProxy> {
  const proxy = await startConnectProxy({ names: { 'api.latent.test:443': service.port }, ...more });
  cleanUp(proxy.stop);
  return proxy;
}

const by = (proxy: LocalServer, credentials: ProxyCredentials | null = null): Route => ({
  kind: 'http-proxy',
  proxy: { secure: false, host: '127.0.0.1', port: proxy.port },
  credentials,
});
const through = (...routes: readonly Route[]): SocketHttp => newHttp({ certificates: [testAuthority], findRoutes: () => Promise.resolve(routes) });

describe('a tunnel through a proxy', () => {
  it('carries the request; the proxy learns the name and nothing else', async () => {
    const service = await startService();
    const proxy = await startProxy(service);
    const http = through(by(proxy));
    expect(await textOf(await http.open(submission))).toBe('ok');
    expect(await textOf(await http.open(get(url)))).toBe('ok');
    expect(service.seen).toEqual([`POST Bearer ${key}`, 'GET']);
    expect(proxy.asked).toEqual(['api.latent.test:443', 'api.latent.test:443']);
    expect(proxy.heard()).not.toMatch(/sk-proxy|Bearer|fox|generations/);
  });

  it('is shared by GETs; each POST has its own', async () => {
    const service = await startService();
    const proxy = await startProxy(service);
    const http = through(by(proxy));
    for (let i = 0; i < 8; i += 1) await textOf(await http.open(get(url)));
    const shared = proxy.tunnels();
    // A second one where the next GET comes before the first has come to rest.
    expect(shared).toBeLessThanOrEqual(2);
    for (let i = 0; i < 2; i += 1) await textOf(await http.open(submission));
    expect(proxy.tunnels()).toBe(shared + 2);
  });

  it('sends the password to the proxy and never to the service', async () => {
    const service = await startService();
    const credentials = { username: 'anna', password: 'grüße: 1' };
    const proxy = await startProxy(service, { credentials });
    expect((await through(by(proxy, credentials)).open(submission)).status).toBe(200);
    expect(service.seen).toEqual([`POST Bearer ${key}`]);
  });

  it.each([null, { username: 'anna', password: 'wrong' }])('407 to %j: PROXY_AUTH, not sent, tried once, no byte of the key leaves', async (given) => {
    const service = await startService();
    const proxy = await startProxy(service, { credentials: { username: 'anna', password: 'right' } });
    for (const request of [submission, get(url, { headers: { authorization: `Bearer ${key}` } })]) {
      expect(await failureOf(through(by(proxy, given)).open(request))).toMatchObject({ sent: false, code: 'PROXY_AUTH' });
    }
    expect(proxy.asked).toHaveLength(2);
    expect(proxy.heard()).not.toContain('sk-proxy');
    expect(service.connections()).toBe(0);
  });

  it.each([
    ['drop-after-connect', 'ECONNRESET'],
    ['close-without-answer', 'PROXY_UNREACHABLE'],
    ['silent', 'TIMEOUT'],
    [{ status: 403 }, 'PROXY_REFUSED'],
    [{ status: 502 }, 'PROXY_REFUSED'],
    [{ status: 302 }, 'PROXY_REFUSED'],
  ] as const)('%j: not sent, %s, tried once', async (fault, code) => {
    const service = await startService();
    const proxy = await startProxy(service, { fault });
    expect(await failureOf(through(by(proxy)).open(fault === 'silent' ? impatient : submission))).toMatchObject({ sent: false, code });
    expect(proxy.asked).toHaveLength(1);
    expect(proxy.heard()).not.toContain('sk-proxy');
    expect(service.seen).toEqual([]);
  });

  it('a connection that breaks after the POST was written to the tunnel: sent', async () => {
    const service = await started(serveLatentTest((request) => request.socket.destroy()));
    const proxy = await startProxy(service);
    expect(await failureOf(through(by(proxy)).open(submission))).toMatchObject({ sent: true, code: 'ECONNRESET' });
    expect(proxy.tunnels()).toBe(1);
  });

  it('nothing listens: not sent', async () => {
    const gone = { ...(await started(serveSocket(() => undefined))), port: await unusedPort() };
    expect(await failureOf(through(by(gone)).open(submission))).toMatchObject({ sent: false, code: 'PROXY_UNREACHABLE' });
  });
});

describe('a proxy reached over TLS', () => {
  it('carries the request, and receives nothing before its own certificate is verified', async () => {
    const service = await startService();
    const proxy = await startProxy(service, { credentials: { username: 'anna', password: 'secret' } });
    const front = createTlsServer({ cert: localhostCertificate, key: localhostKey }, (client) => {
      const inner = connect(proxy.port, '127.0.0.1');
      client.on('error', () => inner.destroy()).pipe(inner).on('error', () => client.destroy()).pipe(client);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    cleanUp(() => new Promise((resolve) => front.close(resolve)));
    const { port } = front.address() as { port: number };
    const route: Route = { kind: 'http-proxy', proxy: { secure: true, host: '127.0.0.1', port }, credentials: { username: 'anna', password: 'secret' } };

    expect(await failureOf(through(route).open(submission))).toMatchObject({ sent: false, code: 'PROXY_UNREACHABLE' });
    expect(proxy.heard()).toBe('');
    const http = newHttp({ certificates: [testAuthority, localhostCertificate], findRoutes: () => Promise.resolve([route]) });
    expect(await textOf(await http.open(submission))).toBe('ok');
    expect(service.seen).toEqual([`POST Bearer ${key}`]);
    await http.close();
  });
});

describe('certificates through a proxy', () => {
  it('expired, unknown authority, another name: no request arrives', async () => {
    const expired = await startService('ok', 'expired');
    const good = await startService();
    const names = { 'api.latent.test:443': expired.port, 'other.latent.test:443': good.port };
    const proxy = await startProxy(expired, { names });
    const http = through(by(proxy));
    expect(await failureOf(http.open(submission))).toMatchObject({ sent: false, code: 'CERT_HAS_EXPIRED' });
    const elsewhere = { ...submission, url: 'https://other.latent.test/v1' };
    expect(await failureOf(http.open(elsewhere))).toMatchObject({ sent: false, code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    const trustless = newHttp({ findRoutes: () => Promise.resolve([by(proxy)]) });
    expect(await failureOf(trustless.open(elsewhere))).toMatchObject({ sent: false, code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect([...expired.seen, ...good.seen]).toEqual([]);
  });
});

describe('several routes', () => {
  it('are tried in order if a proxy does not answer', async () => {
    const service = await startService();
    const [first, second] = [await startProxy(service), await startProxy(service)];
    const gone = { ...first, port: await unusedPort() };
    expect((await through({ kind: 'unsupported', scheme: 'SOCKS' }, by(gone), by(first), by(second)).open(submission)).status).toBe(200);
    expect([first.tunnels(), second.tunnels()]).toEqual([1, 0]);
    expect(service.seen).toHaveLength(1);
  });

  it('do not bypass a proxy that refuses', async () => {
    const service = await startService();
    const [refusing, open] = [await startProxy(service, { fault: { status: 403 } }), await startProxy(service)];
    expect(await failureOf(through(by(refusing), by(open)).open(submission))).toMatchObject({ sent: false, code: 'PROXY_REFUSED' });
    expect(open.asked).toEqual([]);
  });

  it('report that SOCKS4 is not supported if there is no other', async () => {
    expect(await failureOf(through({ kind: 'unsupported', scheme: 'SOCKS' }).open(submission))).toMatchObject({ sent: false, code: 'PROXY_UNSUPPORTED' });
  });

  it('apply a change from the next request on, even to pooled connections', async () => {
    const service = await startService();
    const [first, second] = [await startProxy(service), await startProxy(service)];
    let now = by(first);
    const http = newHttp({ certificates: [testAuthority], findRoutes: () => Promise.resolve([now]) });
    await textOf(await http.open(get(url)));
    now = by(second);
    await textOf(await http.open(get(url)));
    await textOf(await http.open(submission));
    expect([first.tunnels(), second.tunnels()]).toEqual([1, 2]);
  });

  it('that are not found before the connect timeout or an abort: not sent', async () => {
    const http = newHttp({ findRoutes: () => new Promise(() => undefined) });
    expect(await failureOf(http.open(impatient))).toMatchObject({ sent: false, code: 'TIMEOUT' });
    expect(await failureOf(http.open({ ...submission, signal: AbortSignal.abort() }))).toMatchObject({ sent: false, code: 'ABORTED' });
  });
});

describe('a proxy is never asked for', () => {
  it('this computer', async () => {
    const server = await started(serveHttp((_request, response) => response.end('ok')));
    const http = newHttp({ findRoutes: () => Promise.reject(new Error('asked')) });
    for (const host of ['127.0.0.1', 'localhost']) expect((await http.open(get(`http://${host}:${server.port}/`))).status).toBe(200);
  });

  it('a picture at an address out of reach: a literal one, or a name that means something only inside a network', async () => {
    const service = await startService();
    const proxy = await startProxy(service);
    const http = through(by(proxy));
    for (const host of ['10.0.0.1', '[fd00::1]', '169.254.169.254', 'router', 'nas.local', 'printer.home.arpa', 'db.internal']) {
      const failure = await failureOf(http.open(get(`https://${host}/a.png`, { reach: 'public' })));
      expect(failure, host).toMatchObject({ sent: false, code: 'ADDRESS_REFUSED' });
    }
    expect(proxy.asked).toEqual([]);
  });
  it('anything on a direct route', async () => {
    const http = newHttp({ certificates: [testAuthority], findRoutes: () => Promise.resolve(direct), lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) });
    const service = await startService();
    expect((await http.open(post(`https://api.latent.test:${service.port}/`))).status).toBe(200);
  });
});

describe('a name with a dot is the proxy\'s to judge (fault 87)', () => {
  it.each([
    ['a placeholder of a VPN client', ['198.18.0.7']],
    ['an internal address', ['10.0.0.7']],
    ['an internal address beside a public one', ['203.0.113.7', '10.0.0.7']],
    ['a local address of IPv6', ['fc00::7']],
    ['this computer', ['127.0.0.1']],
    ['nothing', []],
  ])('though this computer finds %s', async (_name, addresses) => {
    const service = await startService();
    const proxy = await startProxy(service);
    let lookups = 0;
    const http = newHttp({
      certificates: [testAuthority],
      findRoutes: () => Promise.resolve([by(proxy)]),
      lookup: (_host, _options, done) => {
        lookups += 1;
        done(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
      },
    });
    expect(await textOf(await http.open(get('https://api.latent.test/a.png', { reach: 'public' })))).toBe('ok');
    expect(lookups).toBe(0);
  });

  it('if there is no proxy after all, the addresses that are used are judged', async () => {
    const service = await startService();
    const gone = { ...(await started(serveSocket(() => undefined))), port: await unusedPort() };
    const http = newHttp({
      certificates: [testAuthority],
      findRoutes: () => Promise.resolve([by(gone), { kind: 'direct' }]),
      lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect(await failureOf(http.open(get(`https://api.latent.test:${service.port}/`, { reach: 'public' })))).toMatchObject({ sent: false, code: 'ADDRESS_REFUSED' });
    expect(service.connections()).toBe(0);
  });
});
