import { assertNever } from '../../../shared/result.ts';
import type { Amount } from '../../../shared/money/amount.ts';
import { costOf, type TaskCost } from '../../../shared/money/task-cost.ts';
import { hasReferences } from '../../../shared/request/reference-checks.ts';
import { remoteIdOf, type AccountId, type EpochMs, type ServiceSaid, type Task, type TaskState, type TaskWithImages } from '../../../shared/task.ts';
import { byteOrderMark, csvRecord, type CsvValue } from '../../../shared/csv.ts';
import { isoText } from '../util/iso-text.ts';
import { isUndecided } from './task-pages.ts';

/** The ledger for other programs, with one record per submission. docs/ledger.md explains each column. */

export type LedgerFormat = 'csv' | 'json';

/** The account in a record. Null if it was removed. */
export interface LedgerAccount {
  readonly kind: 'practice' | 'service';
  readonly name: string;
  readonly baseUrl: string;
  /** What its amounts are in. Null: it charges nothing. */
  readonly unit: string | null;
}
export type LedgerAccounts = ReadonlyMap<AccountId, LedgerAccount>;

/** The outcome of the submission. `sending` and `not-sent` may still change. */
type Outcome = 'not-sent' | 'sending' | 'accepted' | 'rejected' | 'unknown' | 'withdrawn' | 'adopted';

type Column = (entry: TaskWithImages, account: LedgerAccount | null) => CsvValue;

const columns = {
  undecided: (entry) => isUndecided(entry),
  outcome: ({ task }) => outcomeOf(task),
  reason: ({ task }) => reasonOf(task.state),
  status: ({ task }) => task.state.status,
  task_id: ({ task }) => remoteIdOf(task),
  local_id: ({ task }) => task.id,
  retry_of: ({ task }) => task.retryOf,
  account: (_entry, account) => account?.name ?? null,
  account_kind: (_entry, account) => account?.kind ?? null,
  base_url: (_entry, account) => account?.baseUrl ?? null,
  account_id: ({ task }) => task.accountId,
  idempotency_key: ({ task }) => task.idempotencyKey,
  repeated: ({ task }) => task.repeated,
  intent_at: ({ task }) => isoText(task.createdAt),
  sent_at: ({ task }) => isoText(task.submittedAt),
  accepted_at: ({ task }) => isoText(task.acceptedAt),
  ended_at: ({ task }) => isoText(task.endedAt),
  put_away_at: ({ task }) => isoText(task.dismissedAt),
  cost: ({ task }) => amountOf(costOf(task)),
  cost_by: ({ task }) => costOf(task)?.by ?? null,
  unit: (_entry, account) => account?.unit ?? null,
  credits: ({ task }) => task.facts.credits,
  estimate: ({ task }) => task.estimate,
  settled: ({ task }) => task.settled,
  id_by_hand: ({ task }) => task.byHand !== null,
  http_status: ({ task }) => saidOf(task.state)?.httpStatus ?? null,
  service_code: ({ task }) => saidOf(task.state)?.code ?? null,
  service_message: ({ task }) => saidOf(task.state)?.message ?? null,
  polls: ({ task }) => task.polls,
  last_poll_at: ({ task }) => isoText(task.lastPollAt),
  pictures_named: ({ task }) => (task.state.status === 'completed' ? task.state.imageCount : null),
  pictures_kept: ({ images }) => images.filter(({ state }) => state.status === 'kept').length,
  model: ({ task }) => task.request.model,
  size: ({ task }) => task.request.size,
  quality: ({ task }) => task.request.quality,
  prompt: ({ task }) => task.request.prompt,
  fields: ({ task }) => (task.request.fields === undefined ? null : JSON.stringify(task.request.fields)),
  references: ({ task }) => (hasReferences(task.request) ? JSON.stringify(task.request.references?.map((one) => (one.kind === 'address' ? one.url : one.sha256))) : null),
} satisfies Record<string, Column>;

const named = Object.entries(columns) as readonly (readonly [string, Column])[];

/** The names of the columns, in order. */
export const ledgerColumns: readonly string[] = named.map(([name]) => name);

/** The contents of the file, in pieces. */
export async function* exportLedger(format: LedgerFormat, tasks: AsyncIterable<TaskWithImages>, accounts: LedgerAccounts, now: EpochMs): AsyncGenerator<string> {
  switch (format) {
    case 'csv':
      yield byteOrderMark + csvRecord(ledgerColumns);
      for await (const entry of tasks) yield csvRecord(valuesOf(entry, accounts).map(([, value]) => value));
      return;
    case 'json': {
      yield `{"ledger":1,"exported_at":${JSON.stringify(isoText(now))},"submissions":[`;
      let between = '\n';
      for await (const entry of tasks) {
        yield between + JSON.stringify(Object.fromEntries(valuesOf(entry, accounts)));
        between = ',\n';
      }
      yield '\n]}\n';
      return;
    }
    default:
      assertNever(format);
  }
}

function valuesOf(entry: TaskWithImages, accounts: LedgerAccounts): readonly (readonly [string, CsvValue])[] {
  const account = accounts.get(entry.task.accountId) ?? null;
  return named.map(([name, column]) => [name, column(entry, account)]);
}

const amountOf = (cost: TaskCost | null): Amount | null => (cost !== null && 'amount' in cost ? cost.amount : null);

function outcomeOf({ state, adopted }: Task): Outcome {
  if (adopted) return 'adopted';
  switch (state.status) {
    case 'queued':
      return 'not-sent';
    case 'submitting':
      return 'sending';
    case 'unknown':
    case 'rejected':
    case 'withdrawn':
      return state.status;
    case 'processing':
    case 'paused':
    case 'missing':
    case 'completed':
    case 'failed':
      return 'accepted';
    default:
      return assertNever(state);
  }
}

function reasonOf(state: TaskState): string | null {
  switch (state.status) {
    case 'queued':
      return state.waitingFor;
    case 'unknown':
      return state.reason;
    case 'paused':
      return state.by;
    default:
      return null;
  }
}

function saidOf(state: TaskState): ServiceSaid | null {
  return 'said' in state ? state.said : null;
}
