import { create } from 'zustand';
import type { AppError } from '../../shared/errors.ts';
import { inEnglish, loadTranslation } from '../../shared/words/catalogues.ts';
import { en } from '../../shared/words/en/catalogue.en.ts';
import { wordsOf, type Words } from '../../shared/words/index.ts';
import { formatsFor, type Formats } from '../../shared/words/format.ts';
import { directionOf, tagOf, usualSpoken, type Spoken } from '../../shared/words/languages.ts';

interface Language {
  readonly spoken: Spoken;
  readonly words: Words;
  readonly formats: Formats;
}

/** English until `speak` is called. */
const useLanguage = create<Language>(() => ({ spoken: usualSpoken, words: wordsOf(en, usualSpoken), formats: formatsFor(usualSpoken.locale) }));

/** What main said last: another catalogue may be there only after it. */
let wanted = usualSpoken;

/** Speaks what main speaks, as soon as its words are loaded. Rejects if they cannot be loaded, and goes on as before. */
export async function speak(spoken: Spoken): Promise<void> {
  wanted = spoken;
  const before = useLanguage.getState().spoken;
  if (spoken.language === before.language && spoken.locale === before.locale) return;
  // English is there already, and its first render waits for nothing.
  const translate = spoken.language === 'en' ? inEnglish : await loadTranslation(spoken.language);
  if (wanted !== spoken) return;
  document.documentElement.lang = tagOf(spoken.language);
  document.documentElement.dir = directionOf(spoken.language);
  useLanguage.setState({ spoken, words: wordsOf(translate(en), spoken), formats: formatsFor(spoken.locale) });
}

/** Words in the language that is spoken. */
export const useWords = (): Words => useLanguage(({ words }) => words);

/** Dates, numbers, sizes and durations as the person writes them. */
export const useFormats = (): Formats => useLanguage(({ formats }) => formats);

/** Where lines begin. */
export const useDirection = (): 'ltr' | 'rtl' => useLanguage(({ spoken }) => directionOf(spoken.language));

/** The same words, for event handlers. */
export const currentWords = (): Words => useLanguage.getState().words;

export const currentFormats = (): Formats => useLanguage.getState().formats;

/** What happened, what it means for the money, what to do. */
export function errorWords(say: Words, error: AppError): string {
  return say(`error.${error.code}`);
}
