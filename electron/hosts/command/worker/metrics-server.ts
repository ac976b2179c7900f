import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { QueueDatabase } from '../queue/queue-database.ts';

/** What a worker knows of itself. */
export interface WorkerState {
  /** When its latest heartbeat was written, on the monotonic clock. */
  beatAt: number;
  readonly open: () => number;
  /** Tasks that are done but for the mirror. */
  readonly unmirrored: () => number;
  readonly counts: { taken: number; shared: number; takenOver: number; failures: number };
}

interface Shown {
  readonly database: QueueDatabase;
  readonly account: string;
  readonly deadAfter: number;
}

/**
 * `/metrics` is Prometheus text: this worker, and the queue as all workers share it. `/health` is 200 while the heartbeat reaches the server, otherwise 503. Nothing
 * of it names a prompt, an id or a key.
 */
export async function serveMetrics({ host, port }: { readonly host: string; readonly port: number }, state: WorkerState, shown: Shown): Promise<{ readonly close: () => Promise<void>; readonly port: number }> {
  const server: Server = createServer((request, response) => {
    const answer = async (): Promise<readonly [number, string]> => {
      if (request.url === '/health') return isHealthy(state, shown) ? [200, 'ok\n'] : [503, 'no heartbeat\n'];
      return request.url === '/metrics' ? [200, await metricsText(state, shown)] : [404, 'not found\n'];
    };
    answer().then(
      ([status, text]) => response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(503).end('the server of the queue does not answer\n'),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const isHealthy = ({ beatAt }: WorkerState, { deadAfter }: Shown): boolean => performance.now() - beatAt < deadAfter * 1000;

async function metricsText(state: WorkerState, shown: Shown): Promise<string> {
  const { database, account, deadAfter } = shown;
  const [tasks, [limits], [spent], [alive]] = await Promise.all([
    database.rows<{ state: string; count: string }>('SELECT state, count(*) FROM latent.task WHERE account = $1 GROUP BY state', [account]),
    database.rows<{ stopped: boolean; unclear: number }>('SELECT stopped, unclear FROM latent.account WHERE key = $1', [account]),
    database.rows<{ today: string }>('SELECT coalesce(sum(amount), 0)::text AS today FROM latent.spent WHERE account = $1 AND day = current_date', [account]),
    database.rows<{ count: string }>('SELECT count(*) FROM latent.process WHERE beat_at > now() - make_interval(secs => $1)', [deadAfter]),
  ]);
  const metric = (name: string, type: 'gauge' | 'counter', help: string, values: readonly (readonly [labels: string, value: string | number])[]): string =>
    [`# HELP latent_${name} ${help}`, `# TYPE latent_${name} ${type}`, ...values.map(([labels, value]) => `latent_${name}${labels} ${value}`), ''].join('\n');
  return [
    metric('queue_tasks', 'gauge', 'Tasks of the account by state, of all workers.', tasks.map(({ state: name, count }) => [`{state="${name}"}`, count])),
    metric('queue_stopped', 'gauge', '1 after unknown outcomes in a row, until somebody says that sending goes on.', [['', limits?.stopped === true ? 1 : 0]]),
    metric('queue_spent_today', 'gauge', 'What counts as spent today, in the unit of the account.', [['', spent?.today ?? 0]]),
    metric('workers', 'gauge', 'Workers with a heartbeat.', [['', alive?.count ?? 0]]),
    metric('worker_open_tasks', 'gauge', 'Tasks that this worker has and that are not done.', [['', state.open()]]),
    metric('worker_unmirrored_tasks', 'gauge', 'Tasks whose pictures are here and not in the bucket yet.', [['', state.unmirrored()]]),
    metric('worker_taken_total', 'counter', 'Tasks taken from the queue.', [['', state.counts.taken]]),
    metric('worker_shared_total', 'counter', 'Records written to the queue.', [['', state.counts.shared]]),
    metric('worker_taken_over_total', 'counter', 'Accepted tasks taken over from dead workers.', [['', state.counts.takenOver]]),
    metric('worker_failures_total', 'counter', 'Rounds that failed, mostly because the server did not answer.', [['', state.counts.failures]]),
    metric('worker_healthy', 'gauge', '1 while the heartbeat reaches the server.', [['', isHealthy(state, shown) ? 1 : 0]]),
  ].join('');
}
