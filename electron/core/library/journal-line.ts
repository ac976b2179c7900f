import { z } from 'zod';
import { importedSchema } from '../../../shared/library/imported-schema.ts';
import { storedAmount } from '../../../shared/money/stored-amount.ts';
import { imageTypes, noFacts, notRepeated, unknownReasons, remoteIdOf, type EpochMs, type ImageFile, type ServiceFacts, type Task, type TaskId } from '../../../shared/task.ts';
import { requestExtras } from '../../../shared/request/request-schema.ts';
import { parseBaseUrl } from '../../../shared/network/base-url.ts';
import { isoText } from '../util/iso-text.ts';
import { isIntact, readSealed, sealed } from './sealed-line.ts';
import type { StoredAccount } from '../accounts/account-store.ts';

/** Everything needed to add a picture to an empty history. Contains no key. */
export interface KeptPicture {
  readonly task: Task;
  /** Position in the task's answer, from 0. */
  readonly index: number;
  readonly file: ImageFile;
  readonly account: StoredAccount;
}

export interface JournalLine extends KeptPicture {
  /** The line is as Latent wrote it. A line that was edited, or that a failing disk changed, is used only if nothing else is left. */
  readonly intact: boolean;
}

/** A picture that was removed for good. */
export interface RemovedPicture {
  readonly taskId: TaskId;
  /** Position in the task's answer, from 0. */
  readonly index: number;
  readonly at: EpochMs;
}

/** The beginning of every removal, so that other lines need not be parsed. */
const removalStart = '{"latent":1,"removed":';

export function formatRemoval({ taskId, index, at }: RemovedPicture): string {
  return sealed({ removed: { task: taskId, index, at: isoText(at) } });
}

/** Null for any other line, and for a changed one, so that a flipped bit removes no picture. */
export function parseRemoval(text: string): RemovedPicture | null {
  const found = text.startsWith(removalStart) ? readSealed(text, removalSchema) : null;
  return found && { taskId: found.removed.task, index: found.removed.index, at: found.removed.at };
}

/** The line of a picture. `pathInLine` in library-journal.ts relies on the order of its fields. */
export function formatLine({ task, index, file, account }: KeptPicture): string {
  const { savedAt, ...rest } = file;
  return sealed({ savedAt: isoText(savedAt), file: rest, index, request: task.request, task: taskFields(task), account: accountFields(account) });
}

/** The fields of a task in a line, apart from its request. */
export function taskFields(task: Task): object {
  return {
    id: task.id,
    remoteId: remoteIdOf(task) ?? '',
    imageCount: task.state.status === 'completed' ? task.state.imageCount : 1,
    retryOf: task.retryOf,
    adopted: task.adopted,
    ...(task.batchId === null ? {} : { batchId: task.batchId }),
    ...(task.estimate === null ? {} : { estimate: task.estimate }),
    ...(task.settled === null ? {} : { settled: task.settled }),
    ...(task.byHand === null ? {} : { byHand: task.byHand }),
    ...(task.imported === null ? {} : { imported: task.imported }),
    createdAt: isoText(task.createdAt),
    submittedAt: isoText(task.submittedAt),
    acceptedAt: isoText(task.acceptedAt),
    endedAt: isoText(task.endedAt),
    dismissedAt: isoText(task.dismissedAt),
    polls: task.polls,
    lastPollAt: isoText(task.lastPollAt),
    facts: task.facts,
  };
}

export function accountFields({ id, kind, name, baseUrl, createdAt }: StoredAccount): object {
  return { id, kind, name, baseUrl, createdAt: isoText(createdAt) };
}

/** Null for a line that is torn or not from Latent. Ignores fields that a later version added. */
export function parseLine(text: string): JournalLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) return null;
  const { savedAt, file, index, request, task, account } = parsed.data;
  const { remoteId, imageCount, ...rest } = task;
  return {
    task: { ...rest, ...notRepeated, place: 0, accountId: account.id, request, state: { status: 'completed', remoteId, imageCount }, trouble: null },
    index,
    file: { ...file, savedAt },
    account,
    intact: isIntact(text),
  };
}

/** Whether a path from a journal stays inside the library folder, on every system. */
function isPathBelow(path: string): boolean {
  const parts = path.split('/');
  return !/[\\:\0]/.test(path) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/** The time of a text by `isoText`. */
export const time = z.iso.datetime().transform((text) => Date.parse(text));
const maybeTime = time.nullable().catch(null);
const text = z.string().catch('');
const count = z.int().min(0);
const maybeNumber = z.number().nullable().catch(null);
const maybeText = z.string().nullable().catch(null);

const facts: z.ZodType<ServiceFacts> = z
  .object({ statusWord: maybeText, progress: maybeNumber, estimatedSeconds: maybeNumber, credits: storedAmount, model: maybeText, ids: count.exactOptional() })
  .catch(noFacts);

const address = z.string().transform((value, context) => {
  try {
    return parseBaseUrl(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'not an address' });
    return z.NEVER;
  }
});

const removalSchema = z.object({ removed: z.object({ task: z.uuid(), index: count.max(100_000), at: time }) });

export const requestSchema = z.object({ model: text, prompt: text, size: text, quality: text }).and(requestExtras.catch({}));

export const taskSchema = z.object({
  id: z.uuid(),
  remoteId: text,
  imageCount: count.catch(1),
  retryOf: z.uuid().nullable().catch(null),
  adopted: z.boolean().catch(false),
  imported: importedSchema.nullable().catch(null).default(null),
  batchId: z.uuid().nullable().catch(null).default(null),
  estimate: storedAmount.default(null),
  settled: storedAmount.default(null),
  byHand: z.enum(unknownReasons).nullable().catch(null).default(null),
  createdAt: time,
  submittedAt: maybeTime,
  acceptedAt: maybeTime,
  endedAt: maybeTime,
  dismissedAt: maybeTime,
  polls: count.catch(0),
  lastPollAt: maybeTime,
  facts,
});

export const accountSchema = z.object({ id: z.uuid(), kind: z.enum(['practice', 'service']), name: text, baseUrl: address, createdAt: time });

/** Strict about paths, ids and addresses, lenient about what is only shown. */
const lineSchema = z.object({
  savedAt: time,
  file: z.object({
    path: z.string().min(1).max(4096).refine(isPathBelow),
    type: z.enum(imageTypes),
    width: z.int().min(1),
    height: z.int().min(1),
    bytes: count,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  index: count.max(100_000),
  request: requestSchema,
  task: taskSchema,
  account: accountSchema,
});
