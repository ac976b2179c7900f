import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { longEnough, practise, type Practice } from './practice-client.ts';

const withKey = (key: string) => ({ 'idempotency-key': key });
const taken = ({ events }: Practice): number => events.filter(({ kind }) => kind === 'accepted').length;
const replayed = ({ headers }: { readonly headers: Headers }): string | null => headers.get('idempotency-replayed');

describe('an Idempotency-Key', () => {
  test('gives the same task for the same request, and says so', async () => {
    const practice = await practise();
    const first = await practice.post({ prompt: 'a fox' }, withKey('k1'));
    const again = await practice.post({ prompt: 'a fox' }, withKey('"k1"'));
    expect(again.json.id).toBe(first.json.id);
    expect([replayed(first), replayed(again), taken(practice)]).toEqual([null, 'true', 1]);
    expect((await practice.post({ prompt: 'a fox' }, withKey('k2'))).json.id).not.toBe(first.json.id);
    expect((await practice.post({ prompt: 'a fox' })).json.id).not.toBe(first.json.id);
  });

  test('with another request is refused with 422, and no key that is none is taken', async () => {
    const practice = await practise();
    await practice.post({ prompt: 'a fox' }, withKey('k1'));
    const other = await practice.post({ prompt: 'a wolf' }, withKey('k1'));
    expect([other.status, other.json.error?.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await practice.post({ prompt: 'a fox' }, withKey('x'.repeat(97)))).status).toBe(400);
    expect(taken(practice)).toBe(1);
  });

  test('is remembered for a day', async () => {
    const practice = await practise();
    const first = await practice.post({ prompt: 'a fox' }, withKey('k1'));
    practice.pass(86_400_000);
    expect((await practice.post({ prompt: 'a fox' }, withKey('k1'))).json.id).toBe(first.json.id);
    practice.pass(1);
    expect((await practice.post({ prompt: 'a fox' }, withKey('k1'))).json.id).not.toBe(first.json.id);
  });

  test('takes one of two requests at the same time', async () => {
    const practice = await practise();
    const answers = await Promise.all([1, 2, 3].map(() => practice.post({ prompt: 'a fox' }, withKey('k1'))));
    expect(taken(practice)).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  test('[lost answer] cuts the connection once, and then answers with the task that it took', async () => {
    const practice = await practise();
    await expect(practice.post({ prompt: 'a fox [lost answer]' }, withKey('k1'))).rejects.toThrow('fetch failed');
    const again = await practice.post({ prompt: 'a fox [lost answer]' }, withKey('k1'));
    expect([again.status, replayed(again), taken(practice)]).toEqual([200, 'true', 1]);
    expect((await practice.query(again.json.id ?? '')).status).toBe(200);
  });

  test.each(['drop', 'server error', 'garbage'])('[%s] has no clear answer, however often it is sent', async (word) => {
    const practice = await practise();
    for (let number = 0; number < 3; number += 1) {
      const answer = await practice.post({ prompt: `a fox [${word}]` }, withKey('k1')).catch(() => null);
      expect(answer === null || answer.status === 500 || !answer.text.startsWith('{')).toBe(true);
    }
    expect(taken(practice)).toBe(word === 'server error' ? 0 : 1);
  });
});

describe('after a restart', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'practice-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('the key is still known', async () => {
    const dataFile = path.join(folder, 'practice.jsonl');
    const before = await practise({ dataFile });
    const first = await before.post({ prompt: 'a fox' }, withKey('k1'));
    await before.service.stop();
    const after = await practise({ dataFile });
    expect((await after.post({ prompt: 'a fox' }, withKey('k1'))).json.id).toBe(first.json.id);
  });
});

describe('the list of tasks', () => {
  test('has the latest first, with what was asked for and how they stand', async () => {
    const practice = await practise();
    const [one, two] = [await practice.submit('a fox'), await practice.submit('a wolf [fail]')];
    practice.pass(longEnough);
    const { json } = await practice.get('/v1/tasks?page_size=5');
    expect(json).toMatchObject({ object: 'list', data: [{ id: two, status: 'failed', prompt: 'a wolf [fail]', model: 'm', created: 1_800_000_000 }, { id: one, status: 'completed' }] });
    expect((await practice.get('/v1/tasks?page_size=1')).json).toMatchObject({ data: [{ id: two }] });
    expect((await practice.get('/v1/tasks', { authorization: 'Bearer wrong' })).status).toBe(401);
  });
});
