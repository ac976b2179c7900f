import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { longEnough, pictureUrl, practise } from './practice-client.ts';
import { readPng } from './read-png.ts';

describe('the submit operation', () => {
  test('answers 200 with an id, and the facts that such services add', async () => {
    const practice = await practise();
    const { status, json } = await practice.post({ model: 'painter-9', prompt: 'a fox', size: '64x64', quality: 'low' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'processing', model: 'painter-9', progress: 0, created: 1_800_000_000, credits: 1 });
    expect(json.id).toMatch(/^task-[0-9a-f]{24}$/);
    expect(json.estimated_time).toBeGreaterThanOrEqual(4);
    expect(json.estimated_time).toBeLessThanOrEqual(9);
  });

  test('needs only a prompt; empty fields count as none', async () => {
    const practice = await practise();
    expect((await practice.post({ prompt: 'a fox' })).json).toMatchObject({ model: 'practice-painter' });
    expect((await practice.post({ prompt: 'a fox', model: '', size: '', quality: '' })).status).toBe(200);
  });

  test('accepts fields that it does not know, also reference pictures', async () => {
    const practice = await practise();
    expect((await practice.post({ prompt: 'a fox', seed: 7, image: [`data:image/png;base64,${'A'.repeat(4 * 1024 * 1024)}`] })).status).toBe(200);
  });

  test.each([
    ['not JSON', '{"prompt":', 400, 'invalid_json'],
    ['not an object', '[]', 400, 'invalid_request'],
    ['no prompt', { model: 'm' }, 400, 'invalid_request'],
    ['an empty prompt', { prompt: '  ' }, 400, 'prompt_required'],
    ['a prompt that is a number', { prompt: 7 }, 400, 'invalid_request'],
    ['a prompt that is too long', { prompt: 'x'.repeat(32_001) }, 422, 'prompt_too_long'],
    ['a size that is no size', { prompt: 'a', size: 'large' }, 422, 'invalid_size'],
    ['a size beyond eight megapixels', { prompt: 'a', size: '4096x2049' }, 422, 'invalid_size'],
    ['a body beyond 48 mebibytes', { prompt: 'x'.repeat(48 * 1024 * 1024) }, 413, 'request_too_large'],
  ])('refuses %s', async (_, body, status, code) => {
    const practice = await practise();
    const answer = await practice.post(body);
    expect(answer.status).toBe(status);
    expect(answer.json.error).toEqual({ code, message: expect.any(String), type: 'invalid_request_error' });
    expect(practice.events.filter(({ kind }) => kind === 'accepted')).toEqual([]);
  });

  test('refuses a body that is not declared as JSON', async () => {
    const practice = await practise();
    expect((await practice.post({ prompt: 'a' }, { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('the query operation', () => {
  test('processing with growing progress, then completed with an address', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox');
    const seen = [];
    for (let second = 0; second < 4; second++) {
      const { json } = await practice.query(id);
      expect(json).toMatchObject({ id, status: 'processing' });
      expect(json.output).toBeUndefined();
      seen.push(json.progress ?? -1);
      practice.pass(900);
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    practice.pass(longEnough);
    const { json } = await practice.query(id);
    expect(json).toMatchObject({ id, status: 'completed', progress: 100, model: 'm', credits: 1 });
    expect(json.output?.data).toHaveLength(1);
  });

  test('the picture is a PNG of the requested size, needs no key, and is the same every time', async () => {
    const practice = await practise();
    const id = await practice.submit('a lighthouse at dusk', '160x96');
    practice.pass(longEnough);
    const url = pictureUrl(await practice.query(id));
    const first = await fetch(url);
    expect(first.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(first.headers.get('content-length')).toBe(String(bytes.length));
    expect(readPng(bytes)).toMatchObject({ width: 160, height: 96 });
    const fresh = pictureUrl(await practice.query(id));
    expect(Buffer.from(await (await fetch(fresh)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('the same prompt submitted again gives another picture', async () => {
    const practice = await practise();
    const ids = [await practice.submit('a fox'), await practice.submit('a fox')];
    practice.pass(longEnough);
    const [one, two] = await Promise.all(ids.map(async (id) => Buffer.from(await (await fetch(pictureUrl(await practice.query(id)))).arrayBuffer())));
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false);
  });

  test('an unknown id is 404', async () => {
    const practice = await practise();
    const answer = await practice.query('task-000000000000000000000000');
    expect(answer.status).toBe(404);
    expect(answer.json.error?.code).toBe('task_not_found');
  });
});

describe('pictures', () => {
  test('an address stops working after ten minutes, and the task returns a fresh one', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox');
    practice.pass(longEnough);
    const url = pictureUrl(await practice.query(id));
    practice.pass(599_000);
    expect((await fetch(url)).status).toBe(200);
    practice.pass(2_000);
    const late = await fetch(url);
    expect(late.status).toBe(403);
    expect(await late.json()).toMatchObject({ error: { code: 'address_expired' } });
    expect((await fetch(pictureUrl(await practice.query(id)))).status).toBe(200);
  });

  test('an address cannot be changed to another picture or a later time', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox');
    practice.pass(longEnough);
    const url = pictureUrl(await practice.query(id));
    expect((await fetch(url.replace('/0.png', '/1.png'))).status).toBe(403);
    expect((await fetch(url.replace(/expires=\d+/, 'expires=9999999999999'))).status).toBe(403);
    expect((await fetch(url.slice(0, url.indexOf('?')))).status).toBe(403);
  });
});

describe('who may ask', () => {
  test.each([['none', ''], ['a wrong one', 'Bearer practice-wrong'], ['another scheme', 'Basic abc']])('401 with %s as key', async (_, authorization) => {
    const practice = await practise();
    const submit = await practice.post({ prompt: 'a fox' }, { authorization });
    const query = await practice.get('/v1/tasks/x', { authorization });
    for (const answer of [submit, query]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.json.error?.code).toBe('invalid_api_key');
    }
    expect(practice.events.some(({ kind }) => kind === 'accepted')).toBe(false);
  });

  test('every start has another key, unless one is given', async () => {
    const [one, two, given] = await Promise.all([practise(), practise(), practise({ key: 'my-own' })]);
    expect(one.service.key).not.toBe(two.service.key);
    expect(one.service.key.length).toBeGreaterThan(32);
    expect(given.service.key).toBe('my-own');
    expect((await given.post({ prompt: 'a fox' })).status).toBe(200);
  });

  test.each(['evil.example', 'evil.example:PORT', '127.0.0.1', '127.0.0.1:1'])('a page that calls this machine %s is refused', async (host) => {
    const { service } = await practise();
    const { port } = new URL(service.url);
    const status = await new Promise((resolve, reject) => {
      const headers = { host: host.replace('PORT', port), authorization: `Bearer ${service.key}` };
      request({ host: '127.0.0.1', port, path: '/v1/tasks/x', headers }, (response) => resolve(response.resume().statusCode)).on('error', reject).end();
    });
    expect(status).toBe(421);
  });

  test('localhost is accepted as its name', async () => {
    const { service } = await practise();
    const { port } = new URL(service.url);
    expect((await fetch(`http://localhost:${port}/v1/tasks/x`, { headers: { authorization: `Bearer ${service.key}` } })).status).toBe(404);
  });
});

describe('everything else', () => {
  test.each([
    ['GET', '/v1/images/generations', 405, 'POST'],
    ['POST', '/v1/tasks/x', 405, 'GET'],
    ['DELETE', '/pictures/x/0.png', 405, 'GET'],
    ['GET', '/', 404, null],
    ['GET', '/v1/tasks/', 404, null],
    ['GET', '/v1/tasks/a/b', 404, null],
    ['GET', '/pictures/../v1', 404, null],
  ])('%s %s is %i', async (method, path, status, allow) => {
    const { service } = await practise();
    const response = await fetch(service.url + path, { method, headers: { authorization: `Bearer ${service.key}` } });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  });

  test('reports every request and every accepted task, but never keys', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox');
    await practice.query(id);
    expect(practice.events).toMatchObject([
      { kind: 'request', method: 'POST', path: '/v1/images/generations' },
      { kind: 'accepted', taskId: id },
      { kind: 'request', method: 'GET', path: `/v1/tasks/${id}` },
    ]);
    expect(JSON.stringify(practice.events)).not.toContain(practice.service.key);
  });

  test('rejects when the port is taken', async () => {
    const { service } = await practise();
    await expect(practise({ port: Number(new URL(service.url).port) })).rejects.toThrow('EADDRINUSE');
  });

  test('stops even if a client keeps its connection open', async () => {
    const practice = await practise();
    const hanging = practice.post({ prompt: 'a fox [hang]' }).catch((error: unknown) => error);
    await expect.poll(() => practice.events.length).toBe(2);
    await practice.service.stop();
    expect(await hanging).toBeInstanceOf(TypeError);
  });
});
