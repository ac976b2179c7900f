import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './http.ts';

const longestKey = 96;

/**
 * The `Idempotency-Key` of a submission, with the SHA-256 of its body: the same key stands for the same request. Null: it has none. With or without
 * quotes, because the draft of the header has them and clients leave them out. Throws Refusal 400.
 */
export function readRepeatKey(headers: IncomingHttpHeaders, body: unknown): { readonly key: string; readonly body: string } | null {
  const given = headers['idempotency-key'];
  if (given === undefined) return null;
  const key = String(given).replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > longestKey) throw new Refusal(400, 'invalid_idempotency_key', `Idempotency-Key: 1 to ${longestKey} characters of ASCII.`);
  return { key, body: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
}
