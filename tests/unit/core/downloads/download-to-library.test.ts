import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ImageFile } from '../../../../shared/task.ts';
import { bodyOf, savedAt, sha256, useDownloadRig } from '../../../support/download-rig.ts';
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
    for (const [index, base64] of [png.toString('base64'), `data:image/png;base64,${png.toString('base64')}`].entries()) {
      const outcome = await rig.downloads().download(rig.request('', { image: { kind: 'inline', base64 }, index }));
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

describe('what is refused, with a reason and without a file', () => {
  it.each(samplePictures)('$name that arrives whole but is truncated itself', async ({ type, bytes }) => {
    rig.serve = bodyOf(bytes.subarray(0, bytes.length - 3));
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toEqual({
      kind: 'refused',
      why: 'damaged',
      detail: type,
    });
    expect(await rig.files()).toEqual([]);
  });

  it('more than 256 MiB, with a length', async () => {
    rig.serve = (_request, response) => void response.writeHead(200, { 'content-length': (256 << 20) + 1 }).write(png);
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({
      kind: 'refused',
      why: 'too-large',
    });
    expect(await rig.files()).toEqual([]);
  });

  it('more than 256 MiB, without a length', async () => {
    rig.serve = (_request, response) => {
      response.writeHead(200).write(png);
      const more = Buffer.alloc(4 << 20);
      const go = (): void => {
        while (!response.destroyed && response.write(more));
        response.once('drain', go);
      };
      go();
    };
    expect(await rig.downloads().download(rig.request(`${rig.server.url}/1`))).toMatchObject({
      kind: 'refused',
      why: 'too-large',
    });
    expect(await rig.files()).toEqual([]);
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
      detail: `HTTP ${status}`,
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
