import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../../electron/core/service/service-client.ts';
import type { QueryOutcome, SubmitOutcome } from '../../../../electron/core/service/outcomes.ts';
import { useHttpRig } from '../../../support/http-rig.ts';
import { serveHttp } from '../../../support/local-server.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { key, realClock, requestFor } from '../../../support/service-client-rig.ts';

/** Answers that are not text as they come, which the corpus of answers (answer-corpus.test.ts) cannot hold. */

const rig = useHttpRig();
const png = samplePicture('png').bytes;
const inline = [{ kind: 'inline', base64: png.toString('base64') }];
const completed = JSON.stringify({ id: 't', status: 'completed', output: { data: [{ url: 'https://images.example.com/1.png' }] } });
const named = [{ kind: 'url', url: 'https://images.example.com/1.png' }];

async function queried(listener: RequestListener): Promise<QueryOutcome> {
  const { url } = await rig.started(serveHttp(listener));
  return createServiceClient({ http: rig.newHttp(), clock: realClock }).query({ baseUrl: url, key }, 't');
}

async function submitted(listener: RequestListener): Promise<SubmitOutcome> {
  const { url } = await rig.started(serveHttp((request, response) => void request.resume().on('end', () => listener(request, response))));
  return createServiceClient({ http: rig.newHttp(), clock: realClock }).submit({ baseUrl: url, key }, requestFor('a fox')).outcome;
}

describe('an answer that is the picture itself', () => {
  it.each(['png', 'jpeg', 'webp lossy', 'gif', 'avif'])('to the POST: %s is kept', async (type) => {
    const { bytes } = samplePicture(type);
    const outcome = await submitted((_request, response) => response.end(bytes));
    expect(outcome).toMatchObject({ kind: 'delivered', images: [{ kind: 'inline', base64: bytes.toString('base64') }], answer: { body: `[${bytes.length} bytes of a picture]` } });
  });

  it('may be larger than a JSON answer', async () => {
    const bytes = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]);
    expect(await submitted((_request, response) => response.end(bytes))).toMatchObject({ kind: 'delivered', images: [{ base64: bytes.toString('base64') }] });
  });

  it('to a query: completes the task, and another one of the same task is not taken for it', async () => {
    const other = samplePicture('jpeg').bytes;
    const answers = [png, other];
    const { url } = await rig.started(serveHttp((_request, response) => response.end(answers.shift())));
    const client = createServiceClient({ http: rig.newHttp(), clock: realClock });
    expect(await client.query({ baseUrl: url, key }, 't')).toMatchObject({ kind: 'completed', images: inline });
    expect(await client.query({ baseUrl: url, key }, 't')).toMatchObject({ kind: 'completed', images: [{ base64: other.toString('base64') }] });
  });

  it('cut off: is kept from a POST, and asked for again by a query', async () => {
    const cut: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': png.length }).write(png.subarray(0, -10), () => response.destroy());
    };
    expect(await submitted(cut)).toMatchObject({ kind: 'delivered', images: [{ base64: png.subarray(0, -10).toString('base64') }] });
    expect(await queried(cut)).toMatchObject({ kind: 'trouble', trouble: 'no-answer' });
  });

  it('with an error: is a picture of the error', async () => {
    expect(await submitted((_request, response) => response.writeHead(502).end(png))).toMatchObject({ kind: 'unknown', reason: 'server-error' });
    expect(await queried((_request, response) => response.writeHead(502).end(png))).toMatchObject({ kind: 'trouble', trouble: 'server-error' });
  });
});

describe('gzip that is not announced', () => {
  it.each([
    ['not at all', {}, gzipSync(completed)],
    ['once of twice', { 'content-encoding': 'gzip' }, gzipSync(gzipSync(completed))],
    ['not at all, cut off in its check sum', {}, gzipSync(completed).subarray(0, -6)],
  ] as const)('%s: the answer is read', async (_how, headers, body) => {
    expect(await queried((_request, response) => response.writeHead(200, headers).end(body))).toMatchObject({ kind: 'completed', images: named });
    expect(await submitted((_request, response) => response.writeHead(200, headers).end(body))).toMatchObject({ kind: 'accepted', remoteId: 't' });
  });

  it('around a picture: the picture is kept', async () => {
    expect(await submitted((_request, response) => response.end(gzipSync(png)))).toMatchObject({ kind: 'delivered', images: inline });
  });

  it('of a bomb: is not undone', async () => {
    // Undone, it would be an answer.
    const bomb = gzipSync(Buffer.concat([Buffer.from('{"id":"t","status":"failed","error":"No."}'), Buffer.alloc(64 * 1024 * 1024, 0x20)]));
    expect(await queried((_request, response) => response.end(bomb))).toMatchObject({ kind: 'trouble', trouble: 'unreadable' });
  });
});

describe('a text in another charset', () => {
  const gbk = Buffer.concat([Buffer.from('{"error":{"message":"'), Buffer.from([0xd3, 0xe0, 0xb6, 0xee, 0xb2, 0xbb, 0xd7, 0xe3]), Buffer.from('"}}')]);
  it.each([
    ['GBK, as it says', 'application/json; charset=GBK', gbk, '余额不足'],
    ['Latin-1, as it says', 'application/json;charset="iso-8859-1"', Buffer.from('{"error":"Zahlung ungültig"}', 'latin1'), 'Zahlung ungültig'],
    ['UTF-8, and says Latin-1', 'application/json;charset=ISO-8859-1', Buffer.from('{"error":"余额不足 Müller"}'), '余额不足 Müller'],
    ['a charset that is not known', 'application/json; charset=x-none', Buffer.from('{"error":"no \xfc"}', 'latin1'), 'no \uFFFD'],
    ['what it is not', 'application/json; charset=shift_jis', Buffer.from('{"error":"no \xff\xff"}', 'latin1'), 'no \uFFFD\uFFFD'],
  ])('is read: %s', async (_what, type, body, message) => {
    expect(await submitted((_request, response) => response.writeHead(400, { 'content-type': type }).end(body))).toMatchObject({ kind: 'rejected', said: { message } });
  });
});
