import { z } from 'zod';
import type { Amount } from '../../../shared/money/amount.ts';
import { storedAmount } from '../../../shared/money/stored-amount.ts';
import { noFacts, type ServiceFacts } from '../../../shared/task.ts';
import { readError, statedError, type AnswerError } from './answer-error.ts';
import { candidatesIn } from './answer-candidates.ts';
import { imagesIn } from './answer-images.ts';
import type { AnsweredImage } from './outcomes.ts';

/** What an answer says, in any of the known forms. Null for what it does not say. */
export interface ParsedAnswer {
  /** Whether it is JSON with an object in it. */
  readonly readable: boolean;
  readonly id: string | null;
  /** The id is certainly a task's, and not that of a request or an error. */
  readonly namesTask: boolean;
  readonly status: AnsweredStatus | null;
  /** Pictures in the documented or known fields. */
  readonly images: readonly AnsweredImage[];
  /** What may be pictures, if the answer names none for certain. Only their bytes show which are. */
  readonly candidates: readonly AnsweredImage[];
  readonly facts: ServiceFacts;
  /** The error in the fields that exist only for errors. */
  readonly error: AnswerError | null;
  /** Any words and code that may explain a refusal. */
  readonly words: AnswerError | null;
}

/** `unknown` counts as still processing. */
export type AnsweredStatus = 'processing' | 'completed' | 'failed' | 'unknown';

const statuses: readonly (readonly [AnsweredStatus, readonly string[]])[] = [
  ['processing', ['processing', 'pending', 'queued', 'submitted', 'created', 'in_progress', 'running']],
  ['completed', ['completed', 'succeeded', 'success', 'complete', 'succeed']],
  ['failed', ['failed', 'error', 'failure', 'fail', 'cancelled', 'canceled', 'expired']],
];

const longestId = 10_240;

const idField = z
  .union([z.string().max(longestId).regex(/\S/), z.int().nonnegative().transform(String)])
  .optional()
  .catch(undefined);
const text = z.string().trim().min(1).max(200).optional().catch(undefined);
const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?%?$/)
      .transform(parseFloat),
  ])
  .optional()
  .catch(undefined);

const cost = storedAmount.optional();

/** The cost of a task, under the names that services use. */
const credits = { credits_used: cost, credits_charged: cost, credits_reserved: cost, credits: cost, cost };

/**
 * One level of an answer: the documented fields (service-interface §2) and those that such services add. A field with an
 * unexpected value is left out, so that parsing never fails.
 */
const levelSchema = z.object({
  id: idField,
  task_id: idField,
  taskId: idField,
  poll_url: z.string().optional().catch(undefined),
  object: text,
  status: text,
  model: text,
  progress: amount,
  estimated_time: amount,
  ...credits,
  task_info: z.object({ estimated_time: amount }).optional().catch(undefined),
  usage: z
    .object(credits)
    .optional()
    .catch(undefined),
});

interface Level {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly known: z.infer<typeof levelSchema>;
}

/** Where a service may have wrapped the task. */
const wrappers = ['data', 'task', 'result'];

export function parseAnswer(body: string): ParsedAnswer {
  const value = parseJson(body);
  const top = levelOf(value);
  if (top === null) return { ...silent, id: salvagedId(body) };
  const levels = [top, ...wrappers.flatMap((name) => levelOf(top.fields.get(name)) ?? []).filter((level) => !isPicture(level))];
  const whole = levels.find(({ known }) => idOf(known) !== null && known.status !== undefined);
  const named = whole ?? levels.find(({ known }) => idOf(known) !== null) ?? top;
  const stated = whole ?? levels.find(({ known }) => known.status !== undefined) ?? named;
  const status = stated.known.status ?? null;
  const inTask = imagesIn(Object.fromEntries(stated.fields));
  const images = inTask.length > 0 ? inTask : imagesIn(Object.fromEntries(top.fields));
  const meaning = status === null ? null : meaningOf(status);
  return {
    readable: true,
    id: idOf(named.known) ?? taskIdIn(named.known.poll_url),
    namesTask: named.known.task_id !== undefined || named.known.taskId !== undefined || looksLikeTask(named.known),
    status: meaning,
    images,
    candidates: meaning === 'unknown' && images.length > 0 ? images : images.length > 0 || meaning === 'processing' || meaning === 'failed' ? [] : candidatesIn(value),
    facts: { ...factsOf(stated.known), credits: creditsIn([stated.known, top.known]) },
    error: statedError(stated.fields) ?? statedError(top.fields),
    words: readError(Object.fromEntries(stated.fields)) ?? readError(Object.fromEntries(top.fields)),
  };
}

/** The id in the address of a query (service-interface §4), such as a `Location` header holds. */
export function taskIdIn(address: string | undefined): string | null {
  const segment = /\/v1\/tasks\/([^/?#\s]+)/.exec(address ?? '')?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const silent: ParsedAnswer = {
  readable: false,
  id: null,
  namesTask: false,
  status: null,
  images: [],
  candidates: [],
  facts: noFacts,
  error: null,
  words: null,
};

function parseJson(body: string): unknown {
  try {
    // JavaScript numbers cannot hold an id of so many digits, so it is read as text.
    return JSON.parse(body.replace(/("(?:id|task_id|taskId)"\s*:\s*)(\d{16,})(?=\s*[,}\]])/g, '$1"$2"'));
  } catch {
    return undefined;
  }
}

/** An object, or the first object of a list. */
function levelOf(value: unknown): Level | null {
  const object: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return null;
  return { fields: new Map(Object.entries(object)), known: levelSchema.parse(object) };
}

function isPicture({ fields }: Level): boolean {
  return fields.has('url') || fields.has('b64_json');
}

function idOf(known: Level['known']): string | null {
  return known.id ?? known.task_id ?? known.taskId ?? null;
}

function looksLikeTask({ id, object, status }: Level['known']): boolean {
  return (
    id !== undefined &&
    (/^task\b|^task[-_]/i.test(id) || /task|generation/i.test(object ?? '') || meaningOf(status ?? '') !== 'unknown')
  );
}

function meaningOf(word: string): AnsweredStatus {
  const plain = word.toLowerCase().replace(/[\s-]+/g, '_');
  return statuses.find(([, words]) => words.includes(plain))?.[0] ?? 'unknown';
}

function factsOf({ status, progress, estimated_time, task_info, model }: Level['known']): Omit<ServiceFacts, 'credits'> {
  return {
    statusWord: status ?? null,
    progress: progress === undefined ? null : Math.min(Math.max(progress, 0), 100),
    estimatedSeconds: task_info?.estimated_time ?? estimated_time ?? null,
    model: model ?? null,
  };
}

/** The credits charged, at any level of the answer, or else those reserved. Null if the answer has neither. */
function creditsIn(levels: readonly Level['known'][]): Amount | null {
  const places = levels.flatMap(({ usage, ...level }) => [usage ?? {}, level]);
  for (const name of ['credits_used', 'credits_charged', 'cost', 'credits', 'credits_reserved'] as const) {
    const found = places.map((place) => place[name] ?? null).find((credit) => credit !== null);
    if (found !== undefined) return found;
  }
  return null;
}

/** The id in the rest of a JSON answer that was cut off or damaged on its way. */
function salvagedId(body: string): string | null {
  const [before, , id] = /^[^<]*?"(task_id|id)"\s*:\s*("(?:[^"\\]|\\.){1,1000}")/s.exec(body) ?? [];
  if (before === undefined || id === undefined || /"(errors?|request)"\s*:/.test(before)) return null;
  try {
    return idField.parse(JSON.parse(id)) ?? null;
  } catch {
    return null;
  }
}
