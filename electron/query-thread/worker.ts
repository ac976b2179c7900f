import { parentPort, workerData } from 'node:worker_threads';
import { createQueryLoop } from '../core/engine/query-loop.ts';
import { HttpFailure } from '../core/ports.ts';
import type { NextQuery, Permit } from '../core/engine/task-queries.ts';
import { createServiceClient } from '../core/service/service-client.ts';
import { createSystemClock } from '../core/system-clock.ts';
import { createUndiciHttp } from '../network/undici-http.ts';
import type { Call, FromQueryThread, QueryThreadData, RoutesReply, ToQueryThread, Unchanged } from './messages.ts';
import { processTime } from './process-time.ts';
import { createRememberedRoutes } from './remembered-routes.ts';

/** The thread that queries tasks and does nothing else; what follows from an answer is decided in the main thread. */

/** Milliseconds for which answers without news are gathered: each message wakes the main thread. */
const gathering = 100;

const port = parentPort;
if (port === null) throw new Error('not a thread');
const { openedAt } = workerData as QueryThreadData;
const clock = createSystemClock();

const say = (message: FromQueryThread): void => port.postMessage(message);

const waiting = new Map<number, (reply: unknown) => void>();
let calls = 0;
const call = <T>(what: Call): Promise<T> =>
  new Promise((resolve) => {
    calls += 1;
    waiting.set(calls, resolve as (reply: unknown) => void);
    say({ kind: 'call', number: calls, call: what });
  });

let unchanged: Unchanged[] = [];
const tell = (): void => {
  say({ kind: 'unchanged', tasks: unchanged });
  unchanged = [];
};

const routes = createRememberedRoutes(async (origin) => {
  const reply = await call<RoutesReply>({ kind: 'routes', origin });
  if ('code' in reply) throw new HttpFailure(reply.code, false);
  return reply.routes;
}, clock);

const loop = createQueryLoop({
  clock,
  client: createServiceClient({ http: createUndiciHttp({ findRoutes: routes.find }), clock }),
  openedAt: clock.monotonic() + openedAt - processTime(),
  desk: {
    credentials: (task) => call<Permit>({ kind: 'credentials', task }),
    answered: (answer) => call<NextQuery | null>({ kind: 'answered', answer }),
    unchanged(id, wish, at) {
      if (unchanged.length === 0) clock.after(gathering, tell);
      unchanged.push({ id, wish, at });
    },
    // This thread has them.
    lost: () => undefined,
  },
});

port.on('message', (message: ToQueryThread) => {
  switch (message.kind) {
    case 'want':
      // The thread may have taken its time to begin.
      loop.want(message.task, message.due - processTime());
      break;
    case 'drop':
      loop.drop(message.id);
      break;
    case 'forget':
      routes.forget();
      loop.forget();
      break;
    case 'reply': {
      const settle = waiting.get(message.call);
      waiting.delete(message.call);
      settle?.(message.reply);
    }
  }
});

say({ kind: 'begun' });
