/**
 * Words in square brackets that steer the practice service, such as `a fox [fail]`, with their effects.
 * Without brackets, as in "failing light", a word has no effect. Words can be combined: `[slow] [many]`.
 */
export const practiceWords = {
  // Answers of the submit operation
  refuse: 'The submission is refused with 400: nothing is taken.',
  'no credits': 'The submission is refused with 402: the account has no credits left.',
  limit: 'The submission is refused with 429 and Retry-After.',
  'server error': 'The submission is answered 500: nobody can tell whether it was taken.',
  garbage: 'The submission is answered 200 with a page that is not JSON; the task was taken.',
  hang: 'The submission is never answered; the task was taken.',
  drop: 'The connection is cut instead of an answer to the submission; the task was taken.',
  // The outcome of an accepted task
  fail: 'The task fails after a few seconds, as a moderated prompt does.',
  stall: 'The task stays processing for ever.',
  slow: 'The task takes 30 seconds.',
  forget: 'The task is accepted; after a few seconds the service no longer knows it: 404.',
  empty: 'The task completes without a picture.',
  many: 'The task completes with four pictures.',
  // Answers of the query operation
  busy: 'The first two queries are answered 429 with Retry-After.',
  outage: 'The first two queries are answered 503.',
  noise: 'The first two queries are answered with a page that is not JSON.',
  // Pictures
  expire: 'The addresses of the first completed answer have already expired; the next answer has fresh ones.',
  damaged: 'The pictures arrive with their second half missing.',
} as const;

export type PracticeWord = keyof typeof practiceWords;

const otherSpellings: Readonly<Record<string, PracticeWord>> = { '429': 'busy' };

const bracketed = /\[([^[\]]{1,40})\]/g;

function practiceWord(text: string): PracticeWord | null {
  const spelling = text.trim().toLowerCase().replace(/[\s_-]+/g, ' ');
  if (Object.hasOwn(practiceWords, spelling)) return spelling as PracticeWord;
  return Object.hasOwn(otherSpellings, spelling) ? (otherSpellings[spelling] ?? null) : null;
}

/** The practice words of a prompt. Brackets around anything else mean nothing. */
export function wordsIn(prompt: string): ReadonlySet<PracticeWord> {
  const found = Array.from(prompt.matchAll(bracketed), ([, text]) => practiceWord(text ?? ''));
  return new Set(found.filter((word) => word !== null));
}

/** The prompt as the painter reads it: `a fox [slow]` is painted as `a fox`. */
export function withoutWords(prompt: string): string {
  return prompt.replace(bracketed, (whole, text: string) => (practiceWord(text) ? ' ' : whole)).replace(/\s+/g, ' ').trim();
}
