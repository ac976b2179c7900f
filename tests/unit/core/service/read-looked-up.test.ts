import { expect, test } from 'vitest';
import { lookedUp } from '../../../../electron/core/service/read-looked-up.ts';
import type { StoredAnswer } from '../../../../electron/core/service/stored-answer.ts';
import { noFacts } from '../../../../shared/task.ts';

const answerOf = (body: unknown): StoredAnswer => ({ at: 1, httpStatus: 200, body: typeof body === 'string' ? body : JSON.stringify(body), truncated: false });
const seen = (body: unknown): readonly [string | null, number | null] => {
  const found = lookedUp({ kind: 'processing', facts: noFacts, answer: answerOf(body) });
  return found.kind === 'found' ? [found.prompt, found.createdAt] : [null, null];
};

const at = Date.UTC(2026, 10, 26, 12, 0, 0);
test.each([
  ['the documented shape', { id: 't', prompt: 'a fox', created: at / 1000 }, ['a fox', at]],
  ['wrapped, in milliseconds', { code: 200, data: { id: 't', prompt: 'a fox', created_at: at } }, ['a fox', at]],
  ['the request inside', { id: 't', input: { prompt: 'a fox' }, createdAt: '2026-11-26T12:00:00Z' }, ['a fox', at]],
  ['the request as text', { id: 't', payload: '{"prompt":"a fox"}' }, ['a fox', null]],
  ['the time of the answer, which says nothing of the task', { code: 200, timestamp: at, data: { id: 't', prompt: 'a fox' } }, ['a fox', null]],
  ['digits in a string', { id: 't', create_time: String(at / 1000) }, [null, at]],
  ['a time without a zone, which nobody can read', { id: 't', created_at: '2026-11-26 12:00' }, [null, null]],
  ['no time', { id: 't', created: 0, prompt: '  ' }, [null, null]],
  ['an object in place of a prompt', { id: 't', prompt: { text: 'a fox' } }, [null, null]],
  ['no JSON', '<html>', [null, null]],
  ['JSON that was cut', '{"id":"t","prompt":"a fox', [null, null]],
  ['null', 'null', [null, null]],
] as const)('what a person recognises a task by: %s', (_, body, expected) => expect(seen(body)).toEqual(expected));

test('a long prompt is cut', () => expect(seen({ prompt: 'x'.repeat(10_000) })[0]).toHaveLength(2_000));

const said = { httpStatus: 404, code: 'not_found', message: 'No such task' };
test('only an answer about the task counts as found', () => {
  const answer = answerOf({});
  expect(lookedUp({ kind: 'completed', images: [], listed: 2, facts: noFacts, answer })).toMatchObject({ kind: 'found', status: 'completed', pictures: 2 });
  expect(lookedUp({ kind: 'failed', said, facts: noFacts, answer })).toMatchObject({ kind: 'found', status: 'failed', said });
  expect(lookedUp({ kind: 'not-found', said, answer })).toEqual({ kind: 'not-shown', trouble: 'not-found', said });
  expect(lookedUp({ kind: 'key-refused', said, answer })).toEqual({ kind: 'not-shown', trouble: 'key-refused', said });
  expect(lookedUp({ kind: 'trouble', trouble: 'unreachable', said, retryAfterMs: null, answer: null })).toEqual({ kind: 'not-shown', trouble: 'unreachable', said });
});
