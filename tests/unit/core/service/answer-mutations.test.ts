import { describe, expect, it } from 'vitest';
import type { HttpReply } from '../../../../electron/core/http/http-client.ts';
import { queryOutcome } from '../../../../electron/core/service/query-answer.ts';
import { createRedactor } from '../../../../electron/core/log/redact.ts';
import { readAnswer, understandAnswer, type ServiceAnswer } from '../../../../electron/core/service/service-answer.ts';
import { submitOutcome } from '../../../../electron/core/service/submit-answer.ts';
import { createDice } from '../../../support/dice.ts';
import { mutated } from '../../../support/answer-mutations.ts';
import { answerTexts } from '../../../support/answer-corpus.ts';

const redact = createRedactor('sk-1234567890abcdef');

async function answered(status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<ServiceAnswer> {
  const reply: HttpReply = {
    status,
    headers,
    body: (async function* () {
      yield Buffer.from(body);
    })(),
  };
  return understandAnswer(await readAnswer(reply, true), 0, redact);
}

const { below, pick } = createDice(2026);

describe('mutated answers', () => {
  it('10,000 of them can each be parsed, and pollute no prototype', async () => {
    const kinds = new Set<string>();
    for (let round = 0; round < 10_000; round += 1) {
      const shape = pick(answerTexts);
      let { text } = shape;
      for (let change = below(3); change >= 0; change -= 1) text = mutated(text, below);
      const answer = await answered(pick([shape.status, 200, 400, 500]), text, {
        ...shape.headers,
        'retry-after': mutated('Sat, 21 Nov 2026 14:00:05 GMT', below),
      });
      const submitted = submitOutcome(answer);
      if (submitted.kind === 'accepted') expect(submitted.remoteId).toMatch(/\S/);
      const queried = queryOutcome(answer);
      if (queried.kind === 'completed')
        for (const image of queried.images) expect(typeof (image.kind === 'url' ? image.url : image.base64)).toBe('string');
      if (queried.kind === 'trouble' && queried.retryAfterMs !== null) expect(queried.retryAfterMs).toBeLessThanOrEqual(600_000);
      kinds.add(submitted.kind).add(queried.kind);
    }
    expect([...kinds].sort()).toEqual([
      'accepted',
      'busy',
      'completed',
      'delivered',
      'failed',
      'key-refused',
      'not-found',
      'processing',
      'rejected',
      'trouble',
      'unknown',
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('answers with large pictures', () => {
  // An alternation in a regular expression overflows the stack on these.
  it.each([
    ['as base64', 'A'.repeat(40_000_000)],
    ['with escaped slashes', 'AAAAAAAAAA\\/'.repeat(3_300_000)],
  ])('are read, and their bytes are not stored: %s', async (_how, base64) => {
    const answer = await answered(200, `{"created":NaN,"data":[{"url":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ${base64}"}]}`);
    expect(submitOutcome(answer)).toMatchObject({ kind: 'delivered', images: [{ kind: 'inline' }] });
    expect(answer.stored.body).toMatch(/^\{"created":NaN,"data":\[\{"url":"\[\d+ characters left out\]"\}\]\}$/);
  });
});

describe('answers made to be expensive', () => {
  const size = 4 * 1024 * 1024 - 100;
  const deep = size / 2;
  it.each([
    ['blanks', ' '.repeat(size)],
    ['quotes', '"'.repeat(size)],
    ['backslashes', '"id":"'.concat('\\'.repeat(size - 10))],
    ['bearers', 'bearer '.repeat(size / 7)],
    ['a bearer of blanks', `bearer${' +'.repeat(size / 2 - 10)}`],
    ['ids', '"id" '.repeat(size / 5)],
    ['lists in lists', '['.repeat(deep) + ']'.repeat(deep)],
    ['objects in objects', '{"data":'.repeat(size / 9) + '1' + '}'.repeat(size / 9)],
    ['errors in errors', '{"error":'.repeat(size / 10) + '1' + '}'.repeat(size / 10)],
    ['many pictures', `{"status":"completed","output":{"data":[${'{"url":"https://a/"},'.repeat(200_000)}0]}}`],
    ['a long message', JSON.stringify({ error: 'n’t '.repeat(500_000) })],
    ['half a key over and over', 'sk-1234567890abcde'.repeat(200_000)],
    ['objects that begin and do not end', '{"'.repeat(size / 2)],
    ['lists that begin and do not end', '[1'.repeat(size / 2)],
    ['an object of quotes', `{${'"'.repeat(size)}`],
    ['commas', `{"a":1${', '.repeat(size / 2)}`],
    ['values that JSON does not have', `[${'NaN,'.repeat(size / 4)}]`],
    ['event lines of nothing', `data:${'\n'.repeat(size)}`],
    ['small events', 'data: {"a":1}\n\n'.repeat(size / 16)],
    ['headings of a page', '<title'.repeat(size / 6)],
    ['percent signs', `{"status":"completed","output":{"data":[${'{"url":"data:image/png;base64,%"},'.repeat(100_000)}0]}}`],
    ['many tasks', `{"data":[${'{"task_id":"a"},'.repeat(200_000)}{}]}`],
    ['progress that begins like a number', JSON.stringify({ id: 'a', status: 'x', progress: `1${' '.repeat(size - 100)}x` })],
    ['an error that begins like a limit', JSON.stringify({ error: `too many_${'_'.repeat(size - 100)}` })],
    ['an error of words that begin like a limit', JSON.stringify({ error: `too many ${'a_'.repeat(size / 2 - 100)}` })],
    ['digits for an id', `{"id":${'9'.repeat(size - 10)}}`],
  ])('%s: is read like any other, in reasonable time', async (_name, body) => {
    for (const status of [200, 400, 500]) {
      const answer = await answered(status, body);
      expect(submitOutcome(answer).kind).toBeTypeOf('string');
      const queried = queryOutcome(answer);
      if (queried.kind === 'completed') expect(queried.images.length).toBeLessThanOrEqual(100);
      expect(answer.stored.body.length).toBeLessThanOrEqual(64 * 1024);
    }
  });
});
