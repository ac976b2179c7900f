import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../../electron/core/service/service-client.ts';
import { unusedPort } from '../../../support/local-server.ts';
import type { Answer, SeenRequest } from '../../../support/scripted-service-script.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { key, realClock, requestFor, useServiceClient } from '../../../support/service-client-rig.ts';

const { client, credentials, http, newPrompt, service, submitAnswered } = useServiceClient();

async function postsWith(prompt: string): Promise<readonly SeenRequest[]> {
  return (await service().requests()).filter(({ method, body }) => method === 'POST' && body.includes(JSON.stringify(prompt)));
}

describe('submit', () => {
  it('sends what the interface shows, once', async () => {
    const { outcome, prompt } = await submitAnswered(null);
    expect(outcome).toMatchObject({ kind: 'accepted', remoteId: expect.stringMatching(/^task-\d+$/) as string });
    const [seen, ...more] = await postsWith(prompt);
    expect(more).toEqual([]);
    expect(seen).toMatchObject({ path: '/v1/images/generations' });
    expect(seen?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
    expect(JSON.parse(seen?.body ?? '')).toEqual({ model: 'm1', prompt, size: '1024x1024', quality: 'low' });
  });

  it('sends an Idempotency-Key as it is, and none without one', async () => {
    const prompts = [newPrompt(), newPrompt()];
    const replays: number[] = [];
    const repeating = createServiceClient({ http, clock: realClock, replayed: (status) => replays.push(status) });
    await repeating.submit(credentials(), requestFor(prompts[0] ?? ''), null, 'b9a3d0c2-5d31-8e0f-9c55-0c8a6a1f2b3c').outcome;
    await repeating.submit(credentials(), requestFor(prompts[1] ?? '')).outcome;
    expect((await postsWith(prompts[0] ?? ''))[0]?.headers).toHaveProperty('idempotency-key', 'b9a3d0c2-5d31-8e0f-9c55-0c8a6a1f2b3c');
    expect((await postsWith(prompts[1] ?? ''))[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(replays).toEqual([]);
  });

  it('notices an answer that the service gave before', async () => {
    const replays: number[] = [];
    const repeating = createServiceClient({ http, clock: realClock, replayed: (status) => replays.push(status) });
    const { outcome } = await submitAnswered({ headers: { 'idempotency-replayed': 'true' }, body: { json: { id: 'task-replayed' } } }, repeating);
    expect(outcome).toMatchObject({ kind: 'accepted', remoteId: 'task-replayed' });
    expect(replays).toEqual([200]);
  });

  it('leaves out empty fields', async () => {
    const prompt = newPrompt();
    await client.submit(credentials(), { model: '', prompt, size: '', quality: 'low' }).outcome;
    expect(JSON.parse((await postsWith(prompt))[0]?.body ?? '')).toEqual({ prompt, quality: 'low' });
  });

  it('sends more fields beside those, never in their place', async () => {
    const prompt = newPrompt();
    const fields = { seed: 42, style: { name: 'ink', weights: [0.5, null, true] }, note: 'ä "quoted"', model: 'other', prompt: 'other', quality: 'high' };
    await client.submit(credentials(), { model: 'm1', prompt, size: '', quality: '', fields }).outcome;
    const [seen, ...more] = await postsWith(prompt);
    expect(more).toEqual([]);
    expect(JSON.parse(seen?.body ?? '')).toEqual({ model: 'm1', prompt, seed: 42, style: fields.style, note: fields.note });
  });

  it('puts a long field in as it is', async () => {
    const prompt = newPrompt();
    const urls = ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB'];
    const json = [JSON.stringify(urls).slice(0, 9), JSON.stringify(urls).slice(9)].map((part) => Buffer.from(part));
    await client.submit(credentials(), { model: 'ä', prompt, size: '', quality: '', fields: { seed: 1 }, references: [] }, { name: 'the "image"', json }).outcome;
    const [seen, ...more] = await postsWith(prompt);
    expect(more).toEqual([]);
    expect(JSON.parse(seen?.body ?? '')).toEqual({ model: 'ä', prompt, seed: 1, 'the "image"': urls });
  });

  it('no connection: not sent', async () => {
    const nowhere = { baseUrl: `http://127.0.0.1:${await unusedPort()}`, key };
    expect(await client.submit(nowhere, requestFor('x')).outcome).toEqual({ kind: 'not-sent', code: 'ECONNREFUSED' });
  });

  it('a self-signed certificate: not sent, and no byte of the key leaves', async () => {
    const secured = await startScriptedService({ key, tls: true });
    const there = { baseUrl: secured.url, key };
    expect(await client.submit(there, requestFor('x')).outcome).toEqual({
      kind: 'not-sent',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(await client.query(there, 'x')).toMatchObject({
      kind: 'trouble',
      trouble: 'certificate',
      said: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    expect(await client.test(there)).toEqual({ outcome: 'unreachable', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(await secured.requests()).toEqual([]);
    await secured.stop();
  });

  it.each(['reset', 'close'] as const)('%s before the answer: unknown, one POST', async (how) => {
    const { outcome, prompt } = await submitAnswered({ then: { do: how, after: 'before-answer' } });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'connection-lost', answer: null });
    expect(await service().posts(prompt)).toBe(1);
  });

  it('garbage instead of HTTP: unknown', async () => {
    const { outcome } = await submitAnswered({ raw: Buffer.from('this is not HTTP\r\n\r\n').toString('base64') });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'connection-lost' });
  });

  it('a refusal with an incomplete body is still a refusal', async () => {
    const { outcome } = await submitAnswered({
      status: 400,
      body: { text: '{"error":"because' },
      length: 100,
      then: { do: 'reset', after: 17 },
    });
    expect(outcome).toMatchObject({ kind: 'rejected', said: { httpStatus: 400 } });
  });

  it('a 200 with an incomplete body: the id counts if it is there, or else the connection was lost', async () => {
    const broken = (text: string): Answer => ({ body: { text }, length: 100, then: { do: 'reset', after: text.length } });
    expect((await submitAnswered(broken('{"id":"task-77","st'))).outcome).toMatchObject({
      kind: 'accepted',
      remoteId: 'task-77',
    });
    expect((await submitAnswered(broken('{"id":"task-7'))).outcome).toMatchObject({ kind: 'unknown', reason: 'connection-lost' });
  });

  it('pictures as base64 may be larger than other answers', async () => {
    const base64 = Buffer.alloc(6 << 20, 7).toString('base64');
    const { outcome } = await submitAnswered({ body: { json: { created: 1, data: [{ b64_json: base64 }] } } });
    expect(outcome).toMatchObject({ kind: 'delivered', images: [{ kind: 'inline', base64 }], answer: { body: `{"created":1,"data":[{"b64_json":"[${base64.length} characters left out]"}]}` } });
  });

  it('pictures of the request that an answer repeats are none of the task', async () => {
    const [own, other, made] = ['https://images.example.com/own.png', 'https://images.example.com/other.png', 'https://images.example.com/made.png'];
    const answered = async (body: Record<string, unknown>) => {
      const prompt = newPrompt();
      await service().script(prompt, { submit: [{ body: { json: body } }] });
      const request = { model: '', prompt, size: '', quality: '', fields: { init: { image: own } }, references: [{ kind: 'address', url: other }] } as const;
      return client.submit(credentials(), request, { name: 'image_urls', json: [Buffer.from(JSON.stringify([other]))] }).outcome;
    };
    expect(await answered({ error: { message: 'The picture is too small.' }, image: own })).toMatchObject({ kind: 'rejected', said: { message: 'The picture is too small.' } });
    expect(await answered({ success: true, images: [own, other] })).toMatchObject({ kind: 'unknown', reason: 'answer-without-id' });
    expect(await answered({ images: [{ url: made }], error: { message: 'One picture was held back.' } })).toMatchObject({ kind: 'delivered', images: [{ url: made }], listed: 1 });
    expect(await answered({ id: '$ID', status: 'completed', image_urls: [other, made] })).toMatchObject({ kind: 'accepted', images: [{ url: made }] });
  });

  it('an answer that is too large: unknown', async () => {
    const { outcome } = await submitAnswered({ body: { zeros: 5 << 20 }, encoding: 'gzip' });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'answer-without-id' });
  });
});

describe('the submit deadline', () => {
  it('leaves time to upload reference pictures', async () => {
    const patient = createServiceClient({ http, clock: realClock, submitDeadlineMs: 50 });
    const prompt = newPrompt();
    await service().script(prompt, { submit: [{ delayMs: 400, body: { json: { id: '$ID' } } }] });
    const picture = Buffer.from(`"data:image/png;base64,${'A'.repeat(1_000_000)}"`);
    const request = { model: '', prompt, size: '', quality: '' };
    expect(await patient.submit(credentials(), request, { name: 'image', json: [picture] }).outcome).toMatchObject({ kind: 'accepted' });
  });

  const hurried = createServiceClient({ http, clock: realClock, submitDeadlineMs: 200, lateAnswerMs: 10_000 });

  it('passes: unknown, and an id that comes later is still reported', async () => {
    const { outcome, late, prompt } = await submitAnswered({ delayMs: 400, body: { json: { id: '$ID' } } }, hurried);
    expect(outcome).toEqual({
      kind: 'unknown',
      reason: 'no-answer-in-time',
      said: { httpStatus: null, code: null, message: null },
      answer: null,
    });
    expect(await late).toMatchObject({ kind: 'accepted', remoteId: expect.stringMatching(/^task-/) as string });
    expect(await service().posts(prompt)).toBe(1);
  });

  it.each([
    ['rejected', { status: 402, body: { json: { error: 'no credits' } } }],
    ['busy', { status: 429, body: { json: { error: 'slow down' } } }],
    ['delivered', { body: { json: { created: 1, data: [{ url: 'https://images.example.com/1.png' }] } } }],
  ] satisfies [string, Answer][])('passes, and what the service says later for certain is reported: %s', async (kind, answer) => {
    const { outcome, late } = await submitAnswered({ delayMs: 300, ...answer }, hurried);
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'no-answer-in-time' });
    expect(await late).toMatchObject({ kind });
  });

  it('passes, and nothing certain or nothing at all follows: nothing is reported', async () => {
    const unclear = await submitAnswered({ delayMs: 300, status: 500, body: { text: '' } }, hurried);
    expect(await unclear.late).toBeNull();
    const impatient = createServiceClient({ http, clock: realClock, submitDeadlineMs: 100, lateAnswerMs: 200 });
    const hanging = await submitAnswered({ then: { do: 'hang', after: 'before-answer' } }, impatient);
    expect(hanging.outcome).toMatchObject({ kind: 'unknown', reason: 'no-answer-in-time' });
    expect(await hanging.late).toBeNull();
  });

  it('loses no id that comes close to it: 60 answers at the deadline ± 50 ms', async () => {
    const rounds = Array.from({ length: 60 }, async (_, round) => {
      const answer: Answer = { delayMs: 150 + Math.round((round * 100) / 60), body: { json: { id: '$ID' } } };
      const { outcome, late, prompt } = await submitAnswered(answer, hurried);
      const accepted = outcome.kind === 'accepted' ? outcome : await late;
      expect(accepted).toMatchObject({ kind: 'accepted' });
      expect(await service().posts(prompt)).toBe(1);
    });
    await Promise.all(rounds);
  });
});
