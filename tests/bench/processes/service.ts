import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { pollInterval } from '../../../electron/core/engine/polling/poll-schedule.ts';
import { encodePng } from '../../../electron/practice/painter/png.ts';
import type { ServiceCommand, ServiceJob, ServiceStats } from './messages.ts';

/**
 * A service whose tasks say themselves what becomes of them: `busy-7` is never done, `ready-1764000000000-3` is done at that
 * moment, `later-3` when it is released. A prompt that ends with `after 4200 ms` makes a task that is ready so much later.
 * Pictures are `/pictures/MEGABYTES/NAME.png`, here or at the host that the job names. Measures what comes, as the one who would complain.
 */

const { pictureHost } = JSON.parse(process.argv[2] ?? '{}') as ServiceJob;

const interval = 3_000;

const lastSeen = new Map<string, number>();
let stats = { polls: 0, connections: 0, early: 0, skipped: 0 };
let lateness: number[] = [];
let open = 0;

function count(id: string): void {
  const now = performance.now();
  const before = lastSeen.get(id);
  lastSeen.set(id, now);
  stats.polls += 1;
  if (before === undefined) return;
  lateness.push(now - before - pollInterval);
  if (now - before < interval) stats.early += 1;
  if (now - before > 2 * interval + 100) stats.skipped += 1;
}

let released = { from: Infinity, every: 0 };
let tasks = 0;

/** When a task is done, in milliseconds since the epoch. */
function readyAt(id: string): number {
  const [, kind, number] = /^(ready|later)-(\d+)/.exec(id) ?? [];
  if (kind === undefined) return Infinity;
  return kind === 'ready' ? Number(number) : released.from + released.every * Number(number);
}

async function accept(request: IncomingMessage): Promise<string> {
  const { prompt } = (await readJson(request)) as { readonly prompt: string };
  tasks += 1;
  return `ready-${Date.now() + Number(/ after (\d+) ms$/.exec(prompt)?.[1] ?? 0)}-${tasks}`;
}

const pictures = new Map<number, Promise<Buffer>>();

/** About so many megabytes of real PNG: noise, which nothing compresses. */
function picture(megabytes: number): Promise<Buffer> {
  const found = pictures.get(megabytes) ?? paintNoise(Math.max(16, Math.round(Math.sqrt((megabytes * 1e6) / 3))));
  pictures.set(megabytes, found);
  return found;
}

function paintNoise(side: number): Promise<Buffer> {
  const scanlines = new Uint8Array(side * (3 * side + 1));
  let bits = 1;
  for (let at = 0; at < scanlines.length; at += 1) {
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
    scanlines[at] = at % (3 * side + 1) === 0 ? 0 : bits;
  }
  return encodePng({ width: side, height: side, scanlines, prompt: 'noise' });
}

const json = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

const server = createServer((request, response) => {
  const [, version, kind, id = '', name] = (request.url ?? '').split('/');
  if (version === 'pictures') {
    void picture(Number(kind)).then((png) => response.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length, etag: `"${kind}-${id}"` }).end(png));
  } else if (kind === 'predictions') {
    count(id);
    json(response, { id, status: 'processing', urls: {}, input: {}, logs: '' });
  } else if (kind === 'tasks' && name === undefined) {
    count(id);
    if (Date.now() < readyAt(id)) json(response, { id, status: 'processing' });
    else json(response, { id, status: 'completed', output: { data: [{ url: `${pictureHost ?? `http://${request.headers.host}`}/pictures/${id.startsWith('later') ? 1 : 2}/${id}.png` }] } });
  } else if (request.method === 'POST' && kind === 'images') {
    void accept(request).then((taken) => json(response, { id: taken, status: 'processing' }));
  } else {
    response.writeHead(404).end();
  }
});
server.keepAliveTimeout = 60_000;
server.on('connection', (socket) => {
  open += 1;
  stats.connections = Math.max(stats.connections, open);
  socket.on('close', () => {
    open -= 1;
  });
  socket.on('error', () => undefined);
});
server.listen(0, '127.0.0.1', 4_096, () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));

process.on('message', (command: ServiceCommand) => {
  const found: ServiceStats = { ...stats, lateness };
  lateness = [];
  if (command === 'reset') {
    stats = { polls: 0, connections: open, early: 0, skipped: 0 };
    lastSeen.clear();
  } else if (command !== 'stats') {
    released = { from: Date.now(), every: command.release };
  }
  process.send?.(found);
});
process.on('disconnect', () => process.exit(0));
