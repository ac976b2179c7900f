import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { importedSchema } from '../../../../shared/library/imported-schema.ts';
import { fromBillionths } from '../../../../shared/money/amount.ts';
import { storedAmount } from '../../../../shared/money/stored-amount.ts';
import { lostReference } from '../../../../shared/request/reference-checks.ts';
import { requestExtras } from '../../../../shared/request/request-schema.ts';
import { noFacts, saidNothing, unknownReasons, type GenerationRequest, type PollTrouble, type QueueReason, type ServiceFacts, type ServiceSaid, type Task, type TaskState } from '../../../../shared/task.ts';
import type { Row, SaidRow } from './task-rows.ts';

/** Tasks from their rows. What is read is parsed: a file may have been changed by another program or a failing disk. */

/** Parses one of these words. They are keys, so that a word missing here is a type error. */
export function oneOf<Word extends string>(all: Readonly<Record<Word, true>>): z.ZodType<Word> {
  return z.enum(Object.keys(all) as Word[]);
}

const text = z.string();
const maybeText = text.nullable();
const count = z.int().min(0);
const time = z.int();
const maybeTime = time.nullable();
const saidColumns = { said_status: z.int().nullable(), said_code: maybeText, said_message: maybeText };
export const saidRow = z.object(saidColumns);

const unknownReason = z.enum(unknownReasons).catch('connection-lost');
/** Reasons why no connection could be made. */
const noConnection = {
  'connection-refused': true,
  'name-not-found': true,
  unreachable: true,
  'proxy-password': true,
  'proxy-refused': true,
  'proxy-unreachable': true,
  certificate: true,
} as const;
/** An unknown word, from a later version, must not hide a task, so it is read as the nearest known word. */
const queueReason = oneOf<QueueReason>({ turn: true, network: true, ...noConnection, busy: true, key: true, disk: true, held: true, 'batch-held': true, budget: true, price: true, references: true, stopped: true, unclear: true }).catch('turn');
const pausedBy = oneOf<Extract<TaskState, { status: 'paused' }>['by']>({ 'watch-limit': true, user: true }).catch('watch-limit');
const troubleKind = oneOf<PollTrouble['kind']>({
  'no-network': true,
  ...noConnection,
  'no-answer': true,
  'rate-limited': true,
  'server-error': true,
  unreadable: true,
  'not-found': true,
  'key-refused': true,
  intercepted: true,
  forbidden: true,
  reported: true,
  refused: true,
});

const stateRow: z.ZodType<TaskState> = z.discriminatedUnion('status', [
  z
    .object({ status: z.literal('queued'), reason: queueReason, ...saidColumns })
    .transform((row) => ({ status: row.status, waitingFor: row.reason, ...otherSaidOf(row) })),
  z.object({ status: z.literal('submitting') }),
  z.object({ status: z.literal('withdrawn') }),
  z
    .object({
      status: z.literal('unknown'),
      reason: unknownReason,
      ...saidColumns,
    })
    .transform((row) => ({ status: row.status, reason: row.reason, said: saidOf(row) })),
  z.object({ status: z.literal('rejected'), ...saidColumns }).transform((row) => ({ status: row.status, said: saidOf(row) })),
  z
    .object({ status: z.literal('processing'), remote_id: text, misses: count })
    .transform(({ status, remote_id, misses }) => ({ status, remoteId: remote_id, misses })),
  z
    .object({ status: z.literal('paused'), remote_id: text, reason: pausedBy })
    .transform(({ status, remote_id, reason }) => ({ status, remoteId: remote_id, by: reason })),
  z
    .object({ status: z.enum(['missing', 'failed']), remote_id: text, ...saidColumns })
    .transform((row) => ({ status: row.status, remoteId: row.remote_id, said: saidOf(row) })),
  z
    .object({ status: z.literal('completed'), remote_id: text, image_count: count })
    .transform(({ status, remote_id, image_count }) => ({ status, remoteId: remote_id, imageCount: image_count })),
]);

const restRow = z.object({
  uuid: text,
  account: text,
  model: text,
  prompt: text,
  size: text,
  quality: text,
  retry_of: maybeText,
  adopted: z.union([z.literal(0), z.literal(1)]),
  title: text,
  imported: maybeText,
  batch: maybeText,
  place: z.number(),
  extras: maybeText,
  estimate: maybeText,
  settled: maybeText,
  idempotency_key: maybeText,
  repeated: count,
  by_hand: unknownReason.nullable(),
  created_at: time,
  submitted_at: maybeTime,
  accepted_at: maybeTime,
  ended_at: maybeTime,
  dismissed_at: maybeTime,
  polls: count,
  last_poll_at: maybeTime,
  trouble_kind: troubleKind.nullable().catch(null),
  trouble_status: z.int().nullable(),
  trouble_code: maybeText,
  trouble_message: maybeText,
  trouble_retry_at: maybeTime,
  facts: maybeText,
});

const storedFacts: z.ZodType<ServiceFacts> = z.object({
  statusWord: maybeText,
  progress: z.number().nullable(),
  estimatedSeconds: z.number().nullable(),
  credits: storedAmount,
  model: maybeText,
  ids: count.exactOptional(),
});

/** Throws if the row is not valid. */
export function rowToTask(row: Row): Task {
  const rest = restRow.parse(row);
  return {
    id: rest.uuid,
    accountId: rest.account,
    request: { model: rest.model, prompt: rest.prompt, size: rest.size, quality: rest.quality, ...extrasOf(rest.extras) },
    retryOf: rest.retry_of,
    adopted: rest.adopted === 1,
    imported: rest.imported === null ? null : importedSchema.parse({ ...JSON.parse(rest.imported), title: rest.title }),
    batchId: rest.batch,
    place: rest.place,
    estimate: rest.estimate === null ? null : fromBillionths(rest.estimate),
    settled: rest.settled === null ? null : fromBillionths(rest.settled),
    idempotencyKey: rest.idempotency_key,
    repeated: rest.repeated,
    byHand: rest.by_hand,
    createdAt: rest.created_at,
    submittedAt: rest.submitted_at,
    acceptedAt: rest.accepted_at,
    endedAt: rest.ended_at,
    dismissedAt: rest.dismissed_at,
    state: stateRow.parse(row),
    polls: rest.polls,
    lastPollAt: rest.last_poll_at,
    trouble: troubleOf(rest),
    facts: rest.facts === null ? noFacts : storedFacts.parse(JSON.parse(rest.facts)),
  };
}

/** What cannot be read is left out: a request without its fields is still a task that was paid for. But it is not sent without its references. */
function extrasOf(stored: string | null): Pick<GenerationRequest, 'fields' | 'references'> {
  if (stored === null) return {};
  try {
    return requestExtras.parse(JSON.parse(stored));
  } catch {
    return stored.includes('"references"') ? { references: [lostReference] } : {};
  }
}

export function saidOf(row: SaidRow): ServiceSaid {
  return { httpStatus: row.said_status, code: row.said_code, message: row.said_message };
}

function otherSaidOf(row: SaidRow): { readonly otherSaid?: ServiceSaid } {
  const said = saidOf(row);
  return isDeepStrictEqual(said, saidNothing) ? {} : { otherSaid: said };
}

function troubleOf(row: z.infer<typeof restRow>): PollTrouble | null {
  if (row.trouble_kind === null) return null;
  const said = { httpStatus: row.trouble_status, code: row.trouble_code, message: row.trouble_message };
  return { kind: row.trouble_kind, said, retryAt: row.trouble_retry_at };
}
