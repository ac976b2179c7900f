import { afterEach, expect } from 'vitest';
import { HttpFailure, type HttpReply, type HttpRequest } from '../../electron/core/http/http-client.ts';
import { createSocketHttp, type SocketHttp, type SocketHttpOptions } from '../../electron/network/socket-http.ts';
import type { LocalServer } from './local-server.ts';

export interface HttpRig {
  /** Waits for a server, and stops it after the test. */
  started(server: Promise<LocalServer>): Promise<LocalServer>;
  newHttp(options?: SocketHttpOptions): SocketHttp;
  /** Runs after the test. */
  cleanUp(step: () => Promise<unknown>): void;
}

/** Installs the rig's hooks in the calling test file. */
export function useHttpRig(): HttpRig {
  const steps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const step of steps.splice(0).reverse()) await step();
  });
  return {
    async started(server) {
      const { stop } = await server;
      steps.push(stop);
      return server;
    },
    newHttp(options) {
      const http = createSocketHttp(options);
      steps.push(() => http.close());
      return http;
    },
    cleanUp: (step) => void steps.push(step),
  };
}

export const quick = { connect: 2000, headers: 2000, idle: 2000 };
export const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  connection: 'pooled',
  timeouts: quick,
  ...more,
});
export const post = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"prompt":"a red fox"}',
  connection: 'fresh',
  timeouts: quick,
  ...more,
});

/** Every name is at this address. */
export const answering = (address: string): SocketHttpOptions => ({
  lookup: (_name, options, done) => {
    const family = address.includes(':') ? 6 : 4;
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  },
});

export async function textOf(reply: HttpReply): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of reply.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export async function failureOf(promise: Promise<unknown>): Promise<HttpFailure> {
  const failure = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(HttpFailure);
  return failure as HttpFailure;
}
