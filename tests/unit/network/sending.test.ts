import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answering, failureOf, get, post, quick, textOf, useHttpRig } from '../../support/http-rig.ts';
import { localhostCertificate, serveHttp, serveHttps, serveSocket, unusedPort } from '../../support/local-server.ts';

const { newHttp, started } = useHttpRig();

describe('before anything is sent', () => {
  it('refused: not sent', async () => {
    const url = `http://127.0.0.1:${await unusedPort()}/v1/images/generations`;
    expect(await failureOf(newHttp().open(post(url)))).toMatchObject({ sent: false, code: 'ECONNREFUSED' });
    expect(await failureOf(newHttp().open(get(url)))).toMatchObject({ sent: false, code: 'ECONNREFUSED' });
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('a name that is not found (%s): not sent', async (code) => {
    const http = newHttp({ lookup: (_name, _options, done) => done(Object.assign(new Error(code), { code }), []) });
    expect(await failureOf(http.open(post('https://no.such.example/')))).toMatchObject({ sent: false, code });
  });

  it('a self-signed certificate: not sent, and no byte of the request arrives', async () => {
    const heard: string[] = [];
    const server = await started(serveHttps((request, response) => response.end(String(heard.push(request.url ?? '')))));
    expect(await failureOf(newHttp().open(post(server.url)))).toMatchObject({ sent: false, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(heard).toEqual([]);
    expect((await newHttp({ certificates: [localhostCertificate] }).open(post(server.url))).status).toBe(200);
    expect(heard).toEqual(['/']);
  });

  it('a certificate for another name: not sent', async () => {
    const server = await started(serveHttps((_request, response) => response.end()));
    const http = newHttp({ certificates: [localhostCertificate], ...answering('127.0.0.1') });
    const failure = await failureOf(http.open(post(`https://other.example:${server.port}/`)));
    expect(failure).toMatchObject({ sent: false, code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('a connection that is made while Latent closes all of them: not sent', async () => {
    const heard: string[] = [];
    const server = await started(serveHttp((request, response) => response.end(String(heard.push(request.url ?? '')))));
    const { lookup } = answering('127.0.0.1');
    const http = newHttp({
      lookup: (name, options, done) => {
        void http.close();
        lookup?.(name, options, done);
      },
    });
    expect(await failureOf(http.open(post(`http://other.example:${server.port}/`)))).toMatchObject({ sent: false });
    expect(heard).toEqual([]);
  });

  it('a server that never completes the handshake: not sent, at the connect timeout', async () => {
    const server = await started(serveSocket(() => undefined));
    const request = post(`https://127.0.0.1:${server.port}/`, { timeouts: { ...quick, connect: 150 } });
    expect(await failureOf(newHttp().open(request))).toMatchObject({ sent: false, code: 'TIMEOUT' });
  });

  it('a server that hangs up during the handshake: not sent, one connection', async () => {
    const server = await started(serveSocket((socket) => socket.destroy()));
    expect(await failureOf(newHttp().open(post(`https://127.0.0.1:${server.port}/`)))).toMatchObject({ sent: false });
    await sleep(50);
    expect(server.connections()).toBe(1);
  });

  it.each(['nonsense', 'ftp://127.0.0.1/', 'http://', 'http://user:secret@127.0.0.1/'])(
    'an address that is none (%s): not sent',
    async (url) => {
      expect(await failureOf(newHttp().open(post(url)))).toMatchObject({ sent: false });
    },
  );

  it('a header that cannot be encoded: not sent', async () => {
    const server = await started(serveHttp((_request, response) => response.end()));
    const failure = await failureOf(newHttp().open(post(server.url, { headers: { authorization: 'Bearer a\nb' } })));
    expect(failure.sent).toBe(false);
  });

  it('aborted before: not sent, no connection', async () => {
    const server = await started(serveHttp((_request, response) => response.end()));
    const failure = await failureOf(newHttp().open(post(server.url, { signal: AbortSignal.abort() })));
    expect(failure).toMatchObject({ sent: false, code: 'ABORTED' });
    expect(server.connections()).toBe(0);
  });
});

describe('after a connection was made', () => {
  it('reset, 300 times: sent, and the server gets each POST once', async () => {
    let posts = 0;
    const server = await started(
      serveHttp((request) => {
        posts += 1;
        request.socket.resetAndDestroy();
      }),
    );
    const http = newHttp();
    for (let round = 0; round < 300; round += 1) {
      expect(await failureOf(http.open(post(server.url)))).toMatchObject({ sent: true, code: 'ECONNRESET' });
    }
    expect(posts).toBe(300);
    expect(server.connections()).toBe(300);
  });

  it('closed without an answer, at once or after reading: sent, one connection', async () => {
    for (const talk of ['at once', 'after reading'] as const) {
      const server = await started(
        serveSocket((socket) => {
          if (talk === 'at once') socket.end();
          else socket.once('data', () => socket.end());
        }),
      );
      expect(await failureOf(newHttp().open(post(server.url)))).toMatchObject({ sent: true });
      await sleep(50);
      expect(server.connections()).toBe(1);
    }
  });

  it.each([
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'nonsense\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: x\r\n',
  ])('an answer that is not valid HTTP (%j): sent, one connection', async (answer) => {
    const server = await started(serveSocket((socket) => socket.once('data', () => socket.end(answer))));
    expect(await failureOf(newHttp().open(post(server.url)))).toMatchObject({ sent: true });
    await sleep(50);
    expect(server.connections()).toBe(1);
  });

  it('no headers in time: sent', async () => {
    const server = await started(serveHttp(() => undefined));
    const request = post(server.url, { timeouts: { ...quick, headers: 200 } });
    expect(await failureOf(newHttp().open(request))).toMatchObject({ sent: true, code: 'TIMEOUT' });
  });

  it('aborted while waiting: sent', async () => {
    const server = await started(serveHttp(() => undefined));
    const abort = new AbortController();
    const failing = failureOf(newHttp().open(post(server.url, { signal: abort.signal })));
    await sleep(100);
    abort.abort();
    expect(await failing).toMatchObject({ sent: true, code: 'ABORTED' });
  });

  it('a body that stalls ends at the idle timeout', async () => {
    const server = await started(serveHttp((_request, response) => void response.writeHead(200).write('half')));
    const reply = await newHttp().open(get(server.url, { timeouts: { ...quick, idle: 150 } }));
    expect(await failureOf(textOf(reply))).toMatchObject({ sent: true, code: 'TIMEOUT' });
  });

  it('a body whose pieces come within the idle timeout arrives whole, however long it takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answered = Promise.withResolvers<ServerResponse>();
    const server = await started(
      serveHttp((_request, response) => {
        response.flushHeaders();
        answered.resolve(response);
      }),
    );
    const reply = await newHttp().open(get(server.url, { timeouts: { ...quick, idle: 250 } }));
    const response = await answered.promise;
    const body = reply.body[Symbol.asyncIterator]();
    for (const piece of 'abcdef') {
      response.write(piece);
      const { value } = await body.next();
      expect(Buffer.from(value as Uint8Array).toString()).toBe(piece);
      vi.advanceTimersByTime(200);
    }
    response.end();
    expect((await body.next()).done).toBe(true);
  });

  it('a slow reader does not count as a slow server', async () => {
    const server = await started(serveHttp((_request, response) => response.end(Buffer.alloc(4 << 20, 'x'))));
    const reply = await newHttp().open(get(server.url, { timeouts: { ...quick, idle: 100 } }));
    let bytes = 0;
    for await (const chunk of reply.body) {
      if (bytes === 0) await sleep(300);
      bytes += chunk.length;
    }
    expect(bytes).toBe(4 << 20);
  });

  it.each([
    ['shorter than announced', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
    ['chunks without an end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('a body that is %s fails', async (_name, answer) => {
    const server = await started(serveSocket((socket) => socket.once('data', () => socket.end(answer))));
    const reply = await newHttp().open(get(server.url));
    expect(await failureOf(textOf(reply))).toMatchObject({ sent: true });
  });

  it('an answer that comes before the whole request was sent is read, though the server resets the connection afterwards', async () => {
    const server = await started(
      serveSocket((socket) =>
        socket.once('data', () => {
          socket.pause();
          socket.write('HTTP/1.1 413 Content Too Large\r\ncontent-length: 20\r\n\r\n{"error":"too large"}'.slice(0, -1), () => socket.resetAndDestroy());
        }),
      ),
    );
    const body = Buffer.alloc(32 << 20, 'x');
    for (let round = 0; round < 20; round += 1) {
      const reply = await newHttp().open(post(server.url, { body }));
      expect(reply.status).toBe(413);
      expect(await textOf(reply)).toBe('{"error":"too large"');
    }
  });
});
