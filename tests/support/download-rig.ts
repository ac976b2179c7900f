import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createImageDownloads } from '../../electron/core/library/download-to-library.ts';
import type { DownloadOutcome, DownloadRequest, ImageDownloads } from '../../electron/core/engine/downloads/download-outcome.ts';
import { createSocketHttp, type SocketHttpOptions } from '../../electron/network/socket-http.ts';
import { serveHttp, type LocalServer } from './local-server.ts';

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface SeenByServer {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** A real folder, a real server and real downloads between them, new for every test. */
export interface DownloadRig {
  root: string;
  server: LocalServer;
  seen: SeenByServer[];
  /** What the server does with the next requests. */
  serve: Serve;
  downloads(options?: SocketHttpOptions, mostBytes?: number): ImageDownloads;
  request(url: string, more?: Partial<DownloadRequest>): DownloadRequest;
  /** Paths below the library folder, with forward slashes. */
  files(): Promise<readonly string[]>;
  /** Absolute path of the kept file; throws if none was kept. */
  pathOf(outcome: DownloadOutcome): string;
  /** Runs after the test. */
  cleanUp(step: () => Promise<unknown>): void;
}

/** When the tasks of the rig were made: 21 November 2026, 14:03:22 local time. */
const taskCreatedAt = new Date(2026, 10, 21, 14, 3, 22).getTime();
export const savedAt = 1_800_000_000_000;

/** Installs the rig's hooks in the calling test file. */
export function useDownloadRig(): DownloadRig {
  const steps: (() => Promise<unknown>)[] = [];
  const rig: DownloadRig = {
    root: '',
    server: { port: 0, url: '', connections: () => 0, stop: () => Promise.resolve() },
    seen: [],
    serve: (_request, response) => response.end(),
    downloads(options, mostBytes) {
      const http = createSocketHttp(options);
      steps.push(() => http.close());
      return createImageDownloads({ http, library: { root: () => rig.root }, clock: { now: () => savedAt }, ...(mostBytes === undefined ? {} : { mostBytes }) });
    },
    request: (url, more = {}) => ({
      image: { kind: 'url', url },
      taskId: '11111111-1111-4111-8111-111111111111',
      index: 0,
      prompt: 'a red fox in snow',
      taskCreatedAt,
      baseUrl: rig.server.url,
      ...more,
    }),
    async files() {
      const entries = await readdir(rig.root, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
      return files.map((file) => path.relative(rig.root, file).replaceAll(path.sep, '/')).sort();
    },
    pathOf(outcome) {
      if (outcome.kind !== 'kept') throw new Error(JSON.stringify(outcome));
      return path.join(rig.root, outcome.file.path);
    },
    cleanUp: (step) => void steps.push(step),
  };
  beforeAll(async () => {
    rig.server = await serveHttp((request, response) => {
      rig.seen.push({ path: request.url ?? '', headers: request.headers });
      rig.serve(request, response);
    });
  });
  afterAll(() => rig.server.stop());
  beforeEach(async () => {
    rig.root = await mkdtemp(path.join(tmpdir(), 'latent-library-'));
    rig.seen = [];
  });
  afterEach(async () => {
    for (const step of steps.splice(0).reverse()) await step();
    await rm(rig.root, { recursive: true, force: true });
  });
  return rig;
}

export function bodyOf(bytes: Buffer, headers: Readonly<Record<string, string>> = {}): Serve {
  return (_request, response) => response.writeHead(200, headers).end(bytes);
}
