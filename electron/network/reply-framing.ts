import type { ReplyHead } from './reply-head.ts';

/** How the body of an answer is delimited. */
export interface Framing {
  /** `maybe-chunks`: chunks if the body begins like some, or else the whole length or everything until the connection is closed. */
  readonly kind: 'none' | 'length' | 'maybe-chunks';
  /** The smallest length that is announced, in bytes. Null if there is none, or one that is no number. */
  readonly length: number | null;
  /** One length or only chunks or neither, all as the standard demands. */
  readonly isRegular: boolean;
  /** What the announced length is worth: several different ones, or one that is no number, say nothing about the end. */
  readonly lengthIsCertain: boolean;
  /** Codings of the transfer besides chunks, which are to be decoded like those of the content. */
  readonly codings: readonly string[];
}

export function framingOf({ status, headers }: ReplyHead): Framing {
  const lengths = [...new Set((headers['content-length'] ?? '').split(',').map((length) => length.trim()))].filter((length) => length !== '');
  const numbers = lengths.filter((length) => /^\d{1,15}$/.test(length)).map(Number);
  const length = numbers.length > 0 && numbers.length === lengths.length ? Math.min(...numbers) : null;
  const transfer = (headers['transfer-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '');
  const isChunked = transfer.includes('chunked');
  const lengthIsCertain = !isChunked && lengths.length === 1 && length !== null;
  const saysNothing = !isChunked && (length ?? 0) === 0;
  const kind = (status === 204 || status === 304) && saysNothing ? 'none' : !isChunked && length !== null ? 'length' : 'maybe-chunks';
  return {
    kind,
    length,
    lengthIsCertain,
    isRegular: isChunked ? lengths.length === 0 && transfer.length === 1 : transfer.length === 0 && (headers['content-length'] === undefined || /^\d+$/.test(headers['content-length'])),
    codings: transfer.filter((coding) => coding !== 'chunked' && coding !== 'identity'),
  };
}
