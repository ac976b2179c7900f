import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Command, S3Fault, S3Options, S3Request } from './strict-s3-script.ts';

/** The process of the strict S3 (strict-s3.ts). What the documents of S3 demand of a request, it demands. */

interface Stored {
  content: Buffer;
  readonly meta: Readonly<Record<string, string>>;
  /** Base64, as the client gave it. */
  readonly checksum: string | null;
}

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: string;

  constructor(status: number, code: string, message = code, more = '') {
    super(message);
    this.more = more;
    this.status = status;
    this.code = code;
  }
}

const objects = new Map<string, Stored>();
const seen: S3Request[] = [];
const faults: { readonly method: string; readonly key: RegExp; readonly fault: S3Fault; left: number }[] = [];
const overwritten: string[] = [];
let options: S3Options = { bucket: '', region: '', keyId: '', secret: '' };

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const uriEncoded = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** AWS Signature Version 4, from the definition and not from a client's code. */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const header = (name: string): string => String(request.headers[name] ?? '');
  const match = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(header('authorization'));
  if (match === null) throw new Refused(403, 'AccessDenied', 'not signed');
  const [, keyId = '', day = '', region = '', names = '', signature = ''] = match;
  if (keyId !== options.keyId) throw new Refused(403, 'InvalidAccessKeyId');
  if (region !== options.region) throw new Refused(400, 'AuthorizationHeaderMalformed');
  const date = header('x-amz-date');
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const now = Date.now() + (options.clockAhead ?? 0) * 1000;
  if (!date.startsWith(day) || !(Math.abs(now - at) < 15 * 60_000)) throw new Refused(403, 'RequestTimeTooSkewed');
  const signed = names.split(';');
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-') || name === 'content-md5');
  for (const name of mustBeSigned) if (!signed.includes(name)) throw new Refused(403, 'AccessDenied', `${name} is not signed`);
  const query = [...url.searchParams].map(([name, value]) => `${uriEncoded(name)}=${uriEncoded(value)}`).sort();
  const path = decodeURIComponent(url.pathname).split('/').map(uriEncoded).join('/');
  const payload = header('x-amz-content-sha256');
  const canonical = [request.method, path, query.join('&'), ...signed.map((name) => `${name}:${header(name).trim().replace(/\s+/g, ' ')}`), '', names, payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${options.secret}`, day), region), 's3'), 'aws4_request');
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))) throw new Refused(403, 'SignatureDoesNotMatch');
  if (payload !== sha256(body)) throw new Refused(400, 'XAmzContentSHA256Mismatch');
}

function refuseChecksums({ headers }: IncomingMessage): void {
  if ((options.refusesChecksums ?? 'no') === 'no') return;
  const name = Object.keys(headers).find((header) => header.startsWith('x-amz-checksum-'));
  if (name === undefined) return;
  if (options.refusesChecksums === 'named') throw new Refused(400, 'InvalidArgument', `Unsupported header '${name}' received for this API call.`);
  throw new Refused(501, 'NotImplemented', 'A header you provided implies functionality that is not implemented');
}

function put(key: string, request: IncomingMessage, body: Buffer, fault: S3Fault | null): Record<string, string> {
  if (request.headers['content-length'] === undefined) throw new Refused(411, 'MissingContentLength');
  const md5 = request.headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64')) throw new Refused(400, 'BadDigest');
  const checksum = request.headers['x-amz-checksum-sha256'] === undefined ? null : String(request.headers['x-amz-checksum-sha256']);
  const isMd5 = (options.proof ?? 'checksum') !== 'checksum';
  if (checksum !== null && !isMd5 && checksum !== Buffer.from(sha256(body), 'hex').toString('base64')) throw new Refused(400, 'XAmzContentChecksumMismatch');
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && (condition !== '*' || options.refusesConditions === true)) throw new Refused(501, 'NotImplemented');
  if (objects.has(key)) {
    if (condition === '*' && options.ignoresConditions !== true) throw new Refused(412, 'PreconditionFailed');
    overwritten.push(key);
  }
  const stored = [...objects.values()].reduce((sum, { content }) => sum + content.length, 0);
  if (stored + body.length > (options.quota ?? Infinity)) throw new Refused(507, 'QuotaExceeded');
  const meta = Object.fromEntries(Object.entries(request.headers).flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [])));
  objects.set(key, { content: fault?.kind === 'flipped' ? flipped(body) : body, meta, checksum });
  return factsOf(objects.get(key) as Stored);
}

/** What headers say of an object: of what is stored, and not of what was sent. */
function factsOf({ content, meta, checksum }: Stored): Record<string, string> {
  const proof = options.proof ?? 'checksum';
  const etag = proof === 'none' ? sha256(`opaque ${sha256(content)}`).slice(0, 32) : createHash('md5').update(content).digest('hex');
  return { etag: `"${etag}"`, ...meta, ...(proof === 'checksum' && checksum !== null ? { 'x-amz-checksum-sha256': Buffer.from(sha256(content), 'hex').toString('base64') } : {}) };
}

function list(url: URL): string {
  if (url.searchParams.get('list-type') !== '2') throw new Refused(501, 'NotImplemented');
  const prefix = url.searchParams.get('prefix') ?? '';
  const token = url.searchParams.get('continuation-token');
  const { pageEnds = 'token' } = options;
  const given = url.searchParams.get(pageEnds === 'first-version' ? 'marker' : 'start-after');
  // A token is opaque and needs encoding.
  const after = pageEnds === 'same' ? '' : token === null ? (given ?? '') : Buffer.from(token.replace(/^t\+\/=/, ''), 'base64url').toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const most = Math.min(options.page ?? 1000, Number(url.searchParams.get('max-keys') ?? 1000));
  const page = keys.slice(0, most);
  const isTruncated = keys.length > page.length;
  const entries = page.map((key) => `<Contents><Key>${key}</Key><ETag>&quot;${sha256(key).slice(0, 32)}&quot;</ETag><Size>${objects.get(key)?.content.length ?? 0}</Size></Contents>`);
  const next = Buffer.from(page.at(-1) ?? '').toString('base64url');
  const more = isTruncated && (pageEnds === 'token' || pageEnds === 'same') ? `<NextContinuationToken>t+/=${next}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${entries.join('')}${more}</ListBucketResult>`;
}

function flipped(content: Buffer): Buffer {
  const other = Buffer.from(content);
  const at = Math.floor(other.length / 2);
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
}

function takeFault(method: string, key: string): S3Fault | null {
  const found = faults.find((one) => one.left > 0 && one.method === method && one.key.test(key));
  if (found === undefined) return null;
  found.left -= 1;
  return found.fault;
}

/** The object of an address. Throws if the bucket is not ours. */
function keyOf(request: IncomingMessage, url: URL): string {
  const [host = ''] = (request.headers.host ?? '').split(':');
  const path = decodeURIComponent(url.pathname).slice(1);
  const bucket = options.virtualHost === true ? (host.split('.')[0] ?? '') : (path.split('/')[0] ?? '');
  if (bucket !== options.bucket) throw new Refused(404, 'NoSuchBucket');
  return options.virtualHost === true ? path : path.slice(bucket.length + 1);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const method = request.method ?? '';
  const url = new URL(request.url ?? '/', `http://${String(request.headers.host)}`);
  if (options.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, options.delay));
  let key = '';
  const note = (status: number): void => void seen.push({ method, key, status, bytes: body.length });
  try {
    checkSignature(request, url, body);
    key = keyOf(request, url);
    const fault = takeFault(method, key);
    if (fault?.kind === 'answer') {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter));
      for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
      throw new Refused(fault.status, fault.code, fault.code, fault.more);
    }
    refuseChecksums(request);
    const { status, headers, content } = answerTo(method, key, url, request, body, fault);
    note(status);
    if (fault?.kind === 'no-answer') return void request.socket.destroy();
    response.writeHead(status, { ...headers, 'content-length': String(content.length) });
    if (method === 'HEAD') return void response.end();
    if (fault?.kind !== 'cut') return void response.end(content);
    response.write(content.subarray(0, Math.floor(content.length / 2)), () => request.socket.destroy());
  } catch (error) {
    const { status, code, message, more } = error instanceof Refused ? error : new Refused(500, 'InternalError', String(error));
    note(status);
    const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message>${more}</Error>`;
    response.writeHead(status, { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(text)) });
    response.end(method === 'HEAD' ? undefined : text);
  }
}

function answerTo(method: string, key: string, url: URL, request: IncomingMessage, body: Buffer, fault: S3Fault | null): { status: number; headers: Record<string, string>; content: Buffer } {
  if (method === 'GET' && key === '') return { status: 200, headers: { 'content-type': 'application/xml' }, content: Buffer.from(list(url)) };
  if (method === 'PUT' && key !== '') return { status: 200, headers: put(key, request, body, fault), content: Buffer.alloc(0) };
  if (method !== 'GET' && method !== 'HEAD') throw new Refused(405, 'MethodNotAllowed');
  const found = objects.get(key);
  if (found === undefined) throw new Refused(404, 'NoSuchKey');
  const content = fault?.kind === 'flipped' ? flipped(found.content) : found.content;
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (range === null) return { status: 200, headers: factsOf(found), content };
  const [from, to] = [Number(range[1]), range[2] === '' ? content.length - 1 : Number(range[2])];
  if (from >= content.length) throw new Refused(416, 'InvalidRange');
  return { status: 206, headers: { ...factsOf(found), 'content-range': `bytes ${from}-${Math.min(to, content.length - 1)}/${content.length}` }, content: content.subarray(from, to + 1) };
}

function obey(command: S3Command): unknown {
  switch (command.do) {
    case 'start':
    case 'set':
      options = { ...options, ...command.options };
      return null;
    case 'fault':
      faults.push({ method: command.method, key: new RegExp(command.key), fault: command.fault, left: command.times });
      return null;
    case 'seen':
      return seen;
    case 'keys':
      return [...objects.keys()].sort();
    case 'overwritten':
      return overwritten;
    case 'read':
      return objects.get(command.key)?.content.toString('base64') ?? null;
    case 'write':
      objects.set(command.key, { content: Buffer.from(command.base64, 'base64'), meta: objects.get(command.key)?.meta ?? {}, checksum: objects.get(command.key)?.checksum ?? null });
      return null;
    case 'delete':
      return objects.delete(command.key);
  }
}

const server = createServer((request, response) => void serve(request, response));
// A client keeps connections longer than a short test.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
process.on('message', ({ id, command }: { readonly id: number; readonly command: S3Command }) => process.send?.({ id, answer: obey(command) }));
process.on('disconnect', () => process.exit(0));
