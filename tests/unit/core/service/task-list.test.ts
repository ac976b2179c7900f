import { expect, it } from 'vitest';
import { readTaskList } from '../../../../electron/core/service/task-list.ts';
import { startPracticeService } from '../../../../electron/practice/service.ts';
import { requestFor, useServiceClient } from '../../../support/service-client-rig.ts';

const { client } = useServiceClient();

const at = Date.UTC(2026, 10, 26, 12);
const seconds = at / 1000;
const plain = (text: string): string => text;
const read = (value: unknown) => readTaskList(typeof value === 'string' ? value : JSON.stringify(value), plain);
const fox = { remoteId: 'task-1', status: 'completed', model: 'm', prompt: 'a fox', createdAt: at };

it.each([
  ['a list alone', [{ id: 'task-1', status: 'completed', model: 'm', prompt: 'a fox', created: seconds }]],
  ['as this interface would have it', { object: 'list', data: [{ id: 'task-1', object: 'image.generation.task', status: 'completed', model: 'm', prompt: 'a fox', created: seconds }] }],
  ['wrapped, with the time in milliseconds', { code: 200, data: { total: 1, items: [{ task_id: 'task-1', state: 'completed', model: 'm', prompt: 'a fox', created_at: at }] } }],
  ['with the request in an object, and a date', { tasks: [{ taskId: 'task-1', status: 'completed', input: { prompt: 'a fox', model: 'm' }, createTime: '2026-11-26T12:00:00Z' }] }],
  ['with the request as text, and the time as text', { result: { records: [{ id: 'task-1', status: 'completed', params: '{"prompt":"a fox","model":"m"}', created: String(seconds) }] } }],
  ['with a shorter list beside it', { models: [{ name: 'm' }], data: [{ id: 'task-1', status: 'completed', model: 'm', prompt: 'a fox', created: seconds }] }],
])('%s', (_, value) => {
  expect(read(value)).toEqual([fox]);
});

it('takes what it does not know as not stated', () => {
  expect(read({ data: [{ id: 7 }, { id: 'x', created: 3, prompt: 5, model: {} }, { status: 'completed' }] })).toEqual([
    { remoteId: '7', status: null, model: null, prompt: null, createdAt: null },
    { remoteId: 'x', status: null, model: null, prompt: null, createdAt: null },
  ]);
});

it.each([
  ['with a zone', '2026-11-26T13:00:00+01:00', at],
  ['with a blank in it', '2026-11-26 12:00:00Z', at],
  ['of a header', 'Thu, 26 Nov 2026 12:00:00 GMT', at],
  ['of a mail', 'Thu, 26 Nov 2026 13:00:00 +0100', at],
  ['of JavaScript', 'Thu Nov 26 2026 13:00:00 GMT+0100', at],
  ['in microseconds', '2026-11-26T12:00:00.000000+00:00', at],
  ['whose year looks like a zone', '26-11-2026', null],
  ['without a zone, which nobody can read', '2026-11-26T12:00:00', null],
  ['in another order', '26.11.2026 12:00', null],
])('a date %s', (_, created, createdAt) => expect(read([{ id: 'task-1', created }])).toMatchObject([{ createdAt }]));

it('knows an empty list from an answer that has none', () => {
  expect(read({ data: [] })).toEqual([]);
  for (const none of ['', '<html>Sign in</html>', { error: { code: 'not_found' } }, { data: { id: 'task-1' } }, 'null']) expect(read(none)).toBeNull();
});

it('leaves out what holds the key', () => {
  const redact = (text: string): string => text.replaceAll('sk-secret', '…');
  const body = JSON.stringify([{ id: 'sk-secret', prompt: 'a' }, { id: 'b', prompt: 'my sk-secret', model: 'm' }]);
  expect(readTaskList(body, redact)).toEqual([{ remoteId: 'b', status: null, model: 'm', prompt: null, createdAt: null }]);
});

it('asks for the list of a service, with the key, and says if there is none', async () => {
  const practice = await startPracticeService({ dataFile: null });
  try {
    const outcome = await client.submit({ baseUrl: practice.url, key: practice.key }, requestFor('a fox')).outcome;
    const listedTasks = await client.list({ baseUrl: practice.url, key: practice.key });
    expect(listedTasks).toMatchObject([{ remoteId: 'remoteId' in outcome ? outcome.remoteId : '', prompt: 'a fox', status: 'processing' }]);
    expect(await client.list({ baseUrl: practice.url, key: 'another' })).toBeNull();
  } finally {
    await practice.stop();
  }
  expect(await client.list({ baseUrl: practice.url, key: practice.key })).toBeNull();
});
