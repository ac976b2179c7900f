import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exportLedger, ledgerColumns, type LedgerAccounts, type LedgerFormat } from '../../../../electron/core/export/ledger-export.ts';
import { tasksOfRows, tasksUndecidedFirst } from '../../../../electron/core/export/task-pages.ts';
import { writeWholeFile } from '../../../../electron/core/util/whole-file.ts';
import { addAmounts } from '../../../../shared/money/amount.ts';
import { sumCosts } from '../../../../shared/money/task-cost.ts';
import { noFacts, saidNothing, type Task, type TaskWithImages } from '../../../../shared/task.ts';
import { openTestDatabase, testAccount } from '../../../support/open-test-database.ts';
import { makeTask, start, taskStates } from '../../database/samples.ts';

const accounts: LedgerAccounts = new Map([[testAccount.id, { kind: 'service', name: 'Studio', baseUrl: 'https://api.example.com', unit: 'USD' }]]);

async function exported(format: LedgerFormat, tasks: readonly Task[]): Promise<string> {
  const { repository, remove } = await openTestDatabase();
  onTestFinished(remove);
  for (let at = 0; at < tasks.length; at += 500) await repository.insertTasks(tasks.slice(at, at + 500));
  let text = '';
  for await (const chunk of exportLedger(format, tasksUndecidedFirst(repository), accounts, start)) text += chunk;
  return text;
}

