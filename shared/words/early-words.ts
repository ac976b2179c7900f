import { early } from './en/early.en.ts';
import { wordsIn, type WordsOf } from './words-in.ts';

export type EarlyWordKey = keyof typeof early;

/** The words that main shows before it has read the rest of its code, or without it. */
export type EarlyWords = WordsOf<EarlyWordKey>;

/** Words for a BCP 47 locale. */
export const earlyWordsFor = (locale: string): EarlyWords => wordsIn<EarlyWordKey>(early, locale);
