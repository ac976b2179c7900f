import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { bodyOf, headersOf, type AnswerFile, type Standins } from './answer-files.ts';

/** Bytes. The reference pictures of a request may have 43 MB as data URLs. */
const maxBodyBytes = 48 * 1024 * 1024;

/** A refusal. All have one form: `{"error":{"code","message","type"}}`. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, code: string, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export interface ServiceError {
  readonly code: string;
  readonly message: string;
  readonly type: string;
}

/** The error object of refused requests and of failed tasks alike. */
export function serviceError(code: string, message: string, status: number): ServiceError {
  return { code, message, type: status >= 500 ? 'server_error' : 'invalid_request_error' };
}

export function sendJson(response: ServerResponse, status: number, value: unknown, headers: OutgoingHttpHeaders = {}): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': body.length, 'cache-control': 'no-store' });
  response.end(body);
}

export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  sendJson(response, refusal.status, { error: serviceError(refusal.code, refusal.message, refusal.status) }, refusal.headers);
}

/** Sends an answer file as it is. */
export function sendFile(response: ServerResponse, file: AnswerFile, standins: Standins): void {
  const body = bodyOf(file, standins);
  response.writeHead(file.status, { ...headersOf(file, standins), ...(file.status === 204 ? {} : { 'content-length': body.length }) });
  response.end(body);
}

/** An answer that no client of this interface can read, such as a maintenance page. */
export function sendGarbage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end('<!doctype html><title>Welcome</title><p>This page is not an answer. {"id": ');
}

/** Reads and parses a JSON body. Throws Refusal 400, 413 or 415. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal(415, 'unsupported_media_type', 'Send the request with Content-Type: application/json.', { connection: 'close' });
  }
  const tooLarge = new Refusal(413, 'request_too_large', `The request is larger than ${maxBodyBytes} bytes.`, { connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw tooLarge;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'invalid_json', 'The body is not valid JSON.');
  }
}
