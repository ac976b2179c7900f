import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanText } from '../../../electron/core/metadata/reading/text.ts';
import { formatLine, parseLine } from '../../../electron/core/library/journal-line.ts';
import { createServiceClient } from '../../../electron/core/service/service-client.ts';
import { createSocketHttp } from '../../../electron/network/socket-http.ts';
import { inputSchemas, type Channel } from '../../../shared/ipc/schemas.ts';
import { cutRow } from '../../../shared/lists/list-row.ts';
import { cutText, plainText } from '../../../shared/request/plain-text.ts';
import type { GenerationRequest } from '../../../shared/task.ts';
import { makeFile, makeTask } from '../database/samples.ts';
import { serveHttp, type LocalServer } from '../../support/local-server.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../support/open-test-database.ts';
import { realClock } from '../../support/service-client-rig.ts';

/** Half of a fox, a NUL, a bell, a page break, and what must stay: a whole fox, a joined family, a right-to-left mark, a tab. */
const typed = 'a \ud83d fox\0 \u0007in\fsnow \u{1f98a} 👩‍👧 \u200f\tend\udc8a';
const plain = 'a \ufffd fox in\nsnow \u{1f98a} 👩‍👧 \u200f\tend\ufffd';
const id = '11111111-1111-4111-8111-111111111111';

describe('plainText', () => {
  it.each([
    ['a fox\nin snow\t雪 \u{1f98a}', 'a fox\nin snow\t雪 \u{1f98a}'],
    [typed, plain],
    ['a\r\nb\rc\vd\u0085e', 'a\nb\nc\nd\ne'],
    ['\udc8a\ud83d', '\ufffd\ufffd'],
    ['\u009b1m\u007f', '1m'],
    ['', ''],
  ])('makes %j into %j', (text, expected) => {
    expect(plainText(text)).toBe(expected);
    expect(plainText(expected)).toBe(expected);
  });
});

describe('cutText', () => {
  it.each([
    ['a\u{1f98a}b', 2, 'a'],
    ['a\u{1f98a}b', 3, 'a\u{1f98a}'],
    ['a\u{1f98a}', 3, 'a\u{1f98a}'],
    ['abc', 2, 'ab'],
    ['a', 0, ''],
  ])('cuts %j at %i to %j, and halves no character', (text, length, expected) => {
    expect(cutText(text, length)).toBe(expected);
  });

  it('begins a row that is too long', () => {
    expect(cutRow(1, `a${'\u{1f98a}'.repeat(1000)}`).cells[0]?.isWellFormed()).toBe(true);
  });
});

const request = { model: typed, prompt: typed, size: typed, quality: typed };
const choices = { model: typed, size: typed, quality: typed, also: { model: [typed], size: [typed], quality: [typed] } };
const saved = { id: 1, folder: typed, title: typed, prompt: typed, choices, snippet: null, imageId: null, savedAt: 0 };

/** Every way by which a text of a request comes into main. Fields with `typed` must come in plain. */
const doors: readonly (readonly [Channel, unknown])[] = [
  ['tasks:submit', { accountId: id, request, taskIds: [id], retryOf: null }],
  ['tasks:submit-batch', { batchId: id, accountId: id, name: typed, recipe: { from: 'template', template: typed, wildcards: [typed], models: [typed], sizes: [typed], qualities: [typed] }, tasks: [{ taskId: id, request, retryOf: null }] }],
  ['tasks:edit', { taskId: id, request }],
  ['tasks:add-by-id', { taskId: id, accountId: id, remoteId: 'r', prompt: typed, anyway: false }],
  ['batches:rename', { batchId: id, name: typed }],
  ['prices:set', { accountId: id, rows: [{ model: typed, size: typed, quality: typed, fields: {}, per: 'task', amount: null }] }],
  ['prompts:put', { prompts: [saved] }],
  ['prompts:save-file', request],
  ['prompts:pictures', { prompt: typed }],
  ['settings:update', { compose: choices, composeByAccount: { [id]: choices } }],
];

describe('a text of a request with half a character and control characters', () => {
  it.each(doors)('comes in by %s as it is sent, kept and shown', (channel, input) => {
    const expected = JSON.parse(JSON.stringify(input).replaceAll(JSON.stringify(typed), JSON.stringify(plain))) as unknown;
    expect(inputSchemas[channel].parse(input)).toEqual(expected);
  });

  it('comes in by the metadata of an imported picture in the same form', () => {
    expect(cleanText(typed)).toBe(plain);
    // A cut may halve a character, too.
    expect(cleanText('\u{1f98a}\u{1f98a}', 3)).toBe('\u{1f98a}\ufffd');
  });
});

describe('what was let in', () => {
  let database: TestDatabase;
  let server: LocalServer;
  const http = createSocketHttp();
  const bodies: string[] = [];
  beforeAll(async () => {
    database = await openTestDatabase();
    server = await serveHttp((asked, response) => {
      const chunks: Buffer[] = [];
      asked.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
        bodies.push(Buffer.concat(chunks).toString('utf8'));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"task_1","status":"pending"}');
      });
    });
  });
  afterAll(async () => {
    await http.close();
    await server.stop();
    await database.remove();
  });

  /** What the POST says, the row after a restart, and the line of the journal. */
  async function copiesOf(given: GenerationRequest): Promise<unknown[]> {
    const client = createServiceClient({ http, clock: realClock });
    await client.submit({ baseUrl: server.url, key: 'k' }, given).outcome;
    const task = makeTask({ request: given, state: { status: 'completed', remoteId: 'task_1', imageCount: 1 } });
    await database.repository.insertTasks([task]);
    database = await database.reopen();
    const line = parseLine(formatLine({ task, index: 0, file: makeFile(), account: testAccount }));
    const sent = JSON.parse(bodies.at(-1) ?? '') as Record<string, unknown>;
    const { model, prompt, size, quality, ...fields } = sent;
    return [{ model, prompt, size, quality, ...(Object.keys(fields).length > 0 && { fields }) }, (await database.repository.task(task.id))?.task.request, line !== null && 'task' in line ? line.task.request : line];
  }

  it.each<[string, Record<string, unknown>]>([
    ['a prompt, model, size and quality', {}],
    // JSON holds these as they are, wherever it is kept.
    ['more fields', { fields: { negative_prompt: typed, list: [typed], [`name ${typed}`]: 1 } }],
  ])('%s: the service, the database and the journal have the same', async (_, more) => {
    const given = inputSchemas['tasks:edit'].parse({ taskId: id, request: { ...request, ...more } }).request;
    expect(await copiesOf(given)).toEqual([given, given, given]);
    expect(bodies.at(-1)?.match(/\\u0000|\\ud83d/)?.length ?? 0).toBe('fields' in more ? 1 : 0);
  });
});
