import { describe, expect, test } from 'vitest';
import { answerNameIn, practiceWords, withoutWords, wordsIn } from '../../../electron/practice/bracket-words.ts';
import { longEnough, pictureUrl, practise } from './practice-client.ts';
import { readPng } from './read-png.ts';

describe('reading words in a prompt', () => {
  test('finds only words of the table, and only in brackets', () => {
    expect([...wordsIn('a failing light that will fail, slow and empty')]).toEqual([]);
    expect([...wordsIn('a fox [fail] [brackets] [ SLOW ]')]).toEqual(['fail', 'slow']);
    expect([...wordsIn('[no credits] [no-credits] [Server  Error] [429]')]).toEqual(['no credits', 'server error', 'busy']);
    expect([...wordsIn('[constructor] [__proto__]')]).toEqual([]);
  });

  test('removes them for the painter', () => {
    expect(withoutWords('[slow] a fox [many] in [grass] [answer query-documented-completed]')).toBe('a fox in [grass]');
  });

  test('finds the name of an answer file', () => {
    expect(answerNameIn('a fox [slow] [Answer  Submit-Documented ]')).toBe('submit-documented');
    expect(answerNameIn('the answer is [answer] 42 [answer ../x]')).toBeNull();
  });

  test('every word has a description of its effect', () => {
    for (const behaviour of Object.values(practiceWords)) expect(behaviour).toMatch(/^[A-Z].{20,}\.$/);
  });
});

