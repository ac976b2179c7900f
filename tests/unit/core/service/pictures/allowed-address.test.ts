import { describe, expect, it } from 'vitest';
import { createImageDownloads } from '../../../../../electron/core/library/download-to-library.ts';
import type { HttpReply, HttpRequest } from '../../../../../electron/core/http/http-client.ts';
import { bodyOf, useDownloadRig } from '../../../../support/download-rig.ts';
import { serveHttp, serveSocket } from '../../../../support/local-server.ts';
import { samplePicture } from '../../../../support/sample-pictures.ts';

const png = samplePicture('png').bytes;

const rig = useDownloadRig();

describe('addresses', () => {
  const service = 'https://api.example.com';
  const forbidden = [
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'ftp://example.com/1.png',
    'javascript:alert(1)',
    'blob:https://x/1',
    'about:blank',
    'http://images.example.com/1.png',
    'https://user:pass@images.example.com/1.png',
    'https://user@images.example.com/1.png',
    'https://127.0.0.1/1.png',
    'https://127.1/1.png',
    'https://2130706433/1.png',
    'https://0x7f.0.0.1/1.png',
    'https://0177.0.0.1/1.png',
    'https://localhost/1.png',
    'https://localhost./1.png',
    'https://LOCALHOST/1.png',
    'https://a.localhost/1.png',
    'https://[::1]/1.png',
    'https://[::ffff:127.0.0.1]/1.png',
    'https://[::ffff:7f00:1]/1.png',
    'https://[::]/1.png',
    'https://[64:ff9b::7f00:1]/1.png',
    'https://0.0.0.0/1.png',
    'https://10.0.0.1/1.png',
    'https://10.255.255.255/1.png',
    'https://172.16.0.1/1.png',
    'https://172.31.255.255/1.png',
    'https://192.168.0.1/1.png',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/1.png',
    'https://100.127.255.255/1.png',
    'https://224.0.0.1/1.png',
    'https://255.255.255.255/1.png',
    'https://[fe80::1]/1.png',
    'https://[fc00::1]/1.png',
    'https://[fd12:3456::1]/1.png',
    'https://[ff02::1]/1.png',
    'https://[2002:7f00:1::]/1.png',
    'https://',
    'https://exa mple/1.png',
    `https://example.com/${'x'.repeat(20_000)}`,
  ];

  it.each(forbidden)('%s is refused for a service on the internet, before a connection is made', async (url) => {
    const http = { open: () => Promise.reject(new Error('A connection was made.')) };
    const downloads = createImageDownloads({ http, library: { root: () => rig.root }, clock: { now: () => 0 } });
    expect(await downloads.download(rig.request(url, { baseUrl: service }))).toMatchObject({
      kind: 'refused',
      why: 'address-not-allowed',
    });
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1', '64:ff9b::a00:1', '::7f00:1'])(
    'a name that leads to %s is refused when it is connected to',
    async (address) => {
      const downloads = rig.downloads({
        lookup: (_name, _options, done) => done(null, [{ address, family: address.includes(':') ? 6 : 4 }]),
      });
      const outcome = await downloads.download(
        rig.request(`https://images.example.com:${rig.server.port}/1`, { baseUrl: service }),
      );
      expect(outcome).toEqual({ kind: 'refused', why: 'address-not-allowed', detail: 'ADDRESS_REFUSED' });
      expect(rig.seen).toEqual([]);
    },
  );

  it('a service on this computer may have pictures on this computer, but not in the local network', async () => {
    rig.serve = bodyOf(png);
    expect(
      await rig.downloads().download(rig.request(`http://localhost:${rig.server.port}/1`, { baseUrl: 'http://127.0.0.1:9' })),
    ).toMatchObject({ kind: 'kept' });
    for (const url of ['http://192.168.1.1/1', 'http://10.0.0.1/1', 'http://169.254.169.254/']) {
      expect(await rig.downloads().download(rig.request(url))).toMatchObject({ kind: 'refused', why: 'address-not-allowed' });
    }
  });

  it('redirects: five are followed, the sixth is trouble of the host', async () => {
    rig.serve = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end(png);
      else response.writeHead([301, 302, 303, 307, 308][left % 5] ?? 302, { location: `/${left - 1}` }).end();
    };
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/5`))).toMatchObject({ kind: 'kept' });
    rig.seen = [];
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/6`))).toEqual({
      kind: 'trouble',
      detail: `HTTP 302 127.0.0.1:${rig.server.port}`,
      retryAfterMs: null,
    });
    expect(rig.seen).toHaveLength(6);
  });

  it('redirects: a host gets back the cookies that it gave on the way, and nobody else does', async () => {
    const cookies: (string | undefined)[] = [];
    const other = await serveHttp((request, response) => {
      cookies.push(request.headers['cookie']);
      response.writeHead(302, { location: `${rig.server.url}/end` }).end();
    });
    rig.serve = ({ url, headers }, response) => {
      cookies.push(headers['cookie']);
      if (url === '/end') response.end(png);
      else if (headers['cookie'] === undefined) response.writeHead(302, { location: '/1', 'set-cookie': ['sid=a=b; Expires=Thu, 01 Jan 2099 00:00:00 GMT; Path=/', 'seen=1'] }).end();
      else response.writeHead(302, { location: `${other.url}/2`, 'set-cookie': 'seen=2; Secure' }).end();
    };
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'kept' });
    expect(cookies).toEqual([undefined, 'sid=a=b; seen=1', undefined, 'sid=a=b; seen=2']);
    cookies.length = 0;
    await rig.downloads().download(rig.request(`${rig.server.url}/1`));
    expect(cookies[0]).toBeUndefined();
    await other.stop();
  });

  it('a query is asked for as it was written, because a signature is made over it', async () => {
    const query = `?X-Amz-Credential=AK%2F2026%2Fs3&X-Amz-Signature=a+b%2Bc%2f&x='q'&y=%27~(1)*;,@:!$|^{}[]&z=%20&&w==`;
    const path = '/a%40b/c%2Fd%7E/e+f/%E2%82%AC';
    rig.serve = ({ url }, response) => (url === '/redirected' ? response.writeHead(302, { location: path + query }).end() : response.end(png));
    for (const address of [path + query, `${rig.server.url}${path}${query}#page`, '/redirected']) await rig.downloads().download(rig.request(address));
    expect(rig.seen.map((request) => request.path)).toEqual([path + query, path + query, '/redirected', path + query]);
  });

  it.each([
    ['raw UTF-8', '/files/x/caf\xc3\xa9.png', '/files/x/caf%C3%A9.png'],
    ['a raw byte of another encoding', '/caf\xe9.png', '/caf%E9.png'],
    ['what is encoded already', '/caf%C3%A9%20.png', '/caf%C3%A9%20.png'],
    ['a blank', '/a fox.png', '/a%20fox.png'],
    ['a fragment', '/fox.png#page', '/fox.png'],
    ['a lone percent sign', '/100%.png', '/100%.png'],
    ['a backslash', '/a\\fox.png', '/a/fox.png'],
    ['no beginning', 'fox.png', '/1/fox.png'],
    ['only a query', '?part=2', '/1/2?part=2'],
    ['no scheme', '//HOST/fox.png', '/fox.png'],
    ['a scheme in capitals', 'HTTP://HOST/fox.png', '/fox.png'],
    ['itself twice', 'http://HOST/fox.png, http://HOST/fox.png', '/fox.png'],
    ['itself twice, without a host', '/fox.png, /fox.png', '/fox.png'],
    ['a comma', '/a,b, c.png', '/a,b,%20c.png'],
  ])('redirects: an address with %s is understood', async (_name, location, at) => {
    const asked: string[] = [];
    const open = ({ url }: HttpRequest): Promise<HttpReply> => {
      asked.push(url);
      const headers = asked.length === 1 ? { location: location.replaceAll('HOST', '127.0.0.1:9') } : {};
      return Promise.resolve({ status: asked.length === 1 ? 302 : 404, headers, body: (async function* () {})() });
    };
    const downloads = createImageDownloads({ http: { open }, library: { root: () => rig.root }, clock: { now: () => 0 } });
    await downloads.download(rig.request('http://127.0.0.1:9/1/2', { baseUrl: 'http://127.0.0.1:9' }));
    expect(asked).toEqual(['http://127.0.0.1:9/1/2', `http://127.0.0.1:9${at}`]);
  });

  it('redirects: raw UTF-8 and two headers, as they come over the wire', async () => {
    const paths: string[] = [];
    const redirecting = await serveSocket((socket) =>
      socket.once('data', (request) => {
        paths.push(request.toString('latin1').split(' ')[1] ?? '');
        const head = paths.length === 1 ? '302 Found\r\nLocation: /files/x/café.png\r\nLocation: /files/x/café.png\r\nContent-Length: 0' : `200 OK\r\nContent-Length: ${png.length}`;
        socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n`), paths.length === 1 ? Buffer.alloc(0) : png]));
      }),
    );
    expect(await rig.downloads().download(rig.request(`${redirecting.url}/1`))).toMatchObject({ kind: 'kept' });
    expect(paths).toEqual(['/1', '/files/x/caf%C3%A9.png']);
    await redirecting.stop();
  });

  it.each([
    ['a blank', '/a fox.png', '/a%20fox.png'],
    ['raw UTF-8', '/café.png', '/caf%C3%A9.png'],
    ['a lone percent sign', '/100%.png?x=5%', '/100%.png?x=5%'],
    ['a backslash', '\\a\\fox.png', '/a/fox.png'],
    ['blanks around it', ' /fox.png\n', '/fox.png'],
  ])('an address with %s is asked for', async (_name, address, at) => {
    rig.serve = bodyOf(png);
    expect(await rig.downloads().download(rig.request(address))).toMatchObject({ kind: 'kept' });
    expect(rig.seen.map((request) => request.path)).toEqual([at]);
  });

  it('redirects: each address is checked', async () => {
    for (const location of ['file:///etc/passwd', 'http://10.0.0.1/', 'http://user:x@localhost/', 'gopher://x/']) {
      rig.serve = (_request, response) => response.writeHead(302, { location }).end();
      expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({
        kind: 'refused',
        why: 'address-not-allowed',
      });
    }
  });

  it('redirects: with a service on the internet every step stays there', async () => {
    const asked: (readonly [string, string | undefined])[] = [];
    const steps = new Map([
      ['https://cdn.example.com/1', 'https://inner.example.com/2'],
      ['https://inner.example.com/2', '/3'],
      ['https://inner.example.com/3', 'https://127.0.0.1/4'],
    ]);
    const open = ({ url, reach }: HttpRequest): Promise<HttpReply> => {
      asked.push([url, reach]);
      return Promise.resolve({ status: 302, headers: { location: steps.get(url) ?? '' }, body: (async function* () {})() });
    };
    const downloads = createImageDownloads({ http: { open }, library: { root: () => rig.root }, clock: { now: () => 0 } });
    const outcome = await downloads.download(rig.request('https://cdn.example.com/1', { baseUrl: service }));
    expect(outcome).toEqual({ kind: 'refused', why: 'address-not-allowed', detail: '127.0.0.1' });
    expect(asked).toEqual([...steps.keys()].map((url) => [url, 'public']));
  });
});
