import type { AnswerError } from './answer-error.ts';

/** Characters of a plain text that are shown as its words. */
const longestText = 300;

/** What an answer without JSON says to a person: the title or first heading of a page, or a short text. */
export function pageWords(body: string): AnswerError | null {
  const heading = /<(title|h1)\b[^>]{0,500}>([^<]{1,500})/i.exec(body)?.[2];
  const text = body.includes('<') || /[{[]/.test(body) || body.length > longestText ? '' : body;
  const message = (heading ?? text).replace(/\s+/g, ' ').trim();
  return message === '' ? null : { code: null, message };
}
