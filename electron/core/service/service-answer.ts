import { cutText } from '../../../shared/request/plain-text.ts';
import { saidNothing, type EpochMs, type ServiceSaid } from '../../../shared/task.ts';
import type { AnswerError } from './answers/answer-error.ts';
import type { NamedImage } from './answers/answered-image.ts';
import { parseAnswer, pictureAnswer, type ParsedAnswer } from './answers/parse-answer.ts';
import type { HttpReply } from '../http/http-client.ts';
import { type StoredAnswer, toStoredAnswer } from './stored-answer.ts';
import { readBody, type ReadBody } from './read-body.ts';
import type { Redact } from '../log/redact.ts';

/** A parsed answer of the service. Its meaning depends on the request. */
export interface ServiceAnswer {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly parsed: ParsedAnswer;
  /** It is a web page, and no answer of the interface. */
  readonly isPage: boolean;
  readonly cut: ReadBody['cut'];
  readonly stored: StoredAnswer;
  /** An error as it may be shown: redacted and shortened. */
  said(error: AnswerError | null): ServiceSaid;
}

const longestMessage = 2000;
const longestCode = 200;

/** An answer before it is parsed. */
export interface RawAnswer {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadBody;
}

/** `withPictures`: see `readBody`. */
export async function readAnswer({ status, headers, body }: HttpReply, withPictures: boolean): Promise<RawAnswer> {
  return { httpStatus: status, headers, body: await readBody(body, withPictures, headers['content-type']) };
}

/** `at` is the time at which it arrived, `asked` the id of the task that was queried. */
export function understandAnswer({ httpStatus, headers, body: { text, picture, cut } }: RawAnswer, at: EpochMs, redact: Redact, asked: string | null = null): ServiceAnswer {
  const show = (words: string | null | undefined, length: number): string | null =>
    words === null || words === undefined ? null : cutText(redact(words), length);
  const marked = (image: NamedImage): NamedImage => (image.kind === 'url' && holdsKey(image.url, redact) ? { ...image, holdsKey: true } : image);
  // With an error, it is a picture of the error.
  const isPicture = picture !== null && httpStatus >= 200 && httpStatus < 300;
  const parsed = isPicture ? pictureAnswer(picture, cut !== null) : parseAnswer(text, asked);
  const { facts } = parsed;
  return {
    httpStatus,
    headers,
    parsed: {
      ...parsed,
      images: parsed.images.map(marked),
      candidates: parsed.candidates.map(marked),
      facts: { ...facts, statusWord: show(facts.statusWord, longestCode), model: show(facts.model, longestCode) },
    },
    isPage: parsed.left.includes('page') || (!parsed.readable && /html/i.test(headers['content-type'] ?? '') && text.trim() !== ''),
    cut,
    stored: toStoredAnswer(picture === null ? text : `[${Buffer.byteLength(picture, 'base64')} bytes of a picture]`, httpStatus, at, redact),
    said: (error) => ({
      ...saidNothing,
      httpStatus,
      code: show(error?.code, longestCode),
      message: show(error?.message, longestMessage),
    }),
  };
}

/** Whether a refusal asks for a key in the way of this interface, which no proxy and no login page does. */
export function namesBearer({ httpStatus, headers }: Pick<ServiceAnswer, 'httpStatus' | 'headers'>): boolean {
  return httpStatus === 401 && /\bbearer\b/i.test(headers['www-authenticate'] ?? '');
}

/** Whether an address contains the key, as it is or percent-decoded. */
function holdsKey(address: string, redact: Redact): boolean {
  let plain = address;
  try {
    plain = decodeURIComponent(address);
  } catch {
    // Not every address is well encoded.
  }
  return redact(address) !== address || redact(plain) !== plain;
}
