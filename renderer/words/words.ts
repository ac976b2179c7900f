import { create } from 'zustand';
import type { AppError } from '../../shared/errors.ts';
import { wordsFor, type Words } from '../../shared/words/index.ts';
import { formatsFor, type Formats } from '../../shared/words/format.ts';

interface Language {
  readonly words: Words;
  readonly formats: Formats;
}

/** In the catalogue's own locale until `setLocale` is called. */
const useLanguage = create<Language>(() => languageOf('en'));

function languageOf(locale: string): Language {
  return { words: wordsFor(locale), formats: formatsFor(locale) };
}

/** Sets the system's locale, which main reports. */
export function setLocale(locale: string): void {
  if (useLanguage.getState().formats.locale !== locale) useLanguage.setState(languageOf(locale));
}

/** Words in the system's locale. */
export const useWords = (): Words => useLanguage(({ words }) => words);

/** Dates, numbers, sizes and durations in the system's locale. */
export const useFormats = (): Formats => useLanguage(({ formats }) => formats);

/** The same words, for event handlers. */
export const currentWords = (): Words => useLanguage.getState().words;

export const currentFormats = (): Formats => useLanguage.getState().formats;

/** What happened, what it means for the money, what to do. */
export function errorWords(say: Words, error: AppError): string {
  return say(`error.${error.code}`);
}