/** Reads CSV by RFC 4180. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

function rowsOf(csv: string): Record<string, string>[] {
  expect(csv.startsWith('\uFEFF')).toBe(true);
  const [head, ...records] = parseCsv(csv.slice(1));
  expect(head).toEqual(ledgerColumns);
  return records.map((record) => {
    expect(record).toHaveLength(ledgerColumns.length);
    return Object.fromEntries(record.map((value, index) => [head?.[index] ?? '', value]));
  });
}

test('a record contains intent, sending, outcome, id and credits, with times in UTC', async () => {
  const task = makeTask({
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    submittedAt: Date.UTC(2026, 0, 2, 3, 4, 6),
    acceptedAt: Date.UTC(2026, 0, 2, 3, 4, 7),
    state: { status: 'processing', remoteId: 'task-1', misses: 0 },
    facts: { ...noFacts, credits: '1.8' },
    request: { model: 'm', prompt: 'a "fox", in\nthe snow 雪', size: '64x64', quality: 'low' },
  });
  const [row] = rowsOf(await exported('csv', [task]));
  expect(row).toMatchObject({
    undecided: 'no',
    outcome: 'accepted',
    status: 'processing',
    task_id: 'task-1',
    local_id: task.id,
    account: 'Studio',
    intent_at: '2026-01-02T03:04:05.006Z',
    sent_at: '2026-01-02T03:04:06.000Z',
    accepted_at: '2026-01-02T03:04:07.000Z',
    ended_at: '',
    credits: '1.8',
    prompt: 'a "fox", in\nthe snow 雪',
  });
});

test('the costs of a file add up to what counts as spent, with who said each of them', async () => {
  const sent = { submittedAt: start, estimate: '0.04', state: { status: 'completed', remoteId: 'r', imageCount: 1 } } as const;
  const unknown = { status: 'unknown', reason: 'connection-lost', said: saidNothing } as const;
  const tasks = [
    makeTask({ ...sent, createdAt: start + 6 }),
    makeTask({ ...sent, createdAt: start + 5, facts: { ...noFacts, credits: '0.05' } }),
    makeTask({ ...sent, createdAt: start + 4, facts: { ...noFacts, credits: '0.05' }, settled: '0.01', byHand: 'connection-lost' }),
    makeTask({ ...sent, createdAt: start + 3, estimate: null }),
    makeTask({ ...sent, createdAt: start + 2, state: { status: 'rejected', said: saidNothing } }),
    makeTask({ createdAt: start + 1 }),
    makeTask({ ...sent, createdAt: start, state: unknown, dismissedAt: start + 9 }),
  ];
  const rows = rowsOf(await exported('csv', tasks));
  expect(rows.map(({ cost, cost_by, credits, estimate, settled, id_by_hand }) => [cost, cost_by, credits, estimate, settled, id_by_hand])).toEqual([
    ['0.04', 'estimate', '', '0.04', '', 'no'],
    ['0.05', 'service', '0.05', '0.04', '', 'no'],
    ['0.01', 'person', '0.05', '0.04', '0.01', 'yes'],
    ['', 'nobody', '', '', '', 'no'],
    ['0', 'refusal', '', '0.04', '', 'no'],
    ['', '', '', '', '', 'no'],
    ['0.04', 'estimate', '', '0.04', '', 'no'],
  ]);
  expect(new Set(rows.map(({ unit }) => unit))).toEqual(new Set(['USD']));
  expect(addAmounts(...rows.map(({ cost }) => cost || '0'))).toBe(sumCosts(tasks).spent);
});

test('unknown outcomes come first until they are settled, and are marked', async () => {
  const unknown = { status: 'unknown', reason: 'connection-lost', said: saidNothing } as const;
  const tasks = [
    makeTask({ createdAt: start + 4, request: { ...makeTask().request, prompt: 'newest' } }),
    makeTask({ createdAt: start + 3, state: unknown, dismissedAt: start + 9, request: { ...makeTask().request, prompt: 'settled' } }),
    makeTask({ createdAt: start + 2, state: unknown, request: { ...makeTask().request, prompt: 'open, newer' } }),
    makeTask({ createdAt: start + 1, state: unknown, request: { ...makeTask().request, prompt: 'open, older' } }),
  ];
  const rows = rowsOf(await exported('csv', tasks));
  expect(rows.map(({ prompt, undecided, outcome }) => [prompt, undecided, outcome])).toEqual([
    ['open, newer', 'yes', 'unknown'],
    ['open, older', 'yes', 'unknown'],
    ['newest', 'no', 'not-sent'],
    ['settled', 'no', 'unknown'],
  ]);
});

test('every state has an outcome, and each task is exported once over many pages', async () => {
  const tasks = Array.from({ length: 1_203 }, (_none, index) => makeTask({ createdAt: start + Math.floor(index / 3), state: taskStates[index % taskStates.length] ?? { status: 'submitting' } }));
  const { submissions } = JSON.parse(await exported('json', tasks)) as { submissions: { local_id: string; outcome: string; status: string }[] };
  expect(new Set(submissions.map(({ local_id }) => local_id))).toEqual(new Set(tasks.map(({ id }) => id)));
  expect(submissions).toHaveLength(tasks.length);
  const byStatus = Object.fromEntries(submissions.map(({ status, outcome }) => [status, outcome]));
  expect(byStatus).toEqual({
    queued: 'not-sent',
    submitting: 'sending',
    unknown: 'unknown',
    rejected: 'rejected',
    withdrawn: 'withdrawn',
    processing: 'accepted',
    paused: 'accepted',
    missing: 'accepted',
    completed: 'accepted',
    failed: 'accepted',
  });
});

test('JSON has the same columns, null for absent values, and is valid without tasks', async () => {
  const parsed = JSON.parse(await exported('json', [makeTask({ request: { model: 'm', prompt: '=1+1', size: 's', quality: 'q', fields: { seed: 7, tags: ['a'] }, references: [{ kind: 'address', url: 'https://a.test/1' }, { kind: 'file', sha256: 'ab'.repeat(32), type: 'png', bytes: 3, name: 'fox.png' }] } })])) as { submissions: Record<string, unknown>[] };
  expect(Object.keys(parsed.submissions[0] ?? {})).toEqual(ledgerColumns);
  expect(parsed.submissions[0]).toMatchObject({ prompt: '=1+1', fields: '{"seed":7,"tags":["a"]}', references: `["https://a.test/1","${'ab'.repeat(32)}"]`, credits: null, undecided: false });
  expect(JSON.parse(await exported('json', []))).toEqual({ ledger: 1, exported_at: new Date(start).toISOString(), submissions: [] });
});

test('a selection is exported in its order, page by page', async () => {
  const asked: number[] = [];
  const views = {
    tasksOfRows: (rows: Int32Array): Promise<readonly TaskWithImages[]> => {
      asked.push(rows.length);
      return Promise.resolve(Array.from(rows, (row) => ({ task: makeTask({ request: { ...makeTask().request, prompt: `row ${row}` } }), images: [] })));
    },
  };
  const rows = Int32Array.from({ length: 1201 }, (_none, at) => 5000 - at);
  let text = '';
  for await (const chunk of exportLedger('json', tasksOfRows(views, rows), accounts, start)) text += chunk;
  const { submissions } = JSON.parse(text) as { submissions: { prompt: string }[] };
  expect(submissions.map(({ prompt }) => prompt)).toEqual(Array.from(rows, (row) => `row ${row}`));
  expect(asked).toEqual([500, 500, 201]);
});

test.each(['=HYPERLINK("http://evil","x")', '+1', '-2+3', '@SUM(A1)', '\tx', '\rx', '\n=1', '＝1'])('%j is not a formula in a spreadsheet', async (prompt) => {
  let csv = '';
  for await (const chunk of exportLedger('csv', only(makeTask({ request: { ...makeTask().request, prompt } })), accounts, start)) csv += chunk;
  expect(rowsOf(csv)[0]?.['prompt']).toBe(`'${prompt}`);
});

test('the file is written whole or not at all', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-whole-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const target = path.join(folder, 'ledger.csv');
  await writeFile(target, 'older');
  async function* breaks(): AsyncGenerator<string> {
    yield 'x'.repeat(200_000);
    throw new Error('the database went away');
  }
  await expect(writeWholeFile(target, breaks())).rejects.toThrow('went away');
  expect(await readFile(target, 'utf8')).toBe('older');
  expect(await readdir(folder)).toEqual(['ledger.csv']);

  await writeWholeFile(target, exportLedger('json', only(), accounts, start));
  expect(JSON.parse(await readFile(target, 'utf8'))).toMatchObject({ submissions: [] });
  await expect(writeWholeFile(path.join(folder, 'missing', 'x'), exportLedger('csv', only(), accounts, start))).rejects.toMatchObject({ appError: { code: 'folder-unwritable' } });
  expect(await readdir(folder)).toEqual(['ledger.csv']);
});

async function* only(...tasks: readonly Task[]): AsyncGenerator<TaskWithImages> {
  for (const task of tasks) yield { task, images: [] };
}
