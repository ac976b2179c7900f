import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failureOf, get, post, textOf, useHttpRig } from '../../support/http-rig.ts';
import { serveHttp, serveSocket } from '../../support/local-server.ts';

const { newHttp, started } = useHttpRig();

describe('answers', () => {
  it('have a status, lower-case headers with repeated ones joined, and a body', async () => {
    const server = await started(
      serveHttp((_request, response) => {
        response.writeHead(
          418,
          [
            ['X-Two', 'a'],
            ['X-Two', 'b'],
            ['__proto__', 'c'],
            ['Retry-After', '5'],
          ].flat(),
        );
        response.end('tea');
      }),
    );
    const reply = await newHttp().open(get(server.url));
    expect(reply.status).toBe(418);
    expect(reply.headers).toMatchObject({ 'x-two': 'a, b', 'retry-after': '5' });
    expect(({} as Record<string, unknown>)['c']).toBeUndefined();
    expect(await textOf(reply)).toBe('tea');
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is an answer, never followed', async (status) => {
    const seen: string[] = [];
    const server = await started(
      serveHttp((request, response) => {
        seen.push(`${request.method} ${request.url}`);
        response.writeHead(status, { location: '/elsewhere' }).end();
      }),
    );
    const http = newHttp();
    expect((await http.open(post(`${server.url}/here`))).status).toBe(status);
    expect((await http.open(get(`${server.url}/here`))).status).toBe(status);
    expect(seen).toEqual(['POST /here', 'GET /here']);
  });

  it('early hints are skipped', async () => {
    const server = await started(
      serveSocket((socket) =>
        socket.once('data', () =>
          socket.end('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
        ),
      ),
    );
    const reply = await newHttp().open(post(server.url));
    expect([reply.status, await textOf(reply)]).toEqual([200, 'ok']);
  });

  it('the path reaches the server unchanged', async () => {
    const seen: (string | undefined)[] = [];
    const server = await started(serveHttp((request, response) => response.end(String(seen.push(request.url)))));
    const paths = ['/v1/tasks/%2E%2E', '/v1/tasks/..%2F..', '/v1/tasks/%0A', '/v1/tasks/a?b=c', '/v1/../x', '?only=query'];
    for (const path of paths) await textOf(await newHttp().open(get(`${server.url}${path}`)));
    expect(seen).toEqual([...paths.slice(0, -1), '/?only=query']);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['gzip, br', (data: Buffer) => brotliCompressSync(gzipSync(data))],
    ['identity', (data: Buffer) => data],
  ])('a body in %s is decoded', async (encoding, encode) => {
    const text = 'the quick brown fox '.repeat(5000);
    const server = await started(
      serveHttp((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(encode(Buffer.from(text)))),
    );
    expect(await textOf(await newHttp().open(get(server.url)))).toBe(text);
  });

  it('a body in an unknown encoding is not changed, nor one that does not fit its encoding; an empty one is empty', async () => {
    const bodies: Record<string, readonly [string, Buffer, string]> = {
      '/unknown': ['lzma', Buffer.from('as it is'), 'as it is'],
      '/empty': ['gzip', Buffer.alloc(0), ''],
      '/empty-deflate': ['deflate', Buffer.alloc(0), ''],
      '/plain': ['gzip', Buffer.from('this was never compressed'), 'this was never compressed'],
    };
    const server = await started(
      serveHttp((request, response) => {
        const [coding, body] = bodies[request.url ?? ''] ?? ['', Buffer.alloc(0)];
        response.writeHead(200, { 'content-encoding': coding }).end(body);
      }),
    );
    const http = newHttp();
    for (const [path, [, , text]] of Object.entries(bodies)) expect(await textOf(await http.open(get(`${server.url}${path}`)))).toBe(text);
  });

  const words = Buffer.from(Array.from({ length: 3000 }, (_, index) => `word ${(index * 7919) % 10_007} `).join(''));
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('what can be read of a damaged body in %s is read', async (coding, encode) => {
    const body = encode(words);
    const damaged = Buffer.concat([body.subarray(0, 9000), Buffer.alloc(3000, 0xff), body.subarray(12_000)]);
    const server = await started(serveHttp((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(damaged)));
    const reply = await newHttp().open(get(server.url));
    const chunks: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of reply.body) chunks.push(chunk);
    })();
    // Not every decoder notices it.
    await reading.catch(() => undefined);
    const text = Buffer.concat(chunks);
    expect(text.length).toBeGreaterThan(8000);
    expect(text.subarray(0, 8000)).toEqual(words.subarray(0, 8000));
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('what arrived of a body in %s before the connection ended is decoded', async (coding, encode) => {
    const body = encode(words);
    const server = await started(
      serveSocket((socket) =>
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`);
          socket.end(body.subarray(0, body.length - 100));
        }),
      ),
    );
    const reply = await newHttp().open(get(server.url));
    const chunks: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of reply.body) chunks.push(chunk);
    })();
    expect(await failureOf(reading)).toMatchObject({ sent: true, code: 'ECONNRESET' });
    expect(Buffer.concat(chunks).length).toBeGreaterThan(words.length - 2000);
  });

  it('a compression bomb is inflated only as far as it is read, and the transfer ends when reading stops', async () => {
    const bomb = gzipSync(Buffer.alloc(256 << 20));
    let closed: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (closed = resolve));
    const server = await started(
      serveHttp((_request, response) => {
        response.on('close', closed);
        response.writeHead(200, { 'content-encoding': 'gzip' });
        // Open-ended, so that only the reader can end it.
        response.write(bomb);
      }),
    );
    const before = process.memoryUsage().rss;
    let bytes = 0;
    for await (const chunk of (await newHttp().open(get(server.url))).body) {
      bytes += chunk.length;
      if (bytes > 4 << 20) break;
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20);
    await ended;
  });

  it('a body can be cancelled before anybody reads it', async () => {
    let closed: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (closed = resolve));
    const server = await started(serveHttp((_request, response) => void response.on('close', closed).writeHead(200).write('x')));
    const reply = await newHttp().open(get(server.url));
    await reply.body[Symbol.asyncIterator]().return?.();
    await ended;
  });
});

describe('a body that fails before anybody reads it', () => {
  it.each(['', 'gzip', 'deflate', 'br', 'gzip, br'])('rejects the first read (%j)', async (encoding) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: 10\r\n${encoding === '' ? '' : `content-encoding: ${encoding}\r\n`}\r\n`;
    for (const part of ['', 'half']) {
      const server = await started(serveSocket((socket) => socket.once('data', () => socket.end(head + part))));
      const reply = await newHttp().open(get(server.url));
      await sleep(50);
      expect(await failureOf(textOf(reply))).toMatchObject({ sent: true });
    }
  });
});
