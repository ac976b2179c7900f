import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Answer, AnswerBody } from './scripted-service-script.ts';

const released = Promise.withResolvers<void>();

/** Sends the held answers, and later ones at once. */
export const releaseAnswers = (): void => released.resolve();

const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

/** Performs one scripted answer, faults included. */
export async function sendAnswer(
  answer: Answer,
  request: IncomingMessage,
  response: ServerResponse,
  stands: Standins,
): Promise<void> {
  if (answer.isHeld === true) await released.promise;
  if (answer.delayMs !== undefined) await sleep(answer.delayMs);
  if (answer.raw !== undefined) {
    request.socket.end(Buffer.from(answer.raw, 'base64'));
    return;
  }
  const fault = answer.then;
  if (fault?.after === 'before-answer') {
    breakOff(fault.do, request);
    return;
  }
  const plain = answer.body === undefined ? Buffer.alloc(0) : bytesOf(answer.body, stands);
  const body = answer.encoding === undefined ? plain : encoders[answer.encoding](plain);
  response.writeHead(answer.status ?? 200, headersOf(answer, body.length));
  response.flushHeaders();
  const end = fault === undefined ? body.length : Math.min(fault.after, body.length);
  const step = answer.trickle?.bytes ?? Math.max(end, 1);
  for (let sent = 0; sent < end && !request.socket.destroyed; sent += step) {
    if (sent > 0 && answer.trickle !== undefined) await sleep(answer.trickle.everyMs);
    await new Promise<void>((resolve) => response.write(body.subarray(sent, Math.min(sent + step, end)), () => resolve()));
  }
  if (fault !== undefined) breakOff(fault.do, request);
  else if (answer.length === 'until-close' || typeof answer.length === 'number') request.socket.end();
  else response.end();
}

/** What `$ID` and `$IMAGE` stand for in this answer. */
export interface Standins {
  readonly id: string;
  readonly image: string;
}

function breakOff(how: 'reset' | 'close' | 'hang', request: IncomingMessage): void {
  if (how === 'reset') request.socket.resetAndDestroy();
  else if (how === 'close') request.socket.end();
}

function headersOf(answer: Answer, bytes: number): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  if (answer.body !== undefined && 'json' in answer.body) headers['content-type'] = 'application/json';
  if (answer.encoding !== undefined) headers['content-encoding'] = answer.encoding;
  const length = answer.length ?? 'exact';
  if (length === 'exact') headers['content-length'] = bytes;
  else if (typeof length === 'number') headers['content-length'] = length;
  else if (length === 'until-close') headers['connection'] = 'close';
  for (const [name, value] of Object.entries(answer.headers ?? {}))
    headers[name] = typeof value === 'string' ? value : [...value];
  return headers;
}

function bytesOf(body: AnswerBody, { id, image }: Standins): Buffer {
  if ('zeros' in body) return Buffer.alloc(body.zeros);
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  const text = 'json' in body ? JSON.stringify(body.json) : body.text;
  return Buffer.from(text.replaceAll('$ID', id).replaceAll('$IMAGE', image));
}
