import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../../electron/core/service/service-client.ts';
import { maxStoredAnswer } from '../../../../electron/core/service/stored-answer.ts';
import { serveHttp, unusedPort } from '../../../support/local-server.ts';
import type { Answer } from '../../../support/scripted-service-script.ts';
import { key, realClock, requestFor, useServiceClient } from '../../../support/service-client-rig.ts';

const { client, credentials, http, newPrompt, queryAnswered, service, submitAnswered } = useServiceClient();

describe('query', () => {
  it('follows a task from processing to its picture', async () => {
    const prompt = newPrompt();
    await service().script(prompt, { processing: 2, images: [{ base64: 'aGFsbG8=' }, { base64: 'aGFsbG8=', at: 'image-host' }] });
    const submitted = await client.submit(credentials(), requestFor(prompt)).outcome;
    if (submitted.kind !== 'accepted') throw new Error(submitted.kind);
    const outcomes = [];
    for (let i = 0; i < 3; i += 1) outcomes.push(await client.query(credentials(), submitted.remoteId));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['processing', 'processing', 'completed']);
    expect(outcomes[2]).toMatchObject({
      images: [
        { kind: 'url', url: `${service().url}/pictures/${submitted.remoteId}/0` },
        { kind: 'url', url: `${service().imageHostUrl}/pictures/${submitted.remoteId}/1` },
      ],
    });
  });

  it.each([
    ['as it is', key],
    ['percent-encoded', encodeURIComponent(key)],
    ['base64, percent-encoded', encodeURIComponent(Buffer.from(key).toString('base64'))],
  ])('marks an address of a picture that holds the key, %s', async (_form, trace) => {
    const url = (query: string): string => `https://pictures.example/1.png?token=${query}`;
    const outcome = await queryAnswered({ body: { json: { id: '$ID', status: 'completed', output: { data: [{ url: url(trace) }, { url: url('other') }] } } } });
    expect(outcome).toMatchObject({ images: [{ kind: 'url', url: url(trace), holdsKey: true }, { kind: 'url', url: url('other') }] });
    expect(outcome).not.toHaveProperty('images.1.holdsKey');
  });

  it.each([
    ['reset', { then: { do: 'reset', after: 'before-answer' } }, 'no-answer'],
    ['cut in the body', { body: { text: '{"id":' }, length: 50, then: { do: 'reset', after: 6 } }, 'no-answer'],
    ['too large', { body: { zeros: 5 << 20 } }, 'unreadable'],
    ['a bomb', { body: { zeros: 200 << 20 }, encoding: 'gzip' }, 'unreadable'],
    ['garbage', { raw: 'bm90IGh0dHA=' }, 'no-answer'],
  ] satisfies [string, Answer, string][])('%s: trouble', async (_name, answer, trouble) => {
    expect(await queryAnswered(answer)).toMatchObject({ kind: 'trouble', trouble });
  });

  it('an answer whose JSON is whole counts, although less of it came than was announced', async () => {
    const text = '{"id":"t","status":"completed","output":{"data":[{"url":"https://pictures.example/1.png"}]}}';
    const cutAfter = (end: string): Answer => ({ body: { text: text + end }, length: 500, then: { do: 'reset', after: text.length + end.length } });
    for (const end of ['', '\n']) expect(await queryAnswered(cutAfter(end))).toMatchObject({ kind: 'completed', images: [{ url: 'https://pictures.example/1.png' }] });
    expect(await queryAnswered({ body: { text }, length: 500, then: { do: 'reset', after: text.length - 1 } })).toMatchObject({ kind: 'trouble', trouble: 'no-answer' });
  });

  it('an answer with a picture may be larger than other answers', async () => {
    const base64 = Buffer.alloc(6 << 20, 7).toString('base64');
    const outcome = await queryAnswered({
      body: { json: { id: 't', status: 'completed', output: { data: [{ b64_json: base64 }] } } },
    });
    expect(outcome).toMatchObject({ kind: 'completed', images: [{ kind: 'inline', base64 }] });
    expect(outcome.answer?.body).toBe(
      `{"id":"t","status":"completed","output":{"data":[{"b64_json":"[${base64.length} characters left out]"}]}}`,
    );
    expect(outcome.answer?.truncated).toBe(false);
  });

  it('no connection: trouble of its own', async () => {
    const nowhere = { baseUrl: `http://127.0.0.1:${await unusedPort()}`, key };
    expect(await client.query(nowhere, 'x')).toMatchObject({
      kind: 'trouble',
      trouble: 'connection-refused',
      said: { httpStatus: null, code: 'ECONNREFUSED' },
    });
  });

  it('says once what of the answers was not used or was repaired', async () => {
    const server = await serveHttp((_request, response) => response.end('Warning: x\n{"id":"t","status":"processing","a":NaN}'));
    const noticed: string[] = [];
    const noticing = createServiceClient({ http, clock: realClock, noticed: (what) => void noticed.push(what) });
    for (let query = 0; query < 2; query += 1) expect(await noticing.query({ baseUrl: server.url, key }, `t${query}`)).toMatchObject({ kind: 'processing' });
    expect(noticed.toSorted()).toEqual(['bad-literal', 'text-before']);
  });

  it('ends at its deadline, and when it is aborted', async () => {
    const slow = await serveHttp((_request, response) => void response.writeHead(200).write('{'));
    const hurried = createServiceClient({ http, clock: realClock, queryDeadlineMs: 150 });
    expect(await hurried.query({ baseUrl: slow.url, key }, 'x')).toMatchObject({ kind: 'trouble', trouble: 'no-answer' });
    const abort = new AbortController();
    const asked = client.query({ baseUrl: slow.url, key }, 'x', abort.signal);
    await sleep(50);
    abort.abort();
    expect(await asked).toMatchObject({ kind: 'trouble', trouble: 'no-answer' });
    await slow.stop();
  });

  it('an identical answer gives the same outcome at its own time, and any other answer is parsed', async () => {
    const processing = '{"id":"x","status":"processing","progress":1}';
    const bodies = [processing, processing, '{"id":"x","status":"processing","progress":2}', `${processing} `, processing, '{"id":"x","status":"failed"}', processing];
    let asked = 0;
    const server = await serveHttp((_request, response) => {
      asked += 1;
      // The status may change alone.
      response.writeHead(asked === 5 ? 500 : 200).end(bodies[asked - 1]);
    });
    let now = 0;
    const counting = createServiceClient({ http, clock: { ...realClock, now: () => (now += 1000) } });
    const seen: unknown[] = [];
    for (const body of bodies) {
      const outcome = await counting.query({ baseUrl: server.url, key }, 'x');
      expect(outcome.answer).toMatchObject({ at: now, body });
      seen.push(outcome.kind === 'processing' ? outcome.facts.progress : outcome.kind);
    }
    expect(seen).toEqual([1, 1, 2, 1, 'trouble', 'failed', 1]);
    await server.stop();
  });

  it('an answer redacted for one key is not used for another', async () => {
    const server = await serveHttp((_request, response) => response.end(`{"id":"x","status":"processing","model":"${key}"}`));
    expect((await client.query({ baseUrl: server.url, key: 'sk-another-key-entirely' }, 'x')).answer?.body).toContain(key);
    expect((await client.query({ baseUrl: server.url, key }, 'x')).answer?.body).not.toContain(key);
    await server.stop();
  });

  it('any id is one segment of the path', async () => {
    const paths: string[] = [];
    const server = await serveHttp((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(404).end();
    });
    const nasty = [
      '..',
      '.',
      '../../admin',
      '%2f',
      'a/b',
      'a?b=c#d',
      'line\nbreak\r\nhost: x',
      '🦊',
      '\ud800',
      ' ',
      'x'.repeat(10_240),
      '\0',
    ];
    for (const id of nasty) await client.query({ baseUrl: server.url, key }, id);
    expect(paths).toHaveLength(nasty.length);
    for (const [index, path] of paths.entries()) {
      expect(path).toMatch(/^\/v1\/tasks\/[A-Za-z0-9%!'()*_.~-]+$/);
      expect(path).not.toMatch(/\/\.{1,2}$/);
      expect(decodeURIComponent(path.slice('/v1/tasks/'.length))).toBe(nasty[index] === '\ud800' ? '\uFFFD' : nasty[index]);
    }
    await server.stop();
  });
});

describe('the kept answer', () => {
  it('holds no trace of the key and is cut to size', async () => {
    const bytes = Buffer.from(key);
    const traces = [
      key,
      bytes.toString('base64'),
      Buffer.from(`x${key}y`).toString('base64'),
      Buffer.from(`xx${key}`).toString('base64url'),
      bytes.toString('hex').toUpperCase(),
      encodeURIComponent(key),
      `Authorization: Bearer ${key}`,
    ];
    const { outcome } = await submitAnswered({
      status: 401,
      body: { json: { error: { message: `bad ${traces.join(' , ')}` }, padding: 'p'.repeat(70_000) } },
    });
    if (outcome.kind !== 'rejected') throw new Error(outcome.kind);
    const kept = `${outcome.answer.body} ${outcome.said.message}`;
    for (const trace of traces) expect(kept).not.toContain(trace);
    expect(kept).not.toContain('9f8e7d6c');
    expect(kept).not.toContain(bytes.toString('base64').slice(0, 16));
    expect(outcome.said.message).toContain('[key]');
    expect(outcome.answer).toMatchObject({ truncated: true, httpStatus: 401 });
    expect(outcome.answer.body).toHaveLength(maxStoredAnswer);
  });

  it('contains fields meant for prototype pollution, without effect', async () => {
    const text =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id":"t","status":"processing","usage":{"__proto__":{"polluted":1}}}';
    expect(await queryAnswered({ body: { text } })).toMatchObject({ kind: 'processing', answer: { body: text } });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('test', () => {
  it('distinguishes a right key from a wrong one at the scripted service, without a POST', async () => {
    const before = (await service().requests()).filter(({ method }) => method === 'POST').length;
    expect(await client.test(credentials())).toEqual({ outcome: 'accepted' });
    expect(await client.test({ ...credentials(), key: 'wrong' })).toMatchObject({ outcome: 'key-refused', httpStatus: 401 });
    expect((await service().requests()).filter(({ method }) => method === 'POST')).toHaveLength(before);
  });
});
