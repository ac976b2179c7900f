/**
 * Words in square brackets that steer the practice service, such as `a fox [fail]`, with their effects.
 * Without brackets, as in "failing light", a word has no effect. Words can be combined: `[slow] [many]`.
 */
export const practiceWords = {
  // Answers of the submit operation
  refuse: 'The submission is refused with 400: nothing is taken.',
  'no credits': 'The submission is refused with 402: the account has no credits left.',
  limit: 'The first two submissions are refused with 429 and Retry-After; the third is taken.',
  'server error': 'The submission is answered 500: nobody can tell whether it was taken.',
  garbage: 'The submission is answered 200 with a page that is not JSON; the task was taken.',
  hang: 'The submission is never answered; the task was taken.',
  drop: 'The connection is cut instead of an answer to the submission; the task was taken.',
  'lost answer': 'The connection is cut instead of the first answer; the task was taken, and a repetition with the same Idempotency-Key is answered with it.',
  several: 'The answer to the submission names two tasks, each with its own picture.',
  'at once': 'The submission is answered with the pictures themselves, and names no task.',
  // The outcome of an accepted task
  fail: 'The task fails after a few seconds, as a moderated prompt does.',
  moderated: 'The task ends with a status word that the interface does not have, and an error beside it.',
  stall: 'The task stays processing for ever.',
  slow: 'The task takes 30 seconds.',
  forget: 'The task is accepted; after a few seconds the service no longer knows it: 404.',
  empty: 'The task completes without a picture.',
  'late pictures': 'The task completes, and only the third answer lists the picture.',
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

/** What else a word may be written as. */
export const otherSpellings: Readonly<Record<string, PracticeWord>> = { '429': 'busy' };

const bracketed = /\[([^[\]]{1,80})\]/g;

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

const answerWord = /^\s*answer\s+([\w-]+)\s*$/i;

/** The name of the answer file that a prompt asks for: `a fox [answer submit-documented]`. Null if it asks for none. */
export function answerNameIn(prompt: string): string | null {
  for (const [, text] of prompt.matchAll(bracketed)) {
    const name = answerWord.exec(text ?? '')?.[1];
    if (name !== undefined) return name.toLowerCase();
  }
  return null;
}

/** The prompt as the painter reads it: `a fox [slow]` is painted as `a fox`. */
export function withoutWords(prompt: string): string {
  return prompt.replace(bracketed, (whole, text: string) => (practiceWord(text) !== null || answerWord.test(text) ? ' ' : whole)).replace(/\s+/g, ' ').trim();
}
