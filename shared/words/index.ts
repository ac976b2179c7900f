import { en } from './en/catalogue.en.ts';
import { wordsIn, type WordsOf } from './words-in.ts';

export type { WordValues } from './words-in.ts';

/** Every visible word of the app. Translations start from English. */
export type WordKey = keyof typeof en;
export type Words = WordsOf<WordKey>;

/** Words for a BCP 47 locale. */
export const wordsFor = (locale: string): Words => wordsIn<WordKey>(en, locale);
