import { connectionTrouble } from '../../../shared/network/connection-trouble.ts';
import { saidNothing, type EpochMs, type GenerationRequest, type ServiceSaid } from '../../../shared/task.ts';
import type { Credentials, LongField, QueryOutcome, ServiceClient, SubmitOutcome } from './outcomes.ts';
import type { NamedImage } from './answers/answered-image.ts';
import { type Http, HttpFailure, type HttpRequest } from '../http/http-client.ts';
import type { Clock } from '../util/clock.ts';
import { withPositions } from './answers/answer-candidates.ts';
import { createPictureProbe } from './pictures/picture-probe.ts';
import { queryOutcome } from './query-answer.ts';
import { createRedactor, type Redact } from '../log/redact.ts';
import { createRecentAnswers, type RecentAnswers } from './recent-answers.ts';
import { testAccount } from './account-test.ts';
import { redirectIn, redirectStatuses } from '../http/redirects.ts';
import type { Leftover } from './answers/json-text.ts';
import { readAnswer, understandAnswer, type RawAnswer, type ServiceAnswer } from './service-answer.ts';
import { submitOutcome } from './submit-answer.ts';
import { readTaskList } from './task-list.ts';

export interface ServiceClientDeps {
  readonly http: Http;
  readonly clock: Clock;
  /** Milliseconds after which a submission without an answer counts as `unknown`. One with reference pictures has longer, so that they can be uploaded. */
  readonly submitDeadlineMs?: number;
  /** Milliseconds to wait for a late answer after that. */
  readonly lateAnswerMs?: number;
  /** Milliseconds for one query, from first to last byte. */
  readonly queryDeadlineMs?: number;
  /** Called once for each kind of thing that answers to a key were read without. */
  readonly noticed?: (what: Leftover) => void;
  /** Called for each answer to a repetition that the service says it gave before. */
  readonly replayed?: (httpStatus: number) => void;
}

const connectMs = 15_000;
const idleMs = 30_000;
const queryHeadersMs = 30_000;
const maxRedirects = 5;
/** Tasks that the service is asked to list. */
const listedTasks = 50;

