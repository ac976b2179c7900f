import type { AppError } from '../../shared/errors.ts';
import type { Words } from '../../shared/words/index.ts';
import { wordsFor } from '../../shared/words/index.ts';
import type { Formats } from './format.ts';
import { formatsFor } from './format.ts';
import { useAppStore } from '../stores/app-store.ts';

/** The catalogue's own locale, until the snapshot brings the system's. */
const fallback = 'en';

let words: Words = wordsFor(fallback);
let formats: Formats = formatsFor(fallback);

function inLocale(locale: string): void {
  if (words.locale === locale) return;
  words = wordsFor(locale);
  formats = formatsFor(locale);
}

/** Words in the system's locale. */
export function useWords(): Words {
  inLocale(useAppStore(({ facts }) => facts?.locale ?? fallback));
  return words;
}

/** Dates, numbers, sizes and durations in the system's locale. */
export function useFormats(): Formats {
  inLocale(useAppStore(({ facts }) => facts?.locale ?? fallback));
  return formats;
}

/** The same words, for event handlers. */
export function currentWords(): Words {
  inLocale(useAppStore.getState().facts?.locale ?? fallback);
  return words;
}

/** What happened, what it means for the money, what to do. */
export function errorWords(say: Words, error: AppError): string {
  return say(`error.${error.code}`);
}
