import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type {
  Answer,
  Command,
  PictureScript,
  SeenRequest,
  ServedPrompt,
  ServiceOptions,
  StartedAt,
  TaskScript,
} from './scripted-service-script.ts';
import { releaseAnswers, sendAnswer, type Standins } from './send-answer.ts';

/**
 * The process of the scripted service: the interface's two operations (service-interface §4) and a second port for
 * pictures, doing what the script of a prompt says. Started by scripted-service.ts, steered over the IPC channel.
 */

interface ServedTask {
  readonly id: string;
  readonly prompt: string;
  readonly script: TaskScript;
  queries: number;
  readonly pictureRequests: number[];
}

const scripts = new Map<string, TaskScript>();
const tasks = new Map<string, ServedTask>();
/** Tasks by the `Idempotency-Key` that they were created with. */
const keyed = new Map<string, { readonly task: ServedTask; readonly time: number }>();
const postsByPrompt = new Map<string, number>();
const seen: SeenRequest[] = [];
let options: ServiceOptions = { key: '' };
let started: StartedAt = { url: '', imageHostUrl: '' };
const noStandins: Standins = { id: '', image: '' };

const errorAnswer = (status: number, code: string, message: string): Answer => ({
  status,
  body: { json: { error: { code, message } } },
});

async function record(at: SeenRequest['at'], request: IncomingMessage): Promise<string> {
  const time = performance.now();
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  const entry = { at, time, method: request.method ?? '', path: request.url ?? '', headers, body: '' };
  seen.push(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  entry.body = Buffer.concat(chunks).toString('utf8');
  return entry.body;
}

async function serveApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await record('service', request);
  const path = request.url ?? '';
  const picture = pictureAt(path);
  if (request.method === 'GET' && picture !== null) return servePicture(picture.task, picture.index, request, response);
  if (request.headers.authorization !== `Bearer ${options.key}`) {
    return sendAnswer(errorAnswer(401, 'invalid_api_key', 'The key is not valid.'), request, response, noStandins);
  }
  if (request.method === 'POST' && path === '/v1/images/generations') return serveSubmit(body, request, response);
  if (request.method === 'GET' && path.startsWith('/v1/tasks?')) {
    const size = Number(new URLSearchParams(path.slice(path.indexOf('?'))).get('page_size'));
    const data = [...tasks.values()].toReversed().slice(0, size).map((one) => ({ id: one.id, object: 'image.generation.task', status: 'processing', model: '', prompt: one.prompt }));
    return sendAnswer({ body: { json: { object: 'list', data } } }, request, response, noStandins);
  }
  const id = /^\/v1\/tasks\/([^/?]+)$/.exec(path)?.[1];
  const task = id === undefined ? undefined : tasks.get(decodeURIComponent(id));
  if (request.method !== 'GET' || task === undefined) {
    return sendAnswer(errorAnswer(404, 'not_found', 'There is no such task.'), request, response, noStandins);
  }
  return serveQuery(task, request, response);
}

async function serveSubmit(body: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const prompt = promptOf(body);
  const count = (postsByPrompt.get(prompt) ?? 0) + 1;
  postsByPrompt.set(prompt, count);
  const key = request.headers['idempotency-key'];
  const known = keyed.get(String(key));
  const { keys } = scripts.get(prompt) ?? {};
  const isKnown = key !== undefined && known !== undefined && (keys === 'honoured' || performance.now() - known.time < (keys ?? 0));
  const task = isKnown ? known.task : newTask(prompt, count);
  const answer = task.script.submit?.[Math.min(count, task.script.submit.length) - 1] ?? null;
  if (!isRefusal(answer) && !isKnown) {
    for (const one of [task, ...besideFirst(task, count)]) tasks.set(one.id, one);
    if (key !== undefined) keyed.set(String(key), { task, time: performance.now() });
  }
  const documented: Answer = { body: { json: { id: task.id, status: 'processing' } } };
  await sendAnswer(answer ?? documented, request, response, standinsOf(task));
}

/** `number`: the first task of this prompt is 1. */
function newTask(prompt: string, number: number): ServedTask {
  const script = scripts.get(prompt) ?? scripts.get('*') ?? {};
  const id = number === 1 && script.id !== undefined ? script.id : `task-${tasks.size + 1}`;
  return { id, prompt, script, queries: 0, pictureRequests: [] };
}

function besideFirst(task: ServedTask, number: number): readonly ServedTask[] {
  return number === 1 ? (task.script.moreIds ?? []).map((id) => ({ ...task, id, pictureRequests: [] })) : [];
}

function servedFor(prompt: string): ServedPrompt {
  const ids = [...tasks.values()].filter((task) => task.prompt === prompt).map(({ id }) => id);
  return { prompt, posts: postsByPrompt.get(prompt) ?? 0, ids };
}

