import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeStrayParts } from '../../../../electron/core/library/files/part-file.ts';
import { sha256 } from '../../../support/bytes.ts';
import { useDownloadRig, type Serve } from '../../../support/download-rig.ts';
import { serveSocket } from '../../../support/local-server.ts';
import { paddedPng } from '../../../support/sample-pictures.ts';

const folder = path.join('2026', '2026-11');
const large = paddedPng(3_000_000);

const rig = useDownloadRig();

describe('a download that breaks off', () => {
  const etag = '"v1"';
  /** Serves `bytes` with ranges, and cuts every answer off after `limit` bytes. */
  const breaking =
    (bytes: Buffer, limit: () => number, headers: Record<string, string> = { etag }): Serve =>
    (request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const part = from > 0 && request.headers['if-range'] === headers['etag'] ? bytes.subarray(from) : bytes;
      const resumed = part !== bytes;
      const range = resumed ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {};
      response.writeHead(resumed ? 206 : 200, { 'content-length': part.length, ...headers, ...range });
      if (part.length <= limit()) response.end(part);
      else response.write(part.subarray(0, limit()), () => setTimeout(() => request.socket.destroy(), 5));
    };

  it('continues where it broke off, and the file is whole', async () => {
    rig.serve = breaking(large, () => 1_200_000);
    const downloads = rig.downloads();
    const request = rig.request(`${rig.server.url}/1?signature=a`);
    expect(await downloads.download(request)).toMatchObject({ kind: 'trouble' });
    const fresh = rig.request(`${rig.server.url}/1?signature=b`);
    expect(await downloads.download(fresh)).toMatchObject({ kind: 'trouble' });
    let outcome = await downloads.download(fresh);
    for (let tries = 0; outcome.kind === 'trouble' && tries < 5; tries += 1) outcome = await downloads.download(fresh);
    expect(await readFile(rig.pathOf(outcome))).toEqual(large);
    expect(outcome).toMatchObject({ file: { sha256: sha256(large), bytes: large.length } });
    // A reset may discard bytes in flight, so each try continues at the end of the part, which has grown.
    const starts = rig.seen.map(({ headers }) => Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0));
    expect(starts[0]).toBe(0);
    expect(starts.length).toBeGreaterThanOrEqual(3);
    starts.slice(1).forEach((start, at) => expect(start).toBeGreaterThan(starts[at] as number));
    expect(starts[1]).toBeLessThanOrEqual(1_200_000);
    expect(rig.seen[1]?.headers['if-range']).toBe(etag);
    expect(await rig.files()).toHaveLength(1);
  });

  it('cut at 100 offsets, with and without an ETag, by length, chunks or the end of the connection: identical or absent', async () => {
    const bytes = paddedPng(40_000);
    for (let round = 0; round < 100; round += 1) {
      const at = Math.floor((round * bytes.length) / 100);
      const kind = round % 4;
      let first = true;
      const cutting = await serveSocket((socket) =>
        socket.once('data', () => {
          const body = first ? bytes.subarray(0, at) : bytes;
          first = false;
          const framing = kind === 0 ? `content-length: ${bytes.length}\r\n` : kind === 1 ? 'transfer-encoding: chunked\r\n' : '';
          socket.write(`HTTP/1.1 200 OK\r\n${framing}${kind === 3 ? `etag: ${etag}\r\n` : ''}connection: close\r\n\r\n`);
          const chunk = [
            Buffer.from(`${body.length.toString(16)}\r\n`),
            body,
            Buffer.from(body === bytes ? '\r\n0\r\n\r\n' : ''),
          ];
          socket.end(kind === 1 ? Buffer.concat(chunk) : body);
        }),
      );
      const downloads = rig.downloads();
      const request = rig.request(`${cutting.url}/1`, { taskId: String(round) });
      expect((await downloads.download(request)).kind).not.toBe('kept');
      expect((await rig.files()).filter((name) => name.endsWith('.png'))).toEqual([]);
      const outcome = await downloads.download(request);
      if (outcome.kind === 'kept') {
        expect(await readFile(rig.pathOf(outcome))).toEqual(bytes);
        await rm(rig.pathOf(outcome));
      }
      await cutting.stop();
    }
  });

  it('of a file that Latent cannot show is saved whole, or after three tries of the same length if nothing marks its end', async () => {
    const tiff = Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(40_000, 7)]);
    for (const framing of ['transfer-encoding: chunked\r\n', '']) {
      const lengths = [10_000, 20_000, tiff.length, tiff.length, tiff.length];
      let tries = 0;
      const cutting = await serveSocket((socket) =>
        socket.once('data', () => {
          const body = tiff.subarray(0, lengths[tries]);
          tries += 1;
          const [before, after] = framing === '' ? ['', ''] : [`${body.length.toString(16)}\r\n`, body.length === tiff.length ? '\r\n0\r\n\r\n' : ''];
          socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${framing}connection: close\r\n\r\n${before}`), body, Buffer.from(after)]));
        }),
      );
      const downloads = rig.downloads();
      const request = rig.request(`${cutting.url}/1`, { taskId: framing });
      const outcomes = [];
      do outcomes.push(await downloads.download(request));
      while (outcomes.at(-1)?.kind === 'trouble' && outcomes.length < lengths.length);
      expect(outcomes).toHaveLength(framing === '' ? 5 : 3);
      expect(await readFile(rig.pathOf(outcomes.at(-1) ?? { kind: 'expired' }))).toEqual(tiff);
      await cutting.stop();
    }
  });

  it('of a picture without its end mark is saved after three tries of the same length, and a longer one replaces the count', async () => {
    const cutPng = paddedPng(40_000).subarray(0, -12);
    const lengths = [10_000, 10_000, cutPng.length, cutPng.length, cutPng.length];
    const cutting = await serveSocket((socket) => socket.once('data', () => socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'), cutPng.subarray(0, lengths.shift())]))));
    const downloads = rig.downloads();
    for (let tries = 0; tries < 4; tries += 1) expect(await downloads.download(rig.request(`${cutting.url}/1`))).toMatchObject({ kind: 'trouble' });
    expect(await readFile(rig.pathOf(await downloads.download(rig.request(`${cutting.url}/1`))))).toEqual(cutPng);
    expect(await rig.files()).toHaveLength(1);
    await cutting.stop();
  });

  it.each([
    ['', 0],
    [`etag: ${etag}\r\n`, 0],
    ['', 7],
  ])('of a server that promises more than there is is saved after three tries, if the picture has its end mark: %j, %i bytes less', async (tag, less) => {
    const bytes = paddedPng(40_000);
    const seen: string[] = [];
    const promising = await serveSocket((socket) =>
      socket.once('data', (request) => {
        seen.push(request.toString('latin1'));
        const body = bytes.subarray(0, bytes.length - less);
        socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length + 10}\r\n${tag}connection: close\r\n\r\n`), body]));
      }),
    );
    const downloads = rig.downloads();
    const outcomes = [];
    for (let tries = 0; tries < 3; tries += 1) outcomes.push(await downloads.download(rig.request(`${promising.url}/1`)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['trouble', 'trouble', less === 0 ? 'kept' : 'trouble']);
    if (less === 0) expect(await readFile(rig.pathOf(outcomes[2] ?? { kind: 'expired' }))).toEqual(bytes);
    expect(await rig.files()).toHaveLength(less === 0 ? 1 : 0);
    await promising.stop();
  });

  it.each([
    ['without an ETag', {}],
    ['with a weak one', { etag: 'W/"v1"' }],
  ] satisfies [string, Record<string, string>][])(
    '%s it starts over, and leaves nothing behind meanwhile',
    async (_name, headers) => {
      let limit = 1_000_000;
      rig.serve = breaking(large, () => limit, headers);
      const downloads = rig.downloads();
      expect(await downloads.download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'trouble' });
      expect(await rig.files()).toEqual([]);
      limit = large.length;
      expect(await readFile(rig.pathOf(await downloads.download(rig.request(`${rig.server.url}/1`))))).toEqual(large);
      expect(rig.seen.map(({ headers: { range } }) => range)).toEqual([undefined, undefined]);
    },
  );

  it('a picture that has changed meanwhile starts over', async () => {
    const changed = paddedPng(2_000_000);
    rig.serve = breaking(large, () => 1_000_000);
    const downloads = rig.downloads();
    await downloads.download(rig.request(`${rig.server.url}/1`));
    rig.serve = breaking(changed, () => changed.length, { etag: '"v2"' });
    expect(await readFile(rig.pathOf(await downloads.download(rig.request(`${rig.server.url}/1`))))).toEqual(changed);
    expect(await rig.files()).toHaveLength(1);
  });

  it.each([
    ['a range that begins elsewhere', { 'content-range': `bytes 5-${large.length - 1}/${large.length}`, etag }],
    ['a range of other bytes', { 'content-range': `bytes 1000000-${large.length - 1}/${large.length}`, etag: '"v2"' }],
    ['a range that does not say', { etag }],
  ])('%s is not appended', async (_name, headers) => {
    rig.serve = breaking(large, () => 1_000_000);
    const downloads = rig.downloads();
    await downloads.download(rig.request(`${rig.server.url}/1`));
    rig.serve = (request, response) => {
      if (request.headers.range === undefined) response.end(large);
      else response.writeHead(206, headers).end(large.subarray(1_000_000));
    };
    expect(await readFile(rig.pathOf(await downloads.download(rig.request(`${rig.server.url}/1`))))).toEqual(large);
  });

  it('416 starts over', async () => {
    rig.serve = breaking(large, () => 1_000_000);
    const downloads = rig.downloads();
    await downloads.download(rig.request(`${rig.server.url}/1`));
    rig.serve = (request, response) =>
      request.headers.range === undefined ? response.end(large) : response.writeHead(416).end();
    expect(await downloads.download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'kept' });
  });

  it('a part of another address is not used', async () => {
    rig.serve = breaking(large, () => 1_000_000);
    const downloads = rig.downloads();
    await downloads.download(rig.request(`${rig.server.url}/1`));
    rig.serve = breaking(large, () => large.length);
    expect(await downloads.download(rig.request(`${rig.server.url}/2`))).toMatchObject({ kind: 'kept' });
    expect(rig.seen.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
    expect(await rig.files()).toHaveLength(1);
  });

  it('a part that somebody deleted or shortened is downloaded again', async () => {
    for (const spoil of [(part: string) => rm(part), (part: string) => writeFile(part, 'x')]) {
      rig.serve = breaking(large, () => 1_000_000);
      const downloads = rig.downloads();
      const request = rig.request(`${rig.server.url}/1`, { taskId: String(Math.random()) });
      await downloads.download(request);
      const part = (await rig.files()).find((name) => name.endsWith('.part'));
      await spoil(path.join(rig.root, part ?? ''));
      rig.serve = breaking(large, () => large.length);
      const outcome = await downloads.download(request);
      expect(await readFile(rig.pathOf(outcome))).toEqual(large);
    }
  });

  it('aborted, it keeps its part for later', async () => {
    rig.serve = (_request, response) =>
      void response.writeHead(200, { etag, 'content-length': large.length }).write(large.subarray(0, 1_000_000));
    const downloads = rig.downloads();
    const abort = new AbortController();
    const under = downloads.download(rig.request(`${rig.server.url}/1`, { signal: abort.signal }));
    const partSize = async (): Promise<number> => {
      const part = (await rig.files()).find((name) => name.endsWith('.part'));
      return part === undefined ? 0 : (await stat(path.join(rig.root, part))).size;
    };
    await expect.poll(partSize).toBeGreaterThan(0);
    abort.abort();
    expect(await under).toMatchObject({ kind: 'trouble', detail: 'ABORTED' });
    const kept = await partSize();
    rig.serve = breaking(large, () => large.length);
    expect(await downloads.download(rig.request(`${rig.server.url}/1`))).toMatchObject({ kind: 'kept' });
    expect(rig.seen[1]?.headers.range).toBe(`bytes=${kept}-`);
  });

  it('parts of an earlier run are deleted at the next start, and nothing else', async () => {
    rig.serve = breaking(large, () => 1_000_000);
    await rig.downloads().download(rig.request(`${rig.server.url}/1`));
    const [part = ''] = (await rig.files()).filter((name) => name.endsWith('.part'));
    await writeFile(path.join(rig.root, folder, `.latent-${randomUUID()}.part`), 'x');
    await writeFile(path.join(rig.root, folder, 'mine.part'), 'x');
    await writeFile(path.join(rig.root, 'notes.txt'), 'x');
    await removeStrayParts(rig.root);
    expect(await rig.files(), 'this run may go on with its own').toEqual([part, '2026/2026-11/mine.part', 'notes.txt']);
    await removeStrayParts(path.join(rig.root, 'not', 'there'));
  });
});
