import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answering, failureOf, get, post, textOf, useHttpRig } from '../../support/http-rig.ts';
import { serveHttp, serveSocket } from '../../support/local-server.ts';

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

  it('GETs share those that are idle, and no GET waits for another', async () => {
    const waiting: ServerResponse[] = [];
    const server = await started(
      serveHttp((_request, response) => {
        // Answers once all are there.
        if (waiting.push(response) === 40) for (const one of waiting.splice(0)) one.end('ok');
      }),
    );
    const http = newHttp();
    for (let round = 0; round < 2; round += 1) {
      const replies = await Promise.all(Array.from({ length: 40 }, async () => textOf(await http.open(get(server.url)))));
      expect(replies).toEqual(Array(40).fill('ok'));
    }
    expect(server.connections()).toBe(40);
  });

  it('a GET whose pooled connection ends without a byte is sent once more on a new one, and no third time', async () => {
    const seen: (string | undefined)[] = [];
    let resets = 0;
    const server = await started(
      serveHttp((request, response) => {
        seen.push(request.url);
        if (request.url === '/first' || resets === 0) response.end('ok');
        else {
          resets -= 1;
          request.socket.resetAndDestroy();
        }
      }),
    );
    const http = newHttp();
    await textOf(await http.open(get(`${server.url}/first`)));
    resets = 1;
    expect(await textOf(await http.open(get(`${server.url}/second`)))).toBe('ok');
    resets = 2;
    expect(await failureOf(http.open(get(`${server.url}/third`)))).toMatchObject({ sent: true, code: 'ECONNRESET' });
    resets = 1;
    // Its connection is new, so the server has seen this request.
    expect(await failureOf(http.open(get(`${server.url}/fourth`)))).toMatchObject({ sent: true, code: 'ECONNRESET' });
    expect(seen).toEqual(['/first', '/second', '/second', '/third', '/third', '/fourth']);
  });

  it('a GET is not sent again once a part of the answer came, or its time is over', async () => {
    let asked = 0;
    const server = await started(
      serveSocket((socket) =>
        socket.on('data', () => {
          asked += 1;
          if (asked === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
          else if (asked === 2) socket.end('HTTP/1.1 20');
        }),
      ),
    );
    const http = newHttp();
    expect(await textOf(await http.open(get(server.url)))).toBe('ok');
    expect(await failureOf(http.open(get(server.url)))).toMatchObject({ sent: true });
    expect(await failureOf(http.open(get(server.url, { timeouts: { connect: 2000, headers: 50, idle: 50 } })))).toMatchObject({ sent: true, code: 'TIMEOUT' });
    expect(asked).toBe(3);
  });

  it('one that the server keeps for two seconds or less is not kept', async () => {
    const server = await started(serveHttp((_request, response) => response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=2' }).end('ok')));
    const http = newHttp();
    for (let round = 0; round < 2; round += 1) await textOf(await http.open(get(server.url)));
    expect(server.connections()).toBe(2);
  });

  /** After one answer, the server says something on the connection, which is idle then. Resolves once that connection is closed. */
  async function afterUnasked(words: string) {
    const talking = Promise.withResolvers<Socket>();
    const server = await started(
      serveSocket((socket) =>
        socket.on('data', () => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
          talking.resolve(socket);
        }),
      ),
    );
    const http = newHttp();
    const ask = async (): Promise<string> => textOf(await http.open(get(server.url)));
    expect(await ask()).toBe('ok');
    const socket = await talking.promise;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(words);
    await closed;
    return { ask, server };
  }

  it('an idle one on which the server speaks unasked is not used, and its words reach no request', async () => {
    const { ask, server } = await afterUnasked('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwrong');
    expect(await ask()).toBe('ok');
    expect(server.connections()).toBe(2);
  });

  it('an idle one that the server ends with 408 costs its origin nothing: later GETs share connections', async () => {
    const { ask, server } = await afterUnasked('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    for (let round = 0; round < 3; round += 1) expect(await ask()).toBe('ok');
    expect(server.connections()).toBe(2);
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
