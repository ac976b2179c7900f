import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ImageFile } from '../../../../shared/task.ts';
import { createImageDownloads } from '../../../../electron/core/library/download-to-library.ts';
import { sha256 } from '../../../support/bytes.ts';
import { bodyOf, savedAt, useDownloadRig, type Serve } from '../../../support/download-rig.ts';
import { unusedPort } from '../../../support/local-server.ts';
import { paddedPng, sampleHeight, samplePicture, samplePictures, sampleWidth } from '../../../support/sample-pictures.ts';

const folder = path.join('2026', '2026-11');
const png = samplePicture('png').bytes;
const large = paddedPng(3_000_000);

const rig = useDownloadRig();

describe('a picture that arrives', () => {
  it.each(samplePictures)('$name: is in its folder byte for byte, with all its facts', async ({ type, bytes }) => {
    rig.serve = bodyOf(bytes, { 'content-type': 'application/octet-stream' });
    const outcome = await rig.downloads().download(rig.request(`${rig.server.url}/x.exe`));
    const extension = type === 'jpeg' ? 'jpg' : type;
    expect(outcome).toEqual({
      kind: 'kept',
      file: {
        path: `2026/2026-11/2026-11-21 14.03.22 a red fox in snow.${extension}`,
        type,
        width: sampleWidth,
        height: sampleHeight,
        bytes: bytes.length,
        sha256: sha256(bytes),
        savedAt,
      },
    });
    expect(await readFile(rig.pathOf(outcome))).toEqual(bytes);
    expect(await rig.files()).toHaveLength(1);
  });

  it('is told when its file is in its place', async () => {
    rig.serve = bodyOf(large);
    const placed: [ImageFile, readonly string[]][] = [];
    const here = (): readonly string[] => readdirSync(path.join(rig.root, folder));
    const outcome = await rig.downloads().download(rig.request(`${rig.server.url}/1`, { placed: (file) => placed.push([file, here()]) }));
    const file = outcome.kind === 'kept' ? outcome.file : null;
    expect(placed).toEqual([[file, [path.basename(file?.path ?? '')]]]);
  });

  it('a large one, in chunks and slowly', async () => {
    rig.serve = (_request, response) => {
      for (let at = 0; at < large.length; at += 100_000) response.write(large.subarray(at, at + 100_000));
      response.end();
    };
    const outcome = await rig.downloads().download(rig.request(`${rig.server.url}/1`));
    expect(await readFile(rig.pathOf(outcome))).toEqual(large);
    expect(outcome).toMatchObject({ file: { sha256: sha256(large), bytes: large.length } });
  });

  it('compressed on the way', async () => {
    rig.serve = bodyOf(gzipSync(large), { 'content-encoding': 'gzip' });
    expect(await readFile(rig.pathOf(await rig.downloads().download(rig.request(`${rig.server.url}/1`))))).toEqual(large);
  });

  it('in the answer itself', async () => {
    const base64 = png.toString('base64');
    for (const [index, text] of [base64, `data:image/png;base64,${base64}`, `data:image/png;base64,${encodeURIComponent(base64)}`].entries()) {
      const outcome = await rig.downloads().download(rig.request('', { image: { kind: 'inline', base64: text }, index }));
      expect(await readFile(rig.pathOf(outcome))).toEqual(png);
    }
    expect(await rig.downloads().download(rig.request('', { image: { kind: 'inline', base64: '%%%' } }))).toMatchObject({ kind: 'error-page' });
  });

  it('at an address relative to the service', async () => {
    rig.serve = bodyOf(png);
    expect(await rig.downloads().download(rig.request('/files/1.png?x=1#y'))).toMatchObject({ kind: 'kept' });
    expect(rig.seen.map((request) => request.path)).toEqual(['/files/1.png?x=1']);
  });

  it('asks without the key, uncompressed', async () => {
    rig.serve = bodyOf(png);
    await rig.downloads().download(rig.request(`${rig.server.url}/1`));
    expect(rig.seen[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
    expect(rig.seen[0]?.headers).not.toHaveProperty('authorization');
    expect(rig.seen[0]?.headers).not.toHaveProperty('cookie');
  });

  it('never replaces another file, but takes the next number', async () => {
    rig.serve = bodyOf(png);
    const downloads = rig.downloads();
    const tasks = Array.from({ length: 5 }, (_, task) => `${task}1111111-1111-4111-8111-111111111111`);
    await mkdir(path.join(rig.root, folder), { recursive: true });
    await writeFile(path.join(rig.root, folder, '2026-11-21 14.03.22 a red fox in snow 2.png'), 'mine');
    await Promise.all(tasks.map((taskId) => downloads.download(rig.request(`${rig.server.url}/1`, { taskId }))));
    const names = (await rig.files()).map((name) => name.slice('2026/2026-11/2026-11-21 14.03.22 a red fox in snow'.length));
    expect(names.sort()).toEqual([' 2.png', ' 3.png', ' 4.png', ' 5.png', ' 6.png', '.png']);
    expect(await readFile(path.join(rig.root, folder, '2026-11-21 14.03.22 a red fox in snow 2.png'), 'utf8')).toBe('mine');
  });

  it('numbers the pictures of one task', async () => {
    rig.serve = bodyOf(png);
    const downloads = rig.downloads();
    const outcomes = await Promise.all(
      [0, 1, 2].map((index) => downloads.download(rig.request(`${rig.server.url}/1`, { index }))),
    );
    expect(outcomes.map((outcome) => rig.pathOf(outcome).slice(-10))).toEqual([
      ' snow.png'.padStart(10, 'n'),
      'snow 2.png',
      'snow 3.png',
    ]);
  });

  it('numbers a picture that was found outside the known places like the first one that is free', async () => {
    rig.serve = bodyOf(png);
    const outcome = await rig.downloads().download(rig.request(`${rig.server.url}/1`, { index: 57_342 }));
    expect(rig.pathOf(outcome)).toMatch(/ a red fox in snow\.png$/);
  });

  it('requested twice at once, is downloaded once', async () => {
    rig.serve = bodyOf(png);
    const downloads = rig.downloads();
    const outcomes = await Promise.all([1, 2, 3].map(() => downloads.download(rig.request(`${rig.server.url}/1`))));
    expect(outcomes.every(({ kind }) => kind === 'kept')).toBe(true);
    expect(rig.seen).toHaveLength(1);
    expect(await rig.files()).toHaveLength(1);
  });
});

describe('a file that Latent cannot show', () => {
  it.each([
    ['svg', '<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/png'],
    ['tiff', 'II*\0\x08\0\0\0', 'image/tiff'],
    ['pdf', '%PDF-1.7\n', 'application/pdf'],
    ['mp4', '\0\0\0\x18ftypisom\0\0\0\0isomavc1', 'video/mp4'],
    ['zip', 'PK\x03\x04\x14\0', 'text/html'],
    ['bin', '\x7fELF\x02\x01\x01', 'image/jpeg'],
    ['bin', '\0'.repeat(10 << 20), 'image/webp'],
  ])('is kept byte for byte with its own extension: %s', async (type, body, contentType) => {
    const bytes = Buffer.from(body, 'latin1');
    rig.serve = bodyOf(bytes, { 'content-type': contentType });
    const outcome = await rig.downloads().download(rig.request(`${rig.server.url}/1.png`));
    expect(outcome).toEqual({
      kind: 'kept',
      file: { path: `2026/2026-11/2026-11-21 14.03.22 a red fox in snow.${type}`, type, width: 1, height: 1, bytes: bytes.length, sha256: sha256(bytes), savedAt },
    });
    expect(await readFile(rig.pathOf(outcome))).toEqual(bytes);
  });

  it.each([
    ['a page', '<!doctype html><title>Sign in</title>', 'image/png'],
    ['a long page', `<html>${'<p>Sign in</p>'.repeat(1_000)}`, 'image/png'],
    ['JSON', '{"error":"expired"}', 'application/json'],
    ['an XML error', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'application/xml'],
    ['a sentence', 'Not found', 'image/png'],
    ['nothing', '', 'image/png'],
  ])('is not kept if it is an error page: %s', async (_name, body, type) => {
    rig.serve = bodyOf(Buffer.from(body), { 'content-type': type });
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1.png`))).toEqual({ kind: 'error-page', detail: type });
    expect(await rig.files()).toEqual([]);
  });
});

describe('a whole delivery that a decoder may not like', () => {
  const jpeg = samplePicture('jpeg').bytes;
  const noSize = Buffer.concat([png.subarray(0, 16), Buffer.alloc(8), png.subarray(24)]);

  it.each(samplePictures)('is kept byte for byte after it was asked for once more: $name without its end', async ({ type, bytes }) => {
    const cut = bytes.subarray(0, bytes.length - 3);
    rig.serve = bodyOf(cut);
    const outcome = await rig.downloads().download(rig.request(`${rig.server.url}/1`));
    expect(outcome).toMatchObject({ kind: 'kept', file: { type, width: sampleWidth, height: sampleHeight, bytes: cut.length, sha256: sha256(cut) } });
    expect(await readFile(rig.pathOf(outcome))).toEqual(cut);
    expect(rig.seen).toHaveLength(2);
    expect(await rig.files()).toHaveLength(1);
  });

  it.each([
    ['the sound one, though it is shorter', Buffer.concat([png.subarray(0, -12), Buffer.alloc(100)]), bodyOf(png), png],
    ['the longer one', jpeg.subarray(0, -20), bodyOf(jpeg.subarray(0, -2)), jpeg.subarray(0, -2)],
    ['the first, if it is longer', jpeg.subarray(0, -2), bodyOf(jpeg.subarray(0, -20)), jpeg.subarray(0, -2)],
    ['the first, if the address is gone', jpeg.subarray(0, -2), (_request, response) => response.writeHead(404).end(), jpeg.subarray(0, -2)],
    ['the first, if a page follows', jpeg.subarray(0, -2), bodyOf(Buffer.from('<html>')), jpeg.subarray(0, -2)],
    ['the first, if the connection breaks', jpeg.subarray(0, -2), (request) => request.socket.destroy(), jpeg.subarray(0, -2)],
    ['the first, if the second breaks off', jpeg.subarray(0, -2), (request, response) => response.writeHead(200, { 'content-length': 500, etag: '"1"' }).write(jpeg.subarray(0, 300), () => request.socket.destroy()), jpeg.subarray(0, -2)],
  ] satisfies [string, Buffer, Serve, Buffer][])('of two deliveries, %s is kept', async (_name, first, then, better) => {
    rig.serve = (request, response) => (rig.seen.length === 1 ? response.end(first) : then(request, response));
    expect(await readFile(rig.pathOf(await rig.downloads().download(rig.request(`${rig.server.url}/1`))))).toEqual(better);
    expect(await rig.files()).toHaveLength(1);
  });

  it('is kept without being shown if its size cannot be read, because nothing would keep countless pixels from a decoder', async () => {
    rig.serve = bodyOf(noSize);
    const outcome = await rig.downloads().download(rig.request(`${rig.server.url}/1`));
    expect(outcome).toMatchObject({ kind: 'kept', file: { type: 'bin', width: 1, height: 1, sha256: sha256(noSize) } });
    expect(rig.pathOf(outcome)).toMatch(/\.bin$/);
  });

  it('is kept at once if its bytes were in the answer', async () => {
    const outcome = await rig.downloads().download(rig.request('', { image: { kind: 'inline', base64: png.subarray(0, -12).toString('base64') } }));
    expect(await readFile(rig.pathOf(outcome))).toEqual(png.subarray(0, -12));
  });

  it('is kept if it is longer or shorter than the server said, three times', async () => {
    const reply = { status: 200, headers: { 'content-length': '50' } };
    const http = { open: () => Promise.resolve({ ...reply, body: (async function* () { yield png; })() }) };
    const downloads = createImageDownloads({ http, library: { root: () => rig.root }, clock: { now: () => savedAt } });
    const outcomes = [];
    for (let tries = 0; tries < 3; tries += 1) outcomes.push(await downloads.download(rig.request(`${rig.server.url}/1`)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['trouble', 'trouble', 'kept']);
    expect(await readFile(rig.pathOf(outcomes[2] ?? { kind: 'expired' }))).toEqual(png);
  });
});

describe('what is refused, with a reason and without a file', () => {
  const endless: Serve = (_request, response) => {
    response.writeHead(200).write(png);
    const more = Buffer.alloc(64 << 10);
    const go = (): void => {
      while (!response.destroyed && response.write(more));
      response.once('drain', go);
    };
    go();
  };

  it('more than 4 GiB, with a length', async () => {
    rig.serve = (_request, response) => void response.writeHead(200, { 'content-length': 2 ** 32 + 1 }).write(png);
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toEqual({ kind: 'refused', why: 'too-large', detail: String(2 ** 32 + 1) });
    expect(await rig.files()).toEqual([]);
  });

  it('more than the limit, without a length', async () => {
    rig.serve = endless;
    expect(await rig.downloads({}, 1 << 20).download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'refused', why: 'too-large' });
    expect(await rig.files()).toEqual([]);
  });

  it('but more than 256 MiB is kept', async () => {
    const bytes = (256 << 20) + 1;
    rig.serve = (_request, response) => {
      response.writeHead(200, { 'content-length': bytes });
      const piece = Buffer.alloc(1 << 20);
      let left = bytes;
      const go = (): void => {
        while (left > 0) {
          const next = piece.subarray(0, Math.min(left, piece.length));
          left -= next.length;
          if (!response.write(next)) return void response.once('drain', go);
        }
        response.end();
      };
      go();
    };
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'kept', file: { type: 'bin', bytes } });
  });
});

describe('a picture under another status than 200', () => {
  const half = 100;
  const all = `${png.length}`;
  const partial = (headers: Readonly<Record<string, string>>, bytes: Buffer = png): Serve => (_request, response) => response.writeHead(206, headers).end(bytes);

  it.each([
    ['201', (_request, response) => response.writeHead(201).end(png)],
    ['202', (_request, response) => response.writeHead(202).end(png)],
    ['203', (_request, response) => response.writeHead(203).end(png)],
    ['206 of the whole', partial({ 'content-range': `bytes 0-${png.length - 1}/${all}` })],
    ['206 of the whole, whose length is not said', partial({ 'content-range': `bytes 0-${png.length - 1}/*` })],
    ['206 without a range', partial({})],
    ['206 of the whole, in chunks', (_request, response) => void response.writeHead(206, { 'content-range': `bytes 0-${png.length - 1}/${all}` }).write(png, () => response.end())],
  ] satisfies [string, Serve][])('%s is taken', async (_name, serve) => {
    rig.serve = serve;
    expect(await readFile(rig.pathOf(await rig.downloads().download(rig.request(`${rig.server.url}/1`))))).toEqual(png);
    expect(rig.seen).toHaveLength(1);
  });

  it('202 with a page is no picture yet', async () => {
    rig.serve = (_request, response) => response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"pending"}');
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toEqual({ kind: 'error-page', detail: 'application/json' });
  });

  it('206 of a part is continued with what follows, as long as more comes', async () => {
    rig.serve = (request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const part = png.subarray(from, from + half);
      response.writeHead(206, { etag: '"1"', 'content-range': `bytes ${from}-${from + part.length - 1}/${all}` }).end(part);
    };
    expect(await readFile(rig.pathOf(await rig.downloads().download(rig.request(`${rig.server.url}/1`))))).toEqual(png);
    expect(rig.seen.map(({ headers }) => headers.range)).toEqual([undefined, ...Array.from({ length: Math.ceil(png.length / half) - 1 }, (_, at) => `bytes=${(at + 1) * half}-`)]);
    expect(await rig.files()).toHaveLength(1);
  });

  it.each([
    ['of a part that nothing identifies', { 'content-range': `bytes 0-99/${all}` }],
    ['of another part', { 'content-range': `bytes 5-99/${all}`, etag: '"1"' }],
  ])('206 %s is tried again', async (_name, headers) => {
    rig.serve = partial(headers, png.subarray(0, half));
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'trouble', detail: `HTTP 206 127.0.0.1:${rig.server.port}` });
    expect(await rig.files()).toEqual([]);
  });
});

describe('a host that does not let Latent in', () => {
  it('may know programs by another form of name', async () => {
    rig.serve = (request, response) => (/^Mozilla\/5\.0 \(.*Latent/.test(request.headers['user-agent'] ?? '') ? response.end(png) : response.writeHead(403, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'));
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'kept' });
    expect(rig.seen.map(({ headers }) => headers['user-agent'])).toEqual(['Latent', 'Mozilla/5.0 (compatible; Latent)']);
  });

  it.each([
    [403, 'text/html', 2],
    [403, 'application/xhtml+xml', 2],
    [401, 'text/html', 1],
    [401, 'application/json', 1],
    [407, 'text/html', 1],
    [502, 'text/html', 1],
  ])('%i as %s is trouble that names the host, never an expired address', async (status, type, requests) => {
    rig.serve = (_request, response) => response.writeHead(status, { 'content-type': type }).end('<html>Just a moment…</html>');
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toEqual({ kind: 'trouble', detail: `HTTP ${status} 127.0.0.1:${rig.server.port}`, retryAfterMs: null });
    expect(rig.seen).toHaveLength(requests);
    for (const { headers } of rig.seen) expect(headers).not.toHaveProperty('authorization');
  });
});

describe('addresses that no longer work', () => {
  it.each([403, 404, 410])('%i: expired', async (status) => {
    rig.serve = (_request, response) => response.writeHead(status).end('<Error/>');
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toEqual({ kind: 'expired' });
    expect(await rig.files()).toEqual([]);
  });

  it.each([
    [429, { 'retry-after': '12' }, 12_000],
    [503, {}, null],
    [500, {}, null],
    [418, {}, null],
    [204, {}, null],
    [304, {}, null],
  ])('%i: worth another try', async (status, headers, retryAfterMs) => {
    rig.serve = (_request, response) => response.writeHead(status, headers).end();
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toEqual({
      kind: 'trouble',
      detail: `HTTP ${status} 127.0.0.1:${rig.server.port}`,
      retryAfterMs,
    });
  });

  it('no server: tried again', async () => {
    expect(await rig.downloads().download(rig.request(`http://127.0.0.1:${await unusedPort()}/1`))).toMatchObject({
      kind: 'trouble',
      detail: 'ECONNREFUSED',
    });
  });
});
