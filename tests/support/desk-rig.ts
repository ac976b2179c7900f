import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { NextQuery, OpenTaskQueries, Permit, QueriedTask, QueryAnswer, QueryDesk, TaskQueries } from '../../electron/core/engine/task-queries.ts';
import type { Credentials } from '../../electron/core/ports.ts';
import { serveHttp } from './local-server.ts';

/** A desk that writes down what is brought to it and answers as a test says. */
export interface NotingDesk extends QueryDesk {
  readonly asked: QueriedTask[];
  readonly answers: QueryAnswer[];
  readonly repeated: { readonly id: string; readonly wish: number }[];
  /** How often everything was said to be lost. */
  losses: number;
  onCredentials: (task: QueriedTask) => Permit | Promise<Permit>;
  onAnswer: (answer: QueryAnswer) => NextQuery | null | Promise<NextQuery | null>;
}

export function createNotingDesk(credentials: Credentials): NotingDesk {
  const desk: NotingDesk = {
    asked: [],
    answers: [],
    repeated: [],
    losses: 0,
    onCredentials: () => ({ kind: 'granted', credentials }),
    onAnswer: ({ outcome }) => ({ delay: 0, mayRepeat: outcome.kind === 'processing' }),
    async credentials(task) {
      desk.asked.push(task);
      return desk.onCredentials(task);
    },
    async answered(brought) {
      desk.answers.push(brought);
      return desk.onAnswer(brought);
    },
    unchanged: (id, wish) => void desk.repeated.push({ id, wish }),
    lost() {
      desk.losses += 1;
    },
  };
  return desk;
}

export interface AskedService {
  readonly url: string;
  readonly requests: { readonly path: string; readonly key: string; readonly at: number }[];
  onRequest: (count: number, request: IncomingMessage, response: ServerResponse) => void;
}

/** A service over HTTP that answers queries as a test says; first: processing. */
export async function serveAnswers(): Promise<AskedService> {
  const requests: AskedService['requests'] = [];
  const server = await serveHttp((request, response) => {
    requests.push({ path: request.url ?? '', key: request.headers.authorization ?? '', at: performance.now() });
    service.onRequest(requests.length, request, response);
  });
  const service: AskedService = { url: server.url, requests, onRequest: (_count, _request, response) => answer(response, { status: 'processing' }) };
  onTestFinished(() => server.stop());
  return service;
}

export function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export interface DeskRig {
  readonly service: AskedService;
  readonly desk: NotingDesk;
  readonly queries: TaskQueries;
  /** Wants the task of this id, with a wish of its own. */
  want(id: string, delay?: number): QueriedTask;
}

/** Queries before a real server, with a desk that writes down. */
export async function openDeskRig(open: OpenTaskQueries): Promise<DeskRig> {
  const service = await serveAnswers();
  const desk = createNotingDesk({ baseUrl: service.url, key: 'first-key' });
  const queries = open(desk);
  onTestFinished(() => queries.close());
  let wish = 0;
  return {
    service,
    desk,
    queries,
    want(id, delay = 0) {
      wish += 1;
      const task = { id, accountId: 'account', remoteId: `remote-${id}`, wish };
      queries.want(task, delay);
      return task;
    },
  };
}
