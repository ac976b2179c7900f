import type { ImportedPicture } from '../../../../shared/library/import.ts';
import { isFree } from '../../../../shared/account.ts';
import { billionths, noAmount, type Amount } from '../../../../shared/money/amount.ts';
import type { GenerationRequest, ServiceSaid, Task, TaskState } from '../../../../shared/task.ts';
import { assertNever } from '../../../../shared/result.ts';
import { separateScripts } from '../../../../shared/search/text/separate-scripts.ts';

/** Tasks as rows, as they are written. `task-parsing.ts` reads them. */

export type Value = string | number | bigint | null;
export type Row = Readonly<Record<string, unknown>>;

/** Columns that a task fills. The id is the last one, so that the same values fit an INSERT and an UPDATE. */
export const taskColumns = [
  'account',
  'model',
  'prompt',
  'size',
  'quality',
  'retry_of',
  'adopted',
  'title',
  'imported',
  'batch',
  'place',
  'extras',
  'estimate',
  'cost',
  'settled',
  'idempotency_key',
  'repeated',
  'by_hand',
  'apart',
  'created_at',
  'submitted_at',
  'accepted_at',
  'ended_at',
  'dismissed_at',
  'status',
  'reason',
  'remote_id',
  'misses',
  'image_count',
  'said_status',
  'said_code',
  'said_message',
  'polls',
  'last_poll_at',
  'trouble_kind',
  'trouble_status',
  'trouble_code',
  'trouble_message',
  'trouble_retry_at',
  'facts',
  'uuid',
] as const;

export type TaskColumn = (typeof taskColumns)[number];

/** What is selected for columns that are read in another form. */
const expressions: Readonly<Record<string, string>> = {
  account: '(SELECT accounts.uuid FROM accounts WHERE accounts.id = tasks.account)',
  batch: '(SELECT batches.uuid FROM batches WHERE batches.id = tasks.batch)',
  estimate: 'CAST(tasks.estimate AS TEXT)',
  settled: 'CAST(tasks.settled AS TEXT)',
};

/** What stands for columns that are missing in a damaged file or in one of an earlier version. For all others, it is null. */
const substitutes: Readonly<Record<string, string>> = { title: `''`, place: 'tasks.created_at', repeated: '0' };

/** The columns to select for `rowToTask`: the row number, account and batch by their own ids, and no column that only searches and sums need. */
export const taskSelection = taskSelectionOf(() => true);

/** The same for a file that may lack some columns. */
export function taskSelectionOf(has: (column: string) => boolean): string {
  const read = taskColumns.filter((column) => column !== 'apart' && column !== 'cost');
  return ['tasks.id AS row_id', ...read.map((column) => `${has(column) ? (expressions[column] ?? `tasks.${column}`) : (substitutes[column] ?? 'NULL')} AS ${column}`)].join(', ');
}

/** Adds a task, unless it exists. The values are `taskValues`: node:sqlite takes 15 µs longer for so many if they have names. */
export const insertTask = `INSERT INTO tasks (${taskColumns.join(', ')}) VALUES (${taskColumns.map(() => '?').join(', ')}) ON CONFLICT (uuid) DO NOTHING`;

/** The same for a new submission. Its pictures go to the album that takes new pictures. */
export const insertSubmission = insertTask.replace(') VALUES (', ', album) VALUES (').replace(') ON CONFLICT', ', (SELECT id FROM albums WHERE takes_new = 1)) ON CONFLICT');

/** Changes a task that exists. The values are `taskValues`. */
export const updateTask = `UPDATE tasks SET ${taskColumns.flatMap((column) => (column === 'uuid' ? [] : `${column} = ?`)).join(', ')} WHERE uuid = ?`;

/** `account` and `batch`: their row numbers. */
export function taskValues(task: Task, account: number, batch: number | null): readonly Value[] {
  const row = taskToRow(task, account, batch);
  return taskColumns.map((column) => row[column]);
}

