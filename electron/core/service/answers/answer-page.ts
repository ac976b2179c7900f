import type { AnswerError } from './answer-error.ts';

/** Characters of a page among which its title is. */
const longestHead = 20_000;
/** Characters of a plain text that are shown as its words. */
const longestText = 300;

/** What an answer without JSON says to a person: the title or first heading of a page, or a short text. */
export function pageWords(body: string): AnswerError | null {
  const heading = /<(title|h1)\b[^>]{0,500}>([^<]{1,500})/i.exec(body.slice(0, longestHead))?.[2];
  const text = body.length > longestText || /[<{[]/.test(body) ? '' : body;
  const message = (heading ?? text).replace(/\s+/g, ' ').trim();
  return message === '' ? null : { code: null, message };
}
