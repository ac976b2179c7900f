import { en } from './en/catalogue.en.ts';
import { pluralsOf, type Spoken } from './languages.ts';
import { wordsIn, type Catalogue, type WordsOf } from './words-in.ts';

export type { WordValues } from './words-in.ts';

/** Every visible word of the app. Translations start from English. */
export type WordKey = keyof typeof en;
export type Words = WordsOf<WordKey>;

/** English words for a BCP 47 locale. */
export const wordsFor = (locale: string): Words => wordsIn<WordKey>(en, locale);

/** Words of a catalogue in its own language. */
export const wordsOf = (catalogue: Catalogue<WordKey>, { language, locale }: Spoken): Words => wordsIn<WordKey>(catalogue, locale, pluralsOf(language));
