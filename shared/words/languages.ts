/**
 * The languages of Latent, and what each is called in itself. `tag`: its BCP 47 tag, which has a script where the language is written in several. Which of
 * them are offered depends on whether they are complete (catalogues.ts).
 */
export const languages = {
  en: { tag: 'en', name: 'English' },
  zh: { tag: 'zh-Hans', name: '简体中文' },
  ja: { tag: 'ja', name: '日本語' },
  de: { tag: 'de', name: 'Deutsch' },
  fr: { tag: 'fr', name: 'Français' },
  es: { tag: 'es', name: 'Español' },
} as const;

export type Language = keyof typeof languages;

export const languageIds = Object.keys(languages) as readonly Language[];

/**
 * English in disguise, made by code (pseudo-language.ts), for tests and for those who build windows: with accents, longer and in brackets, or from right to
 * left. Nobody can choose them, and packaged copies of Latent know none.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const;
export type PseudoLanguage = (typeof pseudoLanguages)[number];

export const isPseudo = (language: string): language is PseudoLanguage => pseudoLanguages.some((each) => each === language);

/** What Latent speaks. */
export interface Spoken {
  readonly language: Language | PseudoLanguage;
  /** BCP 47: how numbers, dates and lists are written, and names sorted. Its language is that of the words, its region that of the person. */
  readonly locale: string;
}

/** The words' language as the tag of a page. */
export const tagOf = (language: Spoken['language']): string => (isPseudo(language) ? language : languages[language].tag);

/** The language whose plural rules the words follow. */
export const pluralsOf = (language: Spoken['language']): string => (isPseudo(language) ? 'en' : languages[language].tag);

export const directionOf = (language: Spoken['language']): 'ltr' | 'rtl' => (language === 'ar-XB' ? 'rtl' : 'ltr');

/** Before anybody has said what is spoken. */
export const usualSpoken: Spoken = { language: 'en', locale: 'en' };
