import { cutText } from '../../../shared/request/plain-text.ts';
import type { EpochMs } from '../../../shared/task.ts';
import type { Redact } from '../log/redact.ts';
import { isPictureText } from './answer-inline.ts';

export interface StoredAnswer {
  readonly at: EpochMs;
  readonly httpStatus: number | null;
  /** Redacted, cut to `maxStoredAnswer` characters. */
  readonly body: string;
  readonly truncated: boolean;
}

/** Characters of an answer that are kept. */
export const maxStoredAnswer = 64 * 1024;

/** Longest run of a picture's base64 that stays in the kept text. */
const longestInlinePicture = 200;

/** The answer as it arrived, without the key and without the bytes of pictures, cut to `maxStoredAnswer`. */
export function toStoredAnswer(text: string, httpStatus: number | null, at: EpochMs, redact: Redact): StoredAnswer {
  const shown = redact(withoutPictures(text)).replaceAll('\0', '\uFFFD');
  const truncated = shown.length > maxStoredAnswer;
  return { at, httpStatus, body: truncated ? cutText(shown, maxStoredAnswer) : shown, truncated };
}

/** Base64 is left out of `b64_json`, of `data:` addresses, and wherever it begins like a picture. In JSON, `/` may be written as `\/` and a line break as `\n`. */
function withoutPictures(text: string): string {
  return text
    .replace(
      /("b64_json"\s*:\s*")([^"]*)/g,
      (whole, head: string, base64: string) => head + leaveOut(base64, whole.slice(head.length)),
    )
    .replace(
      /(data:image\/[a-z+.-]+;base64,)((?:[A-Za-z0-9+/=_%-]|\\[/nr])*)/gi,
      (_whole, head: string, base64: string) => head + leaveOut(base64, base64),
    )
    .replace(/"((?:[A-Za-z0-9+/=_%-]|\\[/nr]){64,})"/g, (whole, base64: string) => (isPictureText(base64.slice(0, 500).replace(/\\[nr]/g, '').replaceAll('\\', '')) ? `"${leaveOut(base64, base64)}"` : whole));
}

function leaveOut(base64: string, otherwise: string): string {
  return base64.length > longestInlinePicture ? `[${base64.length} characters left out]` : otherwise;
}
