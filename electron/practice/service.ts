import { randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPictureAddresses } from './addresses.ts';
import type { AnswerFiles } from './answer-files.ts';
import { readJson, Refusal, sendFile, sendGarbage, sendJson, sendRefusal } from './http.ts';
import { createPictureHandler } from './picture-handler.ts';
import { createQueries } from './queries.ts';
import { createPictureCache } from './picture-cache.ts';
import { creditsFor, parseSubmission, refuseAsAsked } from './submission.ts';
import { openPracticeTasks, type PracticeTask } from './accepted-tasks.ts';
import { defaultTiming, durationOf, picturesOf, type PracticeTiming } from './task-stage.ts';
import { answerNameIn, wordsIn } from './bracket-words.ts';

/** What the console of a service would show. `at` is in milliseconds since the epoch, with fractions. */
export type PracticeEvent =
  | { readonly kind: 'request'; readonly at: number; readonly method: string; readonly path: string }
  | { readonly kind: 'accepted'; readonly at: number; readonly taskId: string };

export interface PracticeOptions {
  /** 0 or absent: any free port. */
  readonly port?: number | undefined;
  /** Absent: a random key. */
  readonly key?: string | undefined;
  /** The file that keeps accepted tasks across restarts. Null: they are only in memory. */
  readonly dataFile: string | null;
  readonly timing?: Partial<PracticeTiming>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly onEvent?: (event: PracticeEvent) => void;
  /** Answers that the words `[answer NAME]` in a prompt ask for. */
  readonly answers?: AnswerFiles;
}

export interface PracticeService {
  /** The base URL: without trailing slash, without `/v1`. */
  readonly url: string;
  readonly key: string;
  /** Also closes open connections. */
  stop(): Promise<void>;
}

