import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { keyLike } from '../../../../electron/core/service/account-test.ts';
import { createServiceClient } from '../../../../electron/core/service/service-client.ts';
import { createSocketHttp } from '../../../../electron/network/socket-http.ts';
import type { AccountTest } from '../../../../shared/account.ts';
import { serveHttp, unusedPort } from '../../../support/local-server.ts';
import { realClock } from '../../../support/service-client-rig.ts';

const key = 'sk-test-9f8e7d6c5b4a32100123';
const http = createSocketHttp();
const client = createServiceClient({ http, clock: realClock });
afterAll(() => http.close());

interface Given {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer to everything. */
type Same = Given;
/** Answers to the path of tasks with the right key and with another, and to a path that no service has. Absent: as `task`. */
interface Service {
  readonly task: Given;
  readonly otherKey?: Given;
  readonly elsewhere?: Given;
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Given => ({ status, body, headers: { 'content-type': 'application/json', ...headers } });
const page = (status: number, title: string): Given => ({ status, body: `<!doctype html><html><head><title>${title}</title></head><body>…</body></html>`, headers: { 'content-type': 'text/html' } });
const text = (status: number, body: string): Given => ({ status, body, headers: { 'content-type': 'text/plain' } });

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

async function tested(service: Same | Service, base = ''): Promise<{ readonly result: AccountTest; readonly asked: readonly Asked[] }> {
  const { task, otherKey = task, elsewhere = task }: Service = 'task' in service ? service : { task: service };
  const asked: Asked[] = [];
  const server = await serveHttp((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    const isKnown = request.headers.authorization === `Bearer ${key}`;
    const { status, body = '', headers = {} } = path.startsWith(`${base}/v1/tasks/`) ? (isKnown ? task : otherKey) : elsewhere;
    const shown = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll('{path}', path).replaceAll('{id}', path.split('/').at(-1) ?? '');
    response.writeHead(status, headers).end(shown.replaceAll('{key}', (request.headers.authorization ?? '').slice(7, 15)));
  });
  const result = await client.test({ baseUrl: `${server.url}${base}`, key });
  await server.stop();
  return { result, asked };
}

const noKey = json(401, { error: { code: 'invalid_api_key', message: 'Incorrect API key provided: {key}****.' } });
const notFound = json(404, { detail: 'Not Found' });

describe('an answer made to be expensive', () => {
  it.each([
    ['dots within a word', json(403, { error: { message: `no${'.'.repeat(1_000_000)}no` } })],
    ['headings of a page', { status: 403, body: `<html>${'<title'.repeat(600_000)}`, headers: { 'content-type': 'text/html' } }],
  ])('%s: the test ends', async (_name, answer) => {
    expect((await tested(answer)).result.outcome).toBeTypeOf('string');
  });
});

describe('the key is accepted if the service', () => {
  it.each<[string, number, Same | Service]>([
    ['does not know the task, by its words', 1, json(404, { error: { code: 'task_not_found', message: 'no' } })],
    ['does not know the task, in JSON that it calls a page, as PHP does', 1, json(404, { error: 'Task not found' }, { 'content-type': 'text/html; charset=UTF-8' })],
    ['does not know the id', 1, json(404, { error: 'There is no job with the ID {id}.' })],
    ['does not know the task of this account', 1, json(404, { error: 'Task not found for this account' })],
    ['does not know the task of this key', 2, { task: json(404, { error: 'No task of this API key was found' }), elsewhere: notFound }],
    ['forbids the query of the task of another account', 2, { task: json(403, { error: 'The task is of an unknown account' }), otherKey: noKey }],
    ['says so with status 200', 1, json(200, { code: 404, message: 'Task does not exist' })],
    ['refuses the id', 1, json(400, { error: 'Malformed task id' })],
    ['says "not found", and something else at a path that cannot be there', 2, { task: notFound, elsewhere: json(404, { message: 'no Route matched with those values' }) }],
    ['says "not found", and is not there at another path', 2, { task: notFound, elsewhere: text(405, '') }],
    ['says the same at every path, but refuses another key', 3, { task: notFound, otherKey: noKey }],
    ['says nothing, but refuses another key', 3, { task: text(404, ''), otherKey: noKey }],
    ['answers a query of a task that is not there with its status, but refuses another key', 3, { task: json(200, { data: null }), otherKey: noKey }],
    ['says that there are no credits, and refuses another key', 3, { task: json(402, { error: 'no credits' }), otherKey: noKey }],
    ['forbids the query of that task, and refuses another key with another status', 2, { task: json(403, { error: 'Forbidden' }), otherKey: noKey }],
    ['forbids the query of that task, and refuses another key in other words', 2, { task: json(403, { error: 'This task is of another organisation' }), otherKey: json(403, { error: 'Forbidden' }) }],
  ])('%s', async (_, requests, service) => {
    const { result, asked } = await tested(service);
    expect(result).toEqual({ outcome: 'accepted' });
    expect(asked).toHaveLength(requests);
  });
});

describe('the key is refused if the service', () => {
  it.each<[string, number, Same | Service, number]>([
    ['answers 401 in its own words', 1, json(401, { error: 'Unauthorized' }), 401],
    ['answers 401 without words, and asks for a key', 1, { status: 401, headers: { 'www-authenticate': 'Bearer realm="api"' } }, 401],
    ['says 401 with status 200', 1, json(200, { code: 401, message: 'no' }), 200],
    ['says that the key is wrong, with another status', 1, json(400, { error: { message: 'API key not valid. Please pass a valid API key.' } }), 400],
    ['says that the key is revoked, whatever it says of another key', 1, { task: json(403, { error: 'This API key has been revoked.' }), otherKey: noKey }, 403],
    ['says that the token is not valid any more', 1, { task: json(403, { code: 'token_no_longer_valid', message: 'no' }), otherKey: noKey }, 403],
    ['says that the account is locked', 1, { task: json(403, { error: 'Your account has been suspended' }), otherKey: noKey }, 403],
    ['forbids with any key alike', 2, json(403, { error: 'Forbidden' }), 403],
    ['forbids with any key alike, and repeats a part of each', 2, json(403, { error: 'Access denied for {key}…, request {id}' }), 403],
  ])('%s', async (_, requests, service, httpStatus) => {
    const { result, asked } = await tested(service);
    expect(result).toMatchObject({ outcome: 'key-refused', httpStatus });
    expect(asked).toHaveLength(requests);
  });
});

describe('nothing is said about the key if', () => {
  it.each<[string, string, Same | Service]>([
    ['a challenge page answers', 'web-page', page(403, 'Just a moment...')],
    ['a login page answers', 'web-page', page(200, 'Sign in')],
    ['a page says 401', 'web-page', page(401, '401 Authorization Required')],
    ['a page says 404', 'web-page', page(404, '404 Not Found')],
    ['a page says 502', 'web-page', page(502, '502 Bad Gateway')],
    ['a page is sent as text', 'web-page', text(403, '<html><body>Blocked</body></html>')],
    ['403 comes without words', 'between', text(403, '')],
    ['403 comes as text', 'between', text(403, 'RBAC: access denied')],
    ['401 comes as text', 'between', text(401, 'Unauthorized')],
    ['a proxy asks for a password', 'between', text(407, 'Proxy Authentication Required')],
    ['a proxy reaches nothing', 'between', text(503, 'upstream connect error')],
    ['the service is busy', 'trouble', json(429, { error: 'slow down' })],
    ['the service has an error', 'trouble', json(500, { error: 'x' })],
    ['the service says 503 with status 200', 'trouble', json(200, { code: 503, message: 'maintenance' })],
    ['another key is answered by a page', 'trouble', { task: json(403, { error: 'Forbidden' }), otherKey: page(403, 'Blocked') }],
    ['every path is answered alike', 'other', notFound],
    ['every path is repeated in the answer', 'other', json(404, { message: 'Route GET:{path} not found', error: 'Not Found', statusCode: 404 })],
    ['a path with tasks in its name is not found', 'other', json(404, { error: 'Cannot GET {path}' })],
    ['no path is found, in plain text', 'other', text(404, '404 page not found')],
    ['every path answers with success', 'other', json(200, { ok: true })],
    ['the path takes no GET', 'other', { task: json(405, { error: 'Method not allowed' }), elsewhere: notFound }],
    ['something else than JSON answers', 'other', text(200, 'hello')],
    ['a task answers to every id and key', 'other', json(200, { id: 'x', status: 'processing' })],
  ])('%s: %s', async (_, kind, service) => {
    const { result, asked } = await tested(service);
    expect(result).toMatchObject({ outcome: 'unclear', seen: { kind } });
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('the base URL has a wrong path, because no answer differs there', async () => {
    const service: Service = { task: json(404, { error: 'No such task' }), elsewhere: json(404, { error: 'Nothing here' }) };
    expect((await tested(service, '')).result.outcome).toBe('accepted');
    const server = await serveHttp((request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end(request.url?.startsWith('/v1/tasks/') ? '{"error":"No such task"}' : '{"error":"Nothing here"}');
    });
    expect(await client.test({ baseUrl: `${server.url}/api`, key })).toMatchObject({ outcome: 'unclear', seen: { kind: 'other' }, detail: 'Nothing here' });
    await server.stop();
  });
});

describe('a redirect', () => {
  const seen = async (status: number, location: string | null): Promise<unknown> => {
    const { result, asked } = await tested({ task: { ...page(status, 'Moved'), headers: { 'content-type': 'text/html', ...(location !== null && { location }) } } });
    expect(asked).toHaveLength(1);
    return result.outcome === 'unclear' ? result.seen : result;
  };

  it.each([301, 302, 303, 307, 308])('%i is not followed with the key, and its target is named without the query', async (status) => {
    expect(await seen(status, 'https://login.example/start?next=secret#x')).toEqual({ kind: 'redirect', location: 'https://login.example/start', base: null });
  });

  it('within the site is named, too', async () => {
    expect(await seen(302, '/login')).toMatchObject({ location: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/login$/) as unknown, base: null });
    expect(await seen(302, null)).toEqual({ kind: 'redirect', location: null, base: null });
  });

  it('to a corrected address of the site suggests that address, and one of another site does not', async () => {
    const from = async (base: string, to: (path: string) => string): Promise<unknown> => {
      const path = /** As asked. */ (url: string): string => url.slice(url.indexOf('/v1/tasks/'));
      const fake = createServiceClient({ clock: realClock, http: { open: async ({ url }) => ({ status: 301, headers: { location: to(path(url)) }, body: (async function* () {})() }) } });
      const result = await fake.test({ baseUrl: base, key });
      return result.outcome === 'unclear' && result.seen.kind === 'redirect' ? result.seen.base : result;
    };
    expect(await from('https://example.com', (path) => `https://www.example.com${path}`)).toBe('https://www.example.com');
    expect(await from('https://www.example.com', (path) => `https://example.com${path}/`)).toBe('https://example.com');
    expect(await from('https://example.com', (path) => `https://api.example.com/images${path}`)).toBe('https://api.example.com/images');
    expect(await from('https://example.com', (path) => `/gateway${path}`)).toBe('https://example.com/gateway');
    expect(await from('https://example.com', (path) => `https://example.org${path}`)).toBeNull();
    expect(await from('https://example.com', (path) => `http://www.example.com${path}`)).toBeNull();
    expect(await from('https://example.com', (path) => `${path}/`)).toBeNull();
  });
});

describe('a test', () => {
  it('sends a key that is not the real one, and no POST', async () => {
    const { asked } = await tested(notFound);
    const keys = asked.map(({ headers }) => headers.authorization);
    expect(keys.slice(0, 2)).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
    expect(keys[2]).toMatch(/^Bearer sk-test-\d[a-f]\d[a-f]\d[a-f]\d[a-f]\d[a-f]\d[a-f]\d{8}$/);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it.each(['k', '--', '1', 'sk-', 'abc-def-ghi', 'A'.repeat(200)])('makes another key than %j', (each) => {
    expect(keyLike(each)).not.toBe(each);
    expect(keyLike(each)).toMatch(/^[\x21-\x7e]+$/);
  });

  it('shows the words of what answered, without the key', async () => {
    expect((await tested(page(403, 'Just a  moment...'))).result).toMatchObject({ detail: 'Just a moment...' });
    expect((await tested(json(500, { error: { message: `not ${key}` } }))).result).toMatchObject({ httpStatus: 500, detail: 'not [key]' });
    expect((await tested(json(401, { error: 'Key expired' }))).result).toEqual({ outcome: 'key-refused', httpStatus: 401, detail: 'Key expired' });
  });

  it('says why no connection was made', async () => {
    expect(await client.test({ baseUrl: `http://127.0.0.1:${await unusedPort()}`, key })).toEqual({ outcome: 'unreachable', detail: 'ECONNREFUSED' });
  });

  it('knows a server without encryption from one that does not answer', async () => {
    const server = await serveHttp((_, response) => response.end());
    const result = await client.test({ baseUrl: server.url.replace('http:', 'https:'), key });
    await server.stop();
    expect(result).toEqual({ outcome: 'unreachable', detail: 'ERR_SSL_WRONG_VERSION_NUMBER' });
  });
});