function taskToRow(task: Task, account: number, batch: number | null): Record<TaskColumn, Value> {
  const imported = importedToRow(task.imported);
  const state = stateToRow(task.state);
  const { trouble, facts } = task;
  return {
    uuid: task.id,
    account,
    model: task.request.model,
    prompt: task.request.prompt,
    size: task.request.size,
    quality: task.request.quality,
    retry_of: task.retryOf,
    adopted: task.adopted ? 1 : 0,
    ...imported,
    batch,
    place: task.place,
    extras: extrasToRow(task.request),
    estimate: amountToRow(task.estimate),
    settled: amountToRow(task.settled),
    idempotency_key: task.idempotencyKey,
    repeated: task.repeated,
    by_hand: task.byHand,
    apart: separateScripts([task.request.prompt, task.request.model, imported.title, state.said_code, state.said_message]),
    created_at: whole(task.createdAt),
    submitted_at: whole(task.submittedAt),
    accepted_at: whole(task.acceptedAt),
    ended_at: whole(task.endedAt),
    dismissed_at: whole(task.dismissedAt),
    ...state,
    cost: amountToRow(isFree(task.accountId) ? noAmount : (task.settled ?? facts.credits)),
    polls: task.polls,
    last_poll_at: whole(task.lastPollAt),
    trouble_kind: trouble?.kind ?? null,
    trouble_status: trouble?.said.httpStatus ?? null,
    trouble_code: trouble?.said.code ?? null,
    trouble_message: trouble?.said.message ?? null,
    trouble_retry_at: whole(trouble?.retryAt ?? null),
    facts: Object.values(facts).every((fact) => fact === null) ? null : JSON.stringify(facts),
  };
}

/** The original name of an imported file has its own column, for searches. */
function importedToRow(imported: ImportedPicture | null): { readonly title: string; readonly imported: string | null } {
  if (imported === null) return { title: '', imported: null };
  const { title, ...rest } = imported;
  return { title, imported: JSON.stringify(rest) };
}

/** Fields and references of a request, which few requests have. */
function extrasToRow({ fields, references }: GenerationRequest): string | null {
  return fields === undefined && references === undefined ? null : JSON.stringify({ fields, references });
}

/** Billionths, which may have more digits than a JavaScript number holds. They are read as text. */
export function amountToRow(amount: Amount | null): bigint | null {
  return amount === null ? null : billionths(amount);
}

type StateColumn = 'status' | 'reason' | 'remote_id' | 'misses' | 'image_count';

function stateToRow(state: TaskState): Record<StateColumn, Value> & SaidRow {
  const bare = { status: state.status, reason: null, remote_id: null, misses: null, image_count: null, ...saidToRow(null) };
  switch (state.status) {
    case 'queued':
      return { ...bare, reason: state.waitingFor, ...saidToRow(state.otherSaid ?? null) };
    case 'submitting':
    case 'withdrawn':
      return bare;
    case 'unknown':
      return { ...bare, reason: state.reason, ...saidToRow(state.said) };
    case 'rejected':
      return { ...bare, ...saidToRow(state.said) };
    case 'processing':
      return { ...bare, remote_id: state.remoteId, misses: state.misses };
    case 'paused':
      return { ...bare, remote_id: state.remoteId, reason: state.by };
    case 'missing':
    case 'failed':
      return { ...bare, remote_id: state.remoteId, ...saidToRow(state.said) };
    case 'completed':
      return { ...bare, remote_id: state.remoteId, image_count: state.imageCount };
    default:
      return assertNever(state);
  }
}

/** What the service said, in columns. */
export interface SaidRow {
  readonly said_status: number | null;
  readonly said_code: string | null;
  readonly said_message: string | null;
}

function saidToRow(said: ServiceSaid | null): SaidRow {
  return { said_status: said?.httpStatus ?? null, said_code: said?.code ?? null, said_message: said?.message ?? null };
}

/** The columns hold whole numbers, and a computed time with a fraction must not prevent an id from being written. */
function whole(time: number): number;
function whole(time: number | null): number | null;
function whole(time: number | null): number | null {
  return time === null ? null : Math.round(time);
}