describe('words for the submission', () => {
  test.each([
    ['refuse', 400, 'content_policy_violation'],
    ['no credits', 402, 'insufficient_credits'],
    ['limit', 429, 'rate_limit_exceeded'],
    ['server error', 500, 'internal_error'],
  ])('[%s] refuses it with %i', async (word, status, code) => {
    const practice = await practise();
    const answer = await practice.post({ prompt: `a fox [${word}]` });
    expect(answer.status).toBe(status);
    expect(answer.json.error?.code).toBe(code);
    expect(answer.headers.get('retry-after')).toBe(status === 429 ? '5' : null);
    expect(practice.events.map(({ kind }) => kind)).toEqual(['request']);
  });

  test('[limit] refuses two submissions of a prompt, and takes the third', async () => {
    const practice = await practise();
    const statuses = [];
    for (let number = 0; number < 3; number += 1) statuses.push((await practice.post({ prompt: 'a fox [limit]' })).status);
    expect(statuses).toEqual([429, 429, 200]);
  });

  test('[garbage] answers 200 without JSON, but the task is there', async () => {
    const practice = await practise();
    const answer = await practice.post({ prompt: 'a fox [garbage]' });
    expect(answer.status).toBe(200);
    expect(() => JSON.parse(answer.text) as unknown).toThrow();
    expect((await practice.query(acceptedId(practice.events))).json.status).toBe('processing');
  });

  test('[hang] never answers, but the task is there', async () => {
    const practice = await practise();
    const giveUp = new AbortController();
    const hanging = fetch(`${practice.service.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${practice.service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a fox [hang]' }),
      signal: giveUp.signal,
    });
    const outcome = await Promise.race([hanging, new Promise((resolve) => setTimeout(resolve, 400, 'nothing'))]);
    expect(outcome).toBe('nothing');
    expect((await practice.query(acceptedId(practice.events))).status).toBe(200);
    giveUp.abort();
    await expect(hanging).rejects.toThrow();
  });

  test('[drop] cuts the connection, but the task is there', async () => {
    const practice = await practise();
    await expect(practice.post({ prompt: 'a fox [drop]' })).rejects.toThrow('fetch failed');
    expect((await practice.query(acceptedId(practice.events))).status).toBe(200);
  });
});

describe('words for the outcome of the task', () => {
  test('[fail] ends as failed, with the reason', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [fail]');
    expect((await practice.query(id)).json.status).toBe('processing');
    practice.pass(longEnough);
    const { status, json } = await practice.query(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'failed', error: { code: 'moderation_blocked' } });
    expect(json.output).toBeUndefined();
  });

  test('[stall] is processing for ever', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [stall]');
    practice.pass(30 * 24 * 3_600_000);
    const { json } = await practice.query(id);
    expect(json.status).toBe('processing');
    expect(json.progress).toBeLessThan(100);
  });

  test('[slow] takes thirty seconds', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [slow]');
    practice.pass(29_900);
    expect((await practice.query(id)).json.status).toBe('processing');
    practice.pass(200);
    expect((await practice.query(id)).json.status).toBe('completed');
  });

  test('[forget] is known at first, and later 404', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [forget]');
    expect((await practice.query(id)).status).toBe(200);
    practice.pass(longEnough);
    expect((await practice.query(id)).status).toBe(404);
  });

  test('[empty] completes without a picture', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [empty]');
    practice.pass(longEnough);
    expect((await practice.query(id)).json).toMatchObject({ status: 'completed', output: { data: [] } });
  });

  test('[many] completes with four different pictures', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [many]');
    practice.pass(longEnough);
    const answer = await practice.query(id);
    const files = await Promise.all([0, 1, 2, 3].map(async (index) => Buffer.from(await (await fetch(pictureUrl(answer, index))).arrayBuffer())));
    expect(answer.json.output?.data).toHaveLength(4);
    expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(4);
    for (const file of files) expect(readPng(file).width).toBe(64);
  });
});

describe('words for what services also do', () => {
  test('[several] names two tasks in one answer, each with its own picture', async () => {
    const practice = await practise();
    const { text } = await practice.post({ prompt: 'a fox [several]', size: '64x64' });
    const ids = (JSON.parse(text) as { data: { task_id: string }[] }).data.map(({ task_id }) => task_id);
    expect(new Set(ids).size).toBe(2);
    practice.pass(longEnough);
    const files = await Promise.all(ids.map(async (id) => Buffer.from(await (await fetch(pictureUrl(await practice.query(id)))).arrayBuffer()).toString('base64')));
    expect(new Set(files).size).toBe(2);
  });

  test('[at once] answers with the pictures', async () => {
    const practice = await practise();
    const { text } = await practice.post({ prompt: 'a fox [at once] [many]', size: '64x64' });
    const answer = JSON.parse(text) as { id?: string; data: { url: string }[] };
    expect(answer.id).toBeUndefined();
    expect(answer.data).toHaveLength(4);
    for (const { url } of answer.data) expect(readPng(Buffer.from(await (await fetch(url)).arrayBuffer())).width).toBe(64);
  });

  test('[late pictures] lists its picture only in the third completed answer', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [late pictures]');
    practice.pass(longEnough);
    for (let time = 0; time < 2; time++) expect((await practice.query(id)).json).toMatchObject({ status: 'completed', output: null });
    expect((await fetch(pictureUrl(await practice.query(id)))).status).toBe(200);
  });

  test('[moderated] ends with a word of its own and an error', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [moderated]');
    practice.pass(longEnough);
    expect((await practice.query(id)).json).toMatchObject({ status: 'moderated', error: { code: 'moderation_blocked' } });
  });
});

describe('words for the queries', () => {
  test.each([['busy', 429], ['429', 429], ['outage', 503]])('[%s] answers the first two with %i', async (word, status) => {
    const practice = await practise();
    const id = await practice.submit(`a fox [${word}]`);
    for (let time = 0; time < 2; time++) {
      const answer = await practice.query(id);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe(status === 429 ? '5' : null);
    }
    expect((await practice.query(id)).json.status).toBe('processing');
  });

  test('[noise] answers the first two with something that is not JSON', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [noise]');
    for (let time = 0; time < 2; time++) expect((await practice.query(id)).text).toContain('<!doctype html>');
    expect((await practice.query(id)).json.status).toBe('processing');
  });
});

describe('words for the pictures', () => {
  test('[expire] returns expired addresses the first time', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [expire]');
    practice.pass(longEnough);
    expect((await fetch(pictureUrl(await practice.query(id)))).status).toBe(403);
    expect((await fetch(pictureUrl(await practice.query(id)))).status).toBe(200);
  });

  test('[damaged] sends half a picture', async () => {
    const practice = await practise();
    const id = await practice.submit('a fox [damaged]');
    practice.pass(longEnough);
    const response = await fetch(pictureUrl(await practice.query(id)));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(() => readPng(bytes)).toThrow();
  });
});

function acceptedId(events: readonly { readonly kind: string; readonly taskId?: string }[]): string {
  const id = events.find(({ kind }) => kind === 'accepted')?.taskId;
  if (id === undefined) throw new Error('nothing was accepted');
  return id;
}
