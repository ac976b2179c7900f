import type { en } from './en/catalogue.en.ts';
import { isPseudo, languageIds, type Language, type Spoken } from './languages.ts';
import type { Catalogue } from './words-in.ts';

/** All words of the window and of main in one language. */
export type WholeCatalogue = Catalogue<keyof typeof en>;

/**
 * The complete languages besides English, which every program has at hand. Each is a chunk of its own, and whoever shows words loads one of them. Only what
 * stands here is offered, and a catalogue that lacks a message is a type error.
 */
const complete: Partial<Record<Language, () => Promise<WholeCatalogue>>> = {
  de: async () => (await import('./de/catalogue.de.ts')).de,
};

/** The languages that a person can choose. */
export const offeredLanguages: readonly Language[] = languageIds.filter((language) => language === 'en' || complete[language] !== undefined);

/** The catalogue to use instead of the English one, or of the part of it that a program has at hand. */
export type Translate = <Key extends keyof WholeCatalogue>(english: Catalogue<Key>) => Catalogue<Key>;

export const inEnglish: Translate = (english) => english;

/** Loads the words of a language. */
export async function loadTranslation(language: Spoken['language']): Promise<Translate> {
  if (isPseudo(language)) {
    const { disguise } = await import('./pseudo-language.ts');
    return (english) => disguise(english, language);
  }
  const catalogue = await complete[language]?.();
  return catalogue === undefined ? inEnglish : () => catalogue;
}
