import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AnyChannel } from '../../shared/ipc/programs.ts';
import type { Result } from '../../shared/result.ts';
import type { CrossingChanges } from './open-channels.ts';

/**
 * What a process asks of the one that owns the profile. `go-on`: that its engine runs, so that what is open goes on. `hand-over`: that it leaves the profile to a
 * window's host, which nobody else asks.
 */
export const requests = ['go-on', 'hand-over'] as const;
export type Request = (typeof requests)[number];

/**
 * One JSON text a line, each way. First both sides prove that they know the secret, without saying it: whoever squats a dead owner's pipe learns nothing, and
 * nobody calls anything before. The greeting and the requests stay the same in all versions, because an app may take over from a command of another version.
 *
 *     server  { nonce }
 *     client  { nonce, proof, follows }
 *     server  { proof, version }
 *     client  { id, channel, input }        as often as it likes
 *     client  { id, request }
 *     server  { id, result }                in any order; of a request, whether it is done
 *     server  { changes }                   if the client follows
 */
export type FromServer = { readonly nonce: string } | { readonly proof: string; readonly version: string } | { readonly id: number; readonly result: Result<unknown> } | { readonly changes: CrossingChanges };
export type FromClient =
  | { readonly nonce: string; readonly proof: string; readonly follows: boolean }
  | { readonly id: number; readonly channel: AnyChannel; readonly input: unknown }
  | { readonly id: number; readonly request: Request };

/** Characters of a line. A batch of ten thousand tasks with prompts of some thousand characters fits; what is longer ends the connection. */
export const longestLine = 64 * 1024 * 1024;
/** Before the other side has proved itself. */
export const longestGreeting = 1_000;
/** Milliseconds in which both sides have proved themselves. */
export const greetingTime = 5_000;

/** What a side proves that it knows the secret with. Each side's proof differs, so that none can be sent back as one's own. */
export function proofOf(secret: string, side: 'client' | 'server', serverNonce: string, clientNonce: string): string {
  return createHmac('sha256', secret).update(`${side} ${serverNonce} ${clientNonce}`).digest('hex');
}

export function isProof(given: unknown, expected: string): boolean {
  return typeof given === 'string' && /^[0-9a-f]+$/.test(given) && given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
