import { cutText } from '../../../shared/request/plain-text.ts';
import type { EpochMs } from '../../../shared/task.ts';
import type { Redact } from '../log/redact.ts';
import { isPictureText } from './answers/answer-inline.ts';

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

/** Where base64 may begin: by its name, after the head of a `data:` address, or as a string. */
const beginning = /"b64_json"\s*:\s*"|data:image\/[a-z+.-]{1,40};base64,|"(?=[A-Za-z0-9+/_%\\-]{64})/gi;
/** In JSON, `/` may be written as `\/` and a line break as `\n`. One class of characters, because an alternation overflows the stack on long text. */
const base64Run = /[A-Za-z0-9+/=_%\\-]*/y;

/** Leaves out base64 in `b64_json`, in `data:` addresses, and wherever a string begins like a picture. */
function withoutPictures(text: string): string {
  const parts: string[] = [];
  let at = 0;
  beginning.lastIndex = 0;
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const start = beginning.lastIndex;
    const isNamed = found[0].length > 1;
    base64Run.lastIndex = start;
    const run = base64Run.exec(text)?.[0] ?? '';
    const base64 = run.endsWith('\\') ? run.slice(0, -1) : run;
    if (base64.length > longestInlinePicture && (isNamed || isPictureText(base64.slice(0, 500).replace(/\\[nr]/g, '').replaceAll('\\', '')))) {
      parts.push(text.slice(at, start), `[${base64.length} characters left out]`);
      at = start + base64.length;
    }
    beginning.lastIndex = start + base64.length;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