function isRefusal(answer: Answer | null): boolean {
  const status = answer?.status ?? 200;
  return status >= 400 && status < 500 && !JSON.stringify(answer).includes('$ID');
}

async function serveQuery(task: ServedTask, request: IncomingMessage, response: ServerResponse): Promise<void> {
  task.queries += 1;
  const answer = task.script.query?.[task.queries - 1] ?? documentedAnswer(task);
  await sendAnswer(answer, request, response, standinsOf(task));
}

/** The answer to a query as in service-interface §2. */
function documentedAnswer({ id, script, queries }: ServedTask): Answer {
  const end = script.end ?? 'completed';
  if (end === 'never' || queries <= (script.processing ?? 1)) return { body: { json: { id, status: 'processing' } } };
  if (end !== 'completed') return { body: { json: { id, status: 'failed', error: end.failed } } };
  const data = (script.images ?? []).map((picture, index) => ({ url: addressOf(id, picture, index) }));
  return { body: { json: { id, status: 'completed', output: { data } } } };
}

async function serveImageHost(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await record('image-host', request);
  const picture = pictureAt(request.url ?? '');
  if (picture === null) return sendAnswer({ status: 404 }, request, response, noStandins);
  return servePicture(picture.task, picture.index, request, response);
}

async function servePicture(task: ServedTask, index: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const picture = task.script.images?.[index];
  if (picture === undefined) return sendAnswer({ status: 404 }, request, response, noStandins);
  const count = (task.pictureRequests[index] ?? 0) + 1;
  task.pictureRequests[index] = count;
  const answers = picture.answers ?? [];
  const answer = answers[Math.min(count, answers.length) - 1] ?? null;
  await sendAnswer(answer ?? rangedAnswer(picture, request), request, response, standinsOf(task));
}

/** Serves a picture as a good image host does: strong ETag, ranges. */
function rangedAnswer(picture: PictureScript, request: IncomingMessage): Answer {
  const bytes = Buffer.from(picture.base64, 'base64');
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
  const headers = { etag, 'content-type': picture.contentType ?? 'image/png', 'accept-ranges': 'bytes' };
  const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  const condition = request.headers['if-range'];
  if (from === undefined || (condition !== undefined && condition !== etag)) return { headers, body: { base64: picture.base64 } };
  const start = Number(from);
  if (start >= bytes.length) return { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes.length}` } };
  const range = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
  return { status: 206, headers: { ...headers, ...range }, body: { base64: bytes.subarray(start).toString('base64') } };
}

function addressOf(id: string, picture: PictureScript, index: number): string {
  const host = picture.at === 'image-host' ? started.imageHostUrl : started.url;
  return picture.url ?? `${host}/pictures/${encodeURIComponent(id)}/${index}`;
}

function pictureAt(path: string): { readonly task: ServedTask; readonly index: number } | null {
  const [, id, index] = /^\/pictures\/([^/]+)\/(\d+)/.exec(path) ?? [];
  const task = id === undefined ? undefined : tasks.get(decodeURIComponent(id));
  return task === undefined ? null : { task, index: Number(index) };
}

function standinsOf(task: ServedTask): Standins {
  const [first] = task.script.images ?? [];
  return { id: task.id, image: first === undefined ? '' : addressOf(task.id, first, 0) };
}

function promptOf(body: string): string {
  try {
    return String((JSON.parse(body) as { prompt?: unknown }).prompt);
  } catch {
    return '';
  }
}

async function listen(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port: number,
): Promise<string> {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    // Clients may hang up at any time.
    serve(request, response).catch(() => request.socket.destroy());
  };
  const file = (name: string): string => readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');
  const tls = options.tls === true;
  const server: Server = tls
    ? createTlsServer({ key: file('localhost-key.pem'), cert: file('localhost-cert.pem') }, listener)
    : createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function perform(command: Command): Promise<unknown> {
  switch (command.do) {
    case 'start':
      options = command.options;
      started = { url: await listen(serveApi, options.port ?? 0), imageHostUrl: await listen(serveImageHost, 0) };
      return started;
    case 'script':
      scripts.set(command.prompt, command.script);
      return null;
    case 'take': {
      const task = newTask(command.prompt, 1);
      tasks.set(task.id, task);
      return task.id;
    }
    case 'release':
      releaseAnswers();
      return null;
    case 'set-key':
      options = { ...options, key: command.key };
      return null;
    case 'requests':
      return seen;
    case 'posts':
      return seen.filter(({ method, body }) => method === 'POST' && promptOf(body) === command.prompt).length;
    case 'served':
      return command.prompts.map((prompt) => servedFor(prompt));
  }
}

process.on('message', ({ number, command }: { number: number; command: Command }) => {
  perform(command).then(
    (answer) => process.send?.({ number, answer }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
// The test process is gone.
process.on('disconnect', () => process.exit(0));