/** The service's two operations (service-interface §4), and the list of tasks that some have, each one request and one typed outcome. */
export function createServiceClient({
  http,
  clock,
  submitDeadlineMs = 120_000,
  lateAnswerMs = 600_000,
  queryDeadlineMs = 120_000,
  noticed = () => undefined,
  replayed = () => undefined,
}: ServiceClientDeps): ServiceClient {
  const probe = createPictureProbe(http, clock);
  // One per key, because thousands of polls use the same and making these is costly.
  const memories = new Map<string, KeyMemory>();
  const memoryOf = (key: string): KeyMemory => {
    let memory = memories.get(key);
    if (memory === undefined) {
      memory = { redact: createRedactor(key), recent: createRecentAnswers(), headers: headersFor(key), left: new Set() };
      memories.set(key, memory);
    }
    return memory;
  };

  const understand = (answer: RawAnswer, at: EpochMs, { redact, left }: KeyMemory, asked: string | null): ServiceAnswer => {
    const understood = understandAnswer(answer, at, redact, asked);
    for (const what of understood.parsed.left) {
      if (left.has(what)) continue;
      left.add(what);
      noticed(what);
    }
    return understood;
  };

  const exchange = async (request: HttpRequest, withPictures: boolean): Promise<RawAnswer | HttpFailure> => {
    try {
      return await readAnswer(await http.open(request), withPictures);
    } catch (error) {
      return error instanceof HttpFailure ? error : new HttpFailure('FAILED', true, { cause: error });
    }
  };

  const send = async ({ baseUrl, key }: Credentials, request: GenerationRequest, body: string | Uint8Array, deadlineMs: number, idempotencyKey: string | null): Promise<SubmitOutcome> => {
    const memory = memoryOf(key);
    const { headers } = memory;
    const answer = await exchange(
      {
        method: 'POST',
        url: `${baseUrl}/v1/images/generations`,
        headers: { ...headers, 'content-type': 'application/json', ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }) },
        body,
        connection: 'fresh',
        timeouts: { connect: connectMs, headers: deadlineMs + lateAnswerMs, idle: idleMs },
      },
      // It may be answered with the pictures themselves.
      true,
    );
    if (answer instanceof HttpFailure) return outcomeWithoutAnswer(answer);
    if (/^true$/i.test(answer.headers['idempotency-replayed'] ?? '')) replayed(answer.httpStatus);
    return submitOutcome(understand(answer, clock.now(), memory, null), sentIn(request));
  };

  const get = (url: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<RawAnswer | HttpFailure> =>
    exchange(
      {
        method: 'GET',
        url,
        // A cache between the service and this computer must not answer in its place: a task would seem to be in progress for ever.
        headers: { ...headers, 'cache-control': 'no-cache' },
        connection: 'pooled',
        timeouts: { connect: connectMs, headers: queryHeadersMs, idle: idleMs, total: queryDeadlineMs },
        ...(signal === undefined ? {} : { signal }),
      },
      true,
    );

  /**
   * Follows redirects, such as that of a finished task to its result, as long as they stay with the service: nobody else gets the key. If they lead to
   * no success, as the way to a login page does, the redirect is the answer.
   */
  const getThere = async (url: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<RawAnswer | HttpFailure> => {
    const first = await get(url, headers, signal);
    let answer = first;
    let at = url;
    for (let redirects = 0; redirects < maxRedirects; redirects += 1) {
      const target = answer instanceof HttpFailure ? null : redirectWithin(answer, at);
      if (target === null) break;
      answer = await get(target, headers, signal);
      at = target;
    }
    return !(answer instanceof HttpFailure) && answer.httpStatus >= 200 && answer.httpStatus < 300 ? answer : first;
  };

  return {
    submit(credentials, request, references = null, idempotencyKey = null) {
      const body = bodyOf(request, references);
      const deadlineMs = submitDeadlineMs + uploadMs(body);
      const finished = send(credentials, request, body, deadlineMs, idempotencyKey);
      const deadline = new Promise<SubmitOutcome>((resolve) => {
        const cancel = clock.after(deadlineMs, () => resolve(noAnswerInTime));
        void finished.then(cancel);
      });
      const outcome = Promise.race([finished, deadline]);
      const late = outcome.then(async (first) => {
        if (first !== noAnswerInTime) return null;
        const last = await finished;
        return last.kind === 'unknown' || last.kind === 'not-sent' ? null : last;
      });
      return { outcome, late };
    },

    async query(credentials, remoteId, signal) {
      const memory = memoryOf(credentials.key);
      const { recent, headers } = memory;
      const answer = await getThere(`${credentials.baseUrl}/v1/tasks/${encodeTaskId(remoteId)}`, headers, signal);
      if (answer instanceof HttpFailure) return troubleWithoutAnswer(answer);
      const { httpStatus, body } = answer;
      const at = clock.now();
      const known = body.cut === null && body.picture === null ? recent.find(remoteId, httpStatus, body.text) : null;
      if (known !== null) return { ...known, answer: { ...known.answer, at } };
      const understood = understand(answer, at, memory, remoteId);
      const outcome = queryOutcome(understood);
      const candidates = understood.parsed.candidates.filter((candidate) => mayBeAsked(candidate, credentials.baseUrl));
      if (candidates.length === 0 || !mayHavePictures(outcome)) {
        recent.keep(remoteId, body.text, outcome);
        return outcome;
      }
      const { facts, answer: stored } = outcome;
      const { images: named, listed } = understood.parsed;
      const judged = await probe.judge(candidates, credentials.baseUrl, outcome.kind === 'completed', signal);
      const images = candidates.filter((_, index) => judged[index] !== 'none');
      const isUnderWay = understood.parsed.status === 'processing';
      const completes = !isUnderWay && named.length > 0 && judged.includes('picture') && !('reported' in outcome);
      if (outcome.kind === 'completed' || completes) return { kind: 'completed', images, listed: Math.max(listed, images.length), facts, answer: stored };
      // With an unknown status word, a picture elsewhere may be a logo or a preview, and one beside an error may be what the person sent. Neither
      // completes the task. Neither does one beside a word for a task in progress, even at 100 %.
      const found = !isUnderWay && named.length > 0 && !('reported' in outcome) ? [] : withPositions(candidates).filter((_, index) => judged[index] === 'picture');
      return found.length === 0 ? outcome : { ...outcome, found };
    },

    async list({ baseUrl, key }) {
      const { headers, redact } = memoryOf(key);
      const answer = await getThere(`${baseUrl}/v1/tasks?page_size=${listedTasks}`, headers);
      return answer instanceof HttpFailure || answer.httpStatus < 200 || answer.httpStatus >= 300 ? null : readTaskList(answer.body.text, redact);
    },

    async test(credentials) {
      return testAccount(credentials, (url, key) => get(url, headersFor(key)), clock);
    },
  };
}

/** Where an answer redirects to, if that is the same origin; null for anything else. */
function redirectWithin({ httpStatus, headers }: RawAnswer, from: string): string | null {
  const location = headers['location'];
  if (location === undefined || !redirectStatuses.has(httpStatus)) return null;
  const target = URL.parse(redirectIn(location), from);
  return target !== null && target.origin === new URL(from).origin && target.username === '' && target.password === '' ? target.href : null;
}

/** A task that reports less than 100 % progress has not ended, whatever its status word: its pictures may be previews. */
function mayHavePictures(outcome: QueryOutcome): outcome is Extract<QueryOutcome, { kind: 'completed' | 'processing' }> {
  return outcome.kind === 'completed' || (outcome.kind === 'processing' && (outcome.facts.progress ?? 100) >= 100);
}

/** An address that holds the key, outside the known places for pictures, is fetched only from the service itself. */
function mayBeAsked(candidate: NamedImage, baseUrl: string): boolean {
  return candidate.kind === 'inline' || candidate.holdsKey !== true || URL.parse(candidate.url, `${baseUrl}/`)?.origin === new URL(baseUrl).origin;
}

interface KeyMemory {
  readonly redact: Redact;
  readonly recent: RecentAnswers;
  readonly headers: Readonly<Record<string, string>>;
  /** What was noticed already. */
  readonly left: Set<Leftover>;
}

const noAnswerInTime: SubmitOutcome = { kind: 'unknown', reason: 'no-answer-in-time', said: saidNothing, answer: null };

/**
 * Leaves out empty fields, because the interface does not show which ones are required (service-interface §2). More fields of the request stand
 * beside these and never in their place.
 */
function payloadOf({ model, prompt, size, quality, fields = {} }: GenerationRequest): Readonly<Record<string, unknown>> {
  const own = { model, prompt, size, quality };
  const more = Object.entries(fields).filter(([name]) => !Object.hasOwn(own, name));
  return Object.fromEntries([...Object.entries(own).filter(([, value]) => value !== ''), ...more]);
}

/** Whether an address is in the request, outside its prompt. */
function sentIn({ fields = {}, references = [] }: GenerationRequest): (address: string) => boolean {
  const sent = JSON.stringify([fields, references]);
  return (address) => sent.includes(JSON.stringify(address));
}

/** What a body with reference pictures may take longer, at 50 kB a second. */
const uploadMs = (body: string | Uint8Array): number => (typeof body === 'string' ? 0 : body.length / 50);

/** The value of the long field is put in as it is: to encode up to 43 MB of text again would block main for a while. */
function bodyOf(request: GenerationRequest, long: LongField | null): string | Uint8Array {
  const text = JSON.stringify(payloadOf(request));
  if (long === null) return text;
  const start = text === '{}' ? '{' : `${text.slice(0, -1)},`;
  return Buffer.concat([Buffer.from(`${start}${JSON.stringify(long.name)}:`), ...long.json, Buffer.from('}')]);
}

function headersFor(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}`, accept: 'application/json', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Latent' };
}

/** Encodes any id as one path segment. Even `.` and `..` must not change the path, and half a surrogate pair cannot be encoded. */
function encodeTaskId(remoteId: string): string {
  if (/^[\w-]+$/.test(remoteId)) return remoteId;
  return encodeURIComponent(remoteId.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(/^\.{1,2}$/, (dots) =>
    '%2E'.repeat(dots.length),
  );
}

function outcomeWithoutAnswer(failure: HttpFailure): SubmitOutcome {
  if (!failure.sent) return { kind: 'not-sent', code: failure.code };
  const reason = failure.code === 'TIMEOUT' ? 'no-answer-in-time' : 'connection-lost';
  return { kind: 'unknown', reason, said: saidOf(failure), answer: null };
}

function troubleWithoutAnswer(failure: HttpFailure): QueryOutcome {
  const why = connectionTrouble(failure.code);
  const trouble = failure.sent ? 'no-answer' : why === 'network' ? 'no-network' : why;
  return { kind: 'trouble', trouble, said: saidOf(failure), retryAfterMs: null, answer: null };
}

/** There was no answer, so the transport's error code is the only reason known. */
function saidOf({ code }: HttpFailure): ServiceSaid {
  return { ...saidNothing, code };
}
