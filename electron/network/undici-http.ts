import { createSecureContext, type SecureContext } from 'node:tls';
import { Agent, Client, type buildConnector, type Dispatcher } from 'undici';
import { type Http, HttpFailure, type HttpReply, type HttpRequest, type Reach } from '../core/http/http-client.ts';
import { createArrivingBody, type ArrivingBody } from './arriving-body.ts';
import { trustedCertificates } from './certificates.ts';
import { createConnector, type ConnectorOptions } from './connector.ts';
import { decodedBody } from './decoded-body.ts';
import { toHttpFailure } from './transport-failure.ts';
import { routesFor, type FindRoutes, type Route } from './routes.ts';

export interface UndiciHttpOptions extends ConnectorOptions {
  /** Milliseconds to wait for a pooled connection. */
  readonly pooledConnectTimeoutMs?: number;
  /** Certificate authorities in PEM that are trusted besides the system's and the bundled ones. */
  readonly certificates?: readonly string[];
  /** Finds the proxies. Without it, every connection is direct. */
  readonly findRoutes?: FindRoutes;
}

export interface UndiciHttp extends Http {
  /** Closes every pooled connection. Requests under way fail. */
  close(): Promise<void>;
}

const connectionsPerOrigin = 8;
const maxHeaderBytes = 64 * 1024;

/**
 * HTTP with undici: one request, one attempt. A redirect is an answer like any other. undici's own timers are too coarse and are switched off;
 * `exchange` keeps the deadlines.
 */
export function createUndiciHttp(options: UndiciHttpOptions = {}): UndiciHttp {
  let context: SecureContext | null = null;
  const trust = (): SecureContext => (context ??= createSecureContext({ ca: [...trustedCertificates(), ...(options.certificates ?? [])] }));
  // Requests share connections only if they have the same reach and the same route.
  const agents = new Map<string, Agent>();
  const agentFor = (reach: Reach, routes: readonly Route[]): Agent => {
    const kind = JSON.stringify([reach, routes]);
    let agent = agents.get(kind);
    if (agent === undefined) {
      const connect = createConnector({ ...options, reach, routes, trust, connectTimeoutMs: options.pooledConnectTimeoutMs ?? 15_000 });
      agent = new Agent({ ...clientOptions, connect, connections: connectionsPerOrigin });
      agents.set(kind, agent);
    }
    return agent;
  };

  return {
    async open(request) {
      try {
        const { origin, path } = splitUrl(request.url);
        const routes = await routesFor(origin, request, options.findRoutes);
        const reach = request.reach ?? 'any';
        return await new Promise<HttpReply>((resolve, reject) => {
          if (request.connection === 'pooled') {
            exchange(agentFor(reach, routes), origin, path, request, () => undefined, resolve, reject);
          } else {
            const connect = onlyOnce(createConnector({ ...options, reach, routes, trust, connectTimeoutMs: 0 }));
            const client = new Client(origin, { ...clientOptions, connect });
            exchange(client, origin, path, request, () => void client.destroy(), resolve, reject);
          }
        });
      } catch (error) {
        throw error instanceof HttpFailure ? error : toHttpFailure(error, false);
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

const clientOptions = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: maxHeaderBytes, allowH2: false };

/**
 * undici connects again if a connection ends in certain ways during a request that it takes for unsent. A POST must never be sent twice, so
 * its client gets only one connection.
 */
function onlyOnce(connect: buildConnector.connector): buildConnector.connector {
  let used = false;
  return (target, callback) => {
    if (used) {
      callback(new HttpFailure('ECONNRESET', true), null);
      return;
    }
    used = true;
    connect(target, callback);
  };
}

/** Origins by the beginning of an address, because thousands of queries an hour go to the same few. */
const origins = new Map<string, string>();
const mostOrigins = 100;

/** Without `URL.pathname`, which collapses `%2e%2e`: a task id must reach the service unchanged. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const [, start = '', rest = ''] = /^(https?:\/\/[^/?#\\]+)([^#]*)/i.exec(url) ?? [];
  return { origin: origins.get(start) ?? originOf(start), path: rest.startsWith('/') ? rest : `/${rest}` };
}

function originOf(start: string): string {
  const { origin, username, password } = new URL(start);
  if (username !== '' || password !== '') throw new HttpFailure('ERR_INVALID_URL', false);
  if (origins.size >= mostOrigins) origins.clear();
  origins.set(start, origin);
  return origin;
}

/** Sends one request and settles once. `sent` becomes true when the connection is made, TLS included, just before the first byte is written. */
function exchange(
  dispatcher: Dispatcher,
  origin: string,
  path: string,
  request: HttpRequest,
  release: () => void,
  resolve: (reply: HttpReply) => void,
  reject: (failure: HttpFailure) => void,
): void {
  const { timeouts, signal } = request;
  const last = performance.now() + (timeouts.total ?? Infinity);
  let sent = false;
  let ended = false;
  let body: ArrivingBody | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let timer: NodeJS.Timeout | undefined;

  const within = (milliseconds: number, code = 'TIMEOUT'): void => {
    clearTimeout(timer);
    timer = setTimeout(() => fail(new HttpFailure(code, sent)), Math.min(milliseconds, last - performance.now()));
  };
  const end = (): void => {
    ended = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  const fail = (failure: HttpFailure): void => {
    if (ended) return;
    end();
    if (body === null) reject(failure);
    else body.fail(failure);
    controller?.abort(failure);
    release();
  };
  const onAbort = (): void => fail(new HttpFailure('ABORTED', sent));

  if (signal?.aborted === true) {
    onAbort();
    return;
  }
  signal?.addEventListener('abort', onAbort);
  // A pooled request may have to wait for a free connection, so it gets both limits. The connection has its own.
  if (request.connection === 'fresh') within(timeouts.connect);
  else within(timeouts.connect + timeouts.headers, 'POOL_BUSY');

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (ended) {
        started.abort(new HttpFailure('ABORTED', false));
        return;
      }
      sent = true;
      within(timeouts.headers);
    },
    onResponseStart(started, status, headers) {
      if (status < 200 || ended) return;
      within(timeouts.idle);
      body = createArrivingBody({
        wanted() {
          if (ended) return;
          within(timeouts.idle);
          started.resume();
        },
        givenUp: () => fail(new HttpFailure('ABORTED', true)),
      });
      const names = joinedHeaders(headers);
      resolve({ status, headers: names, body: decodedBody(body, names['content-encoding'] ?? '') });
    },
    onResponseData(started, chunk) {
      if (ended) return;
      if (body?.push(chunk) === true) {
        within(timeouts.idle);
      } else {
        // The reader is slow, not the server, so the time does not count.
        clearTimeout(timer);
        started.pause();
      }
    },
    onResponseEnd() {
      if (ended) return;
      end();
      body?.end();
      release();
    },
    onResponseError(_controller, error) {
      fail(toHttpFailure(error, sent));
    },
  };
  const { method, headers } = request;
  dispatcher.dispatch(
    { origin, path, method, headers, body: request.body ?? null, reset: request.connection === 'fresh' },
    handler,
  );
}

function joinedHeaders(headers: NodeJS.Dict<string | string[]>): Readonly<Record<string, string>> {
  const joined = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