const exactNow = (): number => performance.timeOrigin + performance.now();

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function demandKey(request: IncomingMessage, key: string): void {
  const given = Buffer.from(/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const right = Buffer.from(key);
  if (given.length === right.length && timingSafeEqual(given, right)) return;
  throw new Refusal(401, 'invalid_api_key', 'The key is missing or not one of this service.', { 'www-authenticate': 'Bearer' });
}

function demandMethod(request: IncomingMessage, allowed: string): void {
  if (request.method === allowed) return;
  throw new Refusal(405, 'method_not_allowed', `Only ${allowed} can be used here.`, { allow: allowed });
}

/**
 * Starts the whole interface of the paid service (service-interface §4) on a loopback port, with pictures painted from
 * the prompt. Words in square brackets in the prompt steer it (`practiceWords`). Rejects when the port is taken or the
 * data file cannot be used.
 */
export async function startPracticeService(options: PracticeOptions): Promise<PracticeService> {
  const timing: PracticeTiming = { ...defaultTiming, ...options.timing };
  const now = options.now ?? Date.now;
  const key = options.key ?? `practice-${randomBytes(24).toString('base64url')}`;
  const retryAfterSeconds = Math.ceil(timing.retryAfterMs / 1000);
  const tasks = await openPracticeTasks(options.dataFile);
  const cache = createPictureCache();
  const addresses = createPictureAddresses();
  const showPicture = createPictureHandler({ tasks, cache, addresses, now });
  /** Submissions by prompt, for `[limit]`. */
  const counts = new Map<string, number>();
  /** Keys of submissions that are being accepted. */
  const keysInUse = new Set<string>();
  let url = '';
  const answers: AnswerFiles = options.answers ?? new Map();
  const addressOf = (task: PracticeTask, index = 0): string => url + addresses.sign({ taskId: task.id, index }, now() + timing.addressLifeMs);
  const queries = createQueries({ tasks, cache, timing, now, answers, addressOf: (picture, expiresAt) => url + addresses.sign(picture, expiresAt) });

  async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const submission = parseSubmission(body);
    const words = wordsIn(submission.prompt);
    const repeat = readRepeatKey(request.headers, body);
    const known = repeat === null ? [] : tasks.withKey(repeat.key, now() - timing.keyLifeMs);
    if (known.some((task) => task.repeat?.body !== repeat?.body)) throw new Refusal(422, 'idempotency_key_reused', 'This Idempotency-Key was sent with another request.');
    if (repeat !== null && keysInUse.has(repeat.key)) throw new Refusal(409, 'idempotency_key_in_use', 'A request with this Idempotency-Key is still being worked on.');
    const isReplay = known.length > 0;
    const number = words.has('limit') ? (counts.get(submission.prompt) ?? 0) + 1 : 1;
    if (words.has('limit')) counts.set(submission.prompt, number);
    if (!isReplay) refuseAsAsked(words, number, retryAfterSeconds);
    const name = options.answers === undefined ? null : answerNameIn(submission.prompt);
    const file = answers.get(name ?? '');
    if (name !== null && file === undefined) throw new Refusal(400, 'no_such_answer', `There is no answer file of the name ${name}.`);
    /** The task of this submission, or its second one. */
    const accept = async (which: 0 | 1): Promise<PracticeTask> => {
      const before = known[which];
      if (before !== undefined) return before;
      if (repeat !== null) keysInUse.add(repeat.key);
      try {
        const task = await tasks.add({ ...submission, id: `task-${randomBytes(12).toString('hex')}`, createdAt: now(), ...(repeat === null ? {} : { repeat }) });
        options.onEvent?.({ kind: 'accepted', at: exactNow(), taskId: task.id });
        return task;
      } finally {
        if (repeat !== null) keysInUse.delete(repeat.key);
      }
    };
    const task = await accept(0);
    if (isReplay) response.setHeader('idempotency-replayed', 'true');
    if (file?.request === 'submit') return sendFile(response, file, { id: task.id, image: addressOf(task) });
    if (words.has('hang')) return;
    if (words.has('drop') || (words.has('lost answer') && !isReplay)) {
      request.socket.destroy();
      return;
    }
    if (words.has('garbage')) {
      sendGarbage(response);
      return;
    }
    if (words.has('at once')) {
      const data = Array.from({ length: picturesOf(task.prompt) }, (_, index) => ({ url: addressOf(task, index) }));
      return sendJson(response, 200, { created: Math.floor(task.createdAt / 1000), data });
    }
    if (words.has('several')) {
      const accepted = [task, await accept(1)];
      return sendJson(response, 200, { code: 200, data: accepted.map(({ id }) => ({ task_id: id, status: 'submitted' })) });
    }
    sendJson(response, 200, {
      id: task.id,
      status: 'processing',
      created: Math.floor(task.createdAt / 1000),
      model: task.model,
      progress: 0,
      estimated_time: Math.ceil(durationOf(task.prompt, timing) / 1000),
      credits: creditsFor(task.quality),
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A web page can point its own host name at 127.0.0.1 (DNS rebinding). The Host header shows that name.
    const { host } = new URL(url);
    if (request.headers.host !== host && request.headers.host !== host.replace('127.0.0.1', 'localhost')) {
      throw new Refusal(421, 'wrong_host', 'This service only answers at its own address.', { connection: 'close' });
    }
    const target = new URL(request.url ?? '/', url);
    options.onEvent?.({ kind: 'request', at: exactNow(), method: request.method ?? '', path: target.pathname });

    if (target.pathname.startsWith('/pictures/')) {
      demandMethod(request, 'GET');
      await showPicture(target, response);
      return;
    }
    if (target.pathname === '/v1/images/generations') {
      demandMethod(request, 'POST');
      demandKey(request, key);
      await submit(request, response);
      return;
    }
    if (target.pathname === '/v1/tasks') {
      demandMethod(request, 'GET');
      demandKey(request, key);
      queries.list(target.searchParams, response);
      return;
    }
    const taskId = /^\/v1\/tasks\/([^/]+)$/.exec(target.pathname)?.[1];
    if (taskId === undefined) throw new Refusal(404, 'not_found', 'There is nothing at this path.');
    demandMethod(request, 'GET');
    demandKey(request, key);
    queries.answer(taskId, response);
  }

  function fail(response: ServerResponse, error: unknown): void {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    sendRefusal(response, error instanceof Refusal ? error : new Refusal(500, 'internal_error', 'The practice service failed.'));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });
  // Longer than any client's poll interval, so that no pooled connection dies between two queries.
  server.keepAliveTimeout = 75_000;
  try {
    url = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;
  } catch (error) {
    await tasks.close();
    throw error;
  }

  return {
    url,
    key,
    async stop() {
      cache.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await tasks.close();
    },
  };
}

const longestKey = 96;

/**
 * The `Idempotency-Key` of a submission, with the SHA-256 of its body: the same key stands for the same request. Null: it has none. With or without
 * quotes, because the draft of the header has them and clients leave them out. Throws Refusal 400.
 */
function readRepeatKey(headers: IncomingHttpHeaders, body: unknown): { readonly key: string; readonly body: string } | null {
  const given = headers['idempotency-key'];
  if (given === undefined) return null;
  const key = String(given).replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > longestKey) throw new Refusal(400, 'invalid_idempotency_key', `Idempotency-Key: 1 to ${longestKey} characters of ASCII.`);
  return { key, body: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
}
