import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { accountHash, diagnosticsFiles, type DiagnosticsInput } from '../../../../electron/core/diagnostics/diagnostics.ts';
import { createLogRedactor } from '../../../../electron/core/log/redact.ts';
import { zipTexts } from '../../../../electron/core/diagnostics/zip.ts';
import { noOptions } from '../../../../shared/account.ts';
import { defaultSettings } from '../../../../shared/settings.ts';
import type { TaskWithImages } from '../../../../shared/task.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeFile, makeTask, start } from '../../database/samples.ts';

const key = 'canary-7f3a91c2d4e85b60';
const prompt = 'a very secret fox';
const task = makeTask({
  accountId: testAccount.id,
  request: { model: 'm', prompt, size: 's', quality: 'q' },
  state: { status: 'failed', remoteId: 'task-9', said: { httpStatus: 200, code: 'moderated', message: `“${prompt}” with ${key} was refused` } },
  polls: 3,
});
const entry: TaskWithImages = { task, images: [{ id: 4, taskId: task.id, index: 0, state: { status: 'kept', file: makeFile({ path: `${prompt}.png` }) } }] };

async function saved(changes: Partial<DiagnosticsInput> = {}): Promise<Record<string, string>> {
  const redactor = createLogRedactor();
  redactor.learnKey(key);
  const input: DiagnosticsInput = {
    readMe: 'What this is',
    versions: { latent: '0.1.0' },
    settings: defaultSettings,
    libraryFolder: '/home/ada/Pictures/Latent',
    accounts: [{ id: testAccount.id, kind: 'service', name: 'Ada at work', baseUrl: 'https://api.example.com', key: { status: 'present', keeping: 'protected', lastFour: '5b60' }, removed: false, consoles: { key: null, billing: null }, options: noOptions, sendingStopped: false }],
    keyring: 'available',
    notices: [{ code: 'library-full', subject: '/home/ada/Pictures/Latent' }],
    databaseFaults: [],
    logs: [{ name: 'latent.log', text: `one account=${testAccount.id}\ntwo ${Buffer.from(key).toString('hex')} in /home/ada/x\n` }],
    tasks: only(entry),
    prompts: false,
    home: '/home/ada',
    redact: redactor.redact,
    ...changes,
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipTexts(diagnosticsFiles(input), start)) chunks.push(chunk);
  return Object.fromEntries(Object.entries(unzipSync(Buffer.concat(chunks))).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

async function* only(...entries: readonly TaskWithImages[]): AsyncGenerator<TaskWithImages> {
  yield* entries;
}

test('diagnostics are plain files: versions, settings, accounts, notices, database, tasks, logs', async () => {
  const files = await saved();
  expect(Object.keys(files)).toEqual(['README.txt', 'versions.json', 'settings.json', 'accounts.json', 'notices.json', 'database.json', 'tasks.jsonl', 'logs/latent.log']);
  expect(JSON.parse(files['settings.json'] ?? '')).toMatchObject({ libraryFolder: '~/Pictures/Latent', theme: 'system' });
  expect(JSON.parse(files['accounts.json'] ?? '')).toEqual({
    keyring: 'available',
    accounts: [{ account: accountHash(testAccount.id), kind: 'service', baseUrl: 'https://api.example.com', key: 'present', keeping: 'protected' }],
  });
  expect(JSON.parse(files['database.json'] ?? '')).toEqual({ sound: true, faults: [] });
  expect(JSON.parse(files['tasks.jsonl'] ?? '')).toMatchObject({
    id: task.id,
    account: accountHash(testAccount.id),
    status: 'failed',
    remoteId: 'task-9',
    said: { http: 200, code: 'moderated' },
    polls: 3,
    images: [{ status: 'kept', type: 'png' }],
  });
  expect(files['logs/latent.log']).toContain('two [key] in ~/x');
});

test('diagnostics contain no key, no account id or name, no home folder and no prompt', async () => {
  const everything = JSON.stringify(await saved());
  for (const secret of [key, Buffer.from(key).toString('hex'), '5b60', testAccount.id, 'Ada', '/home/ada', prompt]) expect(everything).not.toContain(secret);
});

test('diagnostics contain prompts and messages of the service only on request, and never a key', async () => {
  const { 'tasks.jsonl': tasks = '', ...others } = await saved({ prompts: true });
  expect(JSON.parse(tasks)).toMatchObject({ request: { prompt }, said: { message: `“${prompt}” with [key] was refused` } });
  expect(JSON.stringify(others)).not.toContain(prompt);
  expect(tasks).not.toContain(key);
});

test('diagnostics can be made without a readable history, and say so', async () => {
  async function* broken(): AsyncGenerator<TaskWithImages> {
    yield entry;
    throw new Error('database disk image is malformed in /home/ada/x');
  }
  const files = await saved({ tasks: broken() });
  expect(files['tasks.jsonl']?.trimEnd().split('\n').at(-1)).toBe('{"unreadable":"Error: database disk image is malformed in ~/x"}');
  expect(files['logs/latent.log']).toContain('two');
});

test('diagnostics have 5,000 tasks at most', async () => {
  async function* endless(): AsyncGenerator<TaskWithImages> {
    for (;;) yield entry;
  }
  const { 'tasks.jsonl': tasks = '' } = await saved({ tasks: endless() });
  expect(tasks.trimEnd().split('\n')).toHaveLength(5_000);
});
