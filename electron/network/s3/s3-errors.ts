import { XMLParser } from 'fast-xml-parser';
import type { HttpReply } from '../../core/http/http-client.ts';
import { ObjectFailure, type ObjectTrouble } from '../../core/http/object-store.ts';

/** Values stay as they are written: a key may look like a number. */
const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: true, processEntities: true, isArray: (name) => name === 'Contents' });

/** An answer's XML. An empty object if it is none. */
export function readXml(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = parser.parse(text);
    return isRecord(read) ? read : {};
  } catch {
    return {};
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What the codes of S3 mean. */
const meanings: Readonly<Record<string, ObjectTrouble>> = {
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  AccountProblem: 'denied',
  InvalidAccessKeyId: 'key-refused',
  SignatureDoesNotMatch: 'key-refused',
  InvalidToken: 'key-refused',
  ExpiredToken: 'key-refused',
  TokenRefreshRequired: 'key-refused',
  RequestTimeTooSkewed: 'clock',
  NoSuchBucket: 'no-bucket',
  InvalidBucketName: 'no-bucket',
  AuthorizationHeaderMalformed: 'region',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  IllegalLocationConstraintException: 'region',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  InsufficientStorage: 'full',
  NotImplemented: 'unsupported',
  // The key may read it, but it is in an archive.
  InvalidObjectState: 'odd',
  // What was sent did not arrive as it was sent. It is sent again first.
  BadDigest: 'unproved',
  InvalidDigest: 'unproved',
  XAmzContentSHA256Mismatch: 'unproved',
  XAmzContentChecksumMismatch: 'unproved',
};
const byStatus: Readonly<Record<number, ObjectTrouble>> = { 301: 'region', 307: 'region', 308: 'region', 401: 'key-refused', 403: 'denied', 501: 'unsupported', 507: 'full' };

const passing = new Set(['SlowDown', 'InternalError', 'ServiceUnavailable', 'RequestTimeout', 'OperationAborted', 'ConditionalRequestConflict', 'BadDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch']);

/** Some servers refuse a header that they do not know as an argument that is wrong. */
const isOfHeader = (code: string, message: string): boolean => /^Invalid(?:Argument|Request)$/.test(code) && /\bheader\b/i.test(message) && /unsupported|not (?:supported|implemented)/i.test(message);

/** What an answer says that is no success. `passes`: it may be another one in a moment. */
export function failureOf({ status, headers }: Pick<HttpReply, 'status' | 'headers'>, body: string): { readonly failure: ObjectFailure; readonly passes: boolean } {
  const { Error: read } = readXml(body);
  const error = isRecord(read) ? read : {};
  const [code, message] = [textOf(error['Code']), textOf(error['Message'])];
  const passes = passing.has(code) || [408, 409, 429, 500, 502, 503, 504].includes(status);
  const why = (Object.hasOwn(meanings, code) ? meanings[code] : isOfHeader(code, message) ? 'unsupported' : byStatus[status]) ?? (passes ? 'busy' : 'odd');
  // Where the bucket is, or which header was meant.
  const besides = [error['Region'], error['Endpoint'], error['Header'], headers['x-amz-bucket-region']].map(textOf).filter((text) => text !== '' && !message.includes(text));
  return { failure: new ObjectFailure(why, [String(status), code, message.slice(0, 300), ...new Set(besides)].filter((part) => part !== '').join(' ')), passes };
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
