import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The process of the feed's server (feed-server.ts), which does what it was told last. */

/** What is served at a path. */
export interface Served {
  readonly base64: string;
  /** Bytes after which the connection ends. */
  readonly cutAfter?: number;
  /** Milliseconds between two pieces of 16 KiB. */
  readonly pause?: number;
  /** Answers ranges with everything, as simple hosts do. */
  readonly withoutRanges?: boolean;
  readonly status?: number;
  readonly location?: string;
}

export interface SeenByFeed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export type FeedCommand = { readonly do: 'serve'; readonly path: string; readonly served: Served | null } | { readonly do: 'requests' | 'listen' | 'reset' };

const served = new Map<string, Served>();
const seen: SeenByFeed[] = [];

const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    seen.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
    void answer(url, headers.range);
  });

  const answer = async (path: string, range: string | undefined): Promise<void> => {
    const file = served.get(path);
    if (file === undefined) return void response.writeHead(404).end();
    if (file.location !== undefined) return void response.writeHead(302, { location: file.location }).end();
    const bytes = Buffer.from(file.base64, 'base64');
    const start = file.withoutRanges === true ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const part = bytes.subarray(start);
    response.writeHead(start > 0 ? 206 : (file.status ?? 200), { 'content-length': part.length, ...(start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}) });
    const end = Math.min(part.length, file.cutAfter ?? Infinity);
    for (let at = 0; at < end; at += 16_384) {
      if (!response.write(part.subarray(at, Math.min(end, at + 16_384)))) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      if (file.pause !== undefined) await new Promise((resolve) => setTimeout(resolve, file.pause));
    }
    if (end < part.length) {
      // What was written must leave first.
      setTimeout(() => response.destroy(), 50);
    } else response.end();
  };
});

process.on('message', ({ number, command }: { number: number; command: FeedCommand }) => {
  const reply = (answer: unknown): void => void process.send?.({ number, answer });
  switch (command.do) {
    case 'listen':
      server.listen(0, '127.0.0.1', () => reply((server.address() as AddressInfo).port));
      break;
    case 'requests':
      reply(seen);
      break;
    case 'reset':
      served.clear();
      seen.length = 0;
      reply(null);
      break;
    case 'serve':
      if (command.served === null) served.delete(command.path);
      else served.set(command.path, command.served);
      reply(null);
  }
});
// The test process is gone.
process.on('disconnect', () => process.exit(0));
