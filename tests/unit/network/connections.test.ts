import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answering, failureOf, get, post, textOf, useHttpRig } from '../../support/http-rig.ts';
import { serveHttp } from '../../support/local-server.ts';

const { cleanUp, newHttp, started } = useHttpRig();

describe('connections', () => {
  it('a POST has its own, and asks the server to close it', async () => {
    const seen: (string | undefined)[] = [];
    const server = await started(serveHttp((request, response) => response.end(String(seen.push(request.headers.connection)))));
    const http = newHttp();
    for (let i = 0; i < 3; i += 1) await textOf(await http.open(post(server.url)));
    expect(server.connections()).toBe(3);
    expect(seen).toEqual(['close', 'close', 'close']);
  });

  it('GETs share at most eight for each origin', async () => {
    const server = await started(serveHttp((_request, response) => void setTimeout(() => response.end('ok'), 20)));
    const http = newHttp();
    const replies = await Promise.all(Array.from({ length: 40 }, async () => textOf(await http.open(get(server.url)))));
    expect(replies).toEqual(Array(40).fill('ok'));
    expect(server.connections()).toBe(8);
  });

  it('a GET that waits too long behind hanging ones fails as not sent', async () => {
    const server = await started(serveHttp(() => undefined));
    const http = newHttp();
    const abort = new AbortController();
    const hanging = Array.from({ length: 8 }, () => failureOf(http.open(get(server.url, { signal: abort.signal }))));
    const request = get(server.url, { timeouts: { connect: 100, headers: 100, idle: 100 } });
    expect(await failureOf(http.open(request))).toMatchObject({ sent: false, code: 'POOL_BUSY' });
    abort.abort();
    for (const failure of await Promise.all(hanging)) expect(failure).toMatchObject({ sent: true, code: 'ABORTED' });
  });

  it('a GET on a pooled connection that died fails once, and is not sent again', async () => {
    const seen: (string | undefined)[] = [];
    const server = await started(
      serveHttp((request, response) => {
        seen.push(request.url);
        if (request.url === '/second') request.socket.resetAndDestroy();
        else response.end('ok');
      }),
    );
    const http = newHttp();
    await textOf(await http.open(get(`${server.url}/first`)));
    expect(await failureOf(http.open(get(`${server.url}/second`)))).toMatchObject({ sent: true });
    await sleep(50);
    expect(seen).toEqual(['/first', '/second']);
  });
});

describe('reach', () => {
  it('public: an address of this computer is refused, named or not, and no connection is made', async () => {
    const server = await started(serveHttp((_request, response) => response.end()));
    const inside = { reach: 'public' } as const;
    for (const url of [server.url, `http://[::ffff:127.0.0.1]:${server.port}/`, `http://localhost:${server.port}/`]) {
      expect(await failureOf(newHttp().open(get(url, inside)))).toMatchObject({ sent: false, code: 'ADDRESS_REFUSED' });
    }
    const failure = await failureOf(newHttp(answering('127.0.0.1')).open(get(`http://pictures.example:${server.port}/`, inside)));
    expect(failure).toMatchObject({ sent: false, code: 'ADDRESS_REFUSED' });
    expect(server.connections()).toBe(0);
  });

  it('public or loopback: this computer can be reached, the local network cannot', async () => {
    const server = await started(serveHttp((_request, response) => response.end('ok')));
    const inside = { reach: 'public-or-loopback' } as const;
    expect((await newHttp(answering('127.0.0.1')).open(get(`http://pictures.example:${server.port}/`, inside))).status).toBe(200);
    for (const address of ['10.0.0.1', '192.168.1.1', '169.254.169.254', 'fe80::1', '::ffff:10.0.0.1']) {
      const failure = await failureOf(newHttp(answering(address)).open(get('http://pictures.example/', inside)));
      expect(failure.code).toBe('ADDRESS_REFUSED');
    }
  });

  it('of several addresses only those in reach are tried', async () => {
    const trap = createServer();
    let trapped = 0;
    trap.on('connection', () => (trapped += 1));
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    cleanUp(() => new Promise((resolve) => trap.close(resolve)));
    const { port } = trap.address() as { port: number };
    const http = newHttp({
      lookup: (_name, _options, done) =>
        done(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '203.0.113.1', family: 4 },
        ]),
    });
    const request = get(`http://pictures.example:${port}/`, {
      reach: 'public',
      timeouts: { connect: 300, headers: 300, idle: 300 },
    });
    expect((await failureOf(http.open(request))).sent).toBe(false);
    expect(trapped).toBe(0);
  });

  it('a connection made for a wide reach is not used for a narrow one', async () => {
    const server = await started(serveHttp((_request, response) => response.end('ok')));
    const http = newHttp();
    await textOf(await http.open(get(server.url)));
    expect((await failureOf(http.open(get(server.url, { reach: 'public' })))).code).toBe('ADDRESS_REFUSED');
  });
});
