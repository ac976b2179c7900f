import { XMLParser } from 'fast-xml-parser';
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
  NotImplemented: 'no-conditions',
  // What was sent did not arrive as it was sent. It is sent again first.
  BadDigest: 'unproved',
  InvalidDigest: 'unproved',
  XAmzContentSHA256Mismatch: 'unproved',
  XAmzContentChecksumMismatch: 'unproved',
};
const byStatus: Readonly<Record<number, ObjectTrouble>> = { 301: 'region', 307: 'region', 401: 'key-refused', 403: 'denied', 501: 'no-conditions', 507: 'full' };

const passing = new Set(['SlowDown', 'InternalError', 'ServiceUnavailable', 'RequestTimeout', 'OperationAborted', 'ConditionalRequestConflict', 'BadDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch']);

/** What an answer says that is no success. `passes`: it may be another one in a moment. */
export function failureOf(status: number, body: string): { readonly failure: ObjectFailure; readonly passes: boolean } {
  const { Error: error } = readXml(body);
  const [code, message] = isRecord(error) ? [textOf(error['Code']), textOf(error['Message'])] : ['', ''];
  const passes = passing.has(code) || [408, 409, 429, 500, 502, 503, 504].includes(status);
  const why = (Object.hasOwn(meanings, code) ? meanings[code] : byStatus[status]) ?? (passes ? 'busy' : 'odd');
  return { failure: new ObjectFailure(why, [status, code, message.slice(0, 300)].filter((part) => part !== '').join(' ')), passes };
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
