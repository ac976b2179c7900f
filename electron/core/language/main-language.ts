import { inEnglish, loadTranslation, offeredLanguages, type WholeCatalogue } from '../../../shared/words/catalogues.ts';
import { chooseSpoken, type SystemLanguages } from '../../../shared/words/choose-language.ts';
import { pluralsOf, usualSpoken, type Spoken } from '../../../shared/words/languages.ts';
import { wordsIn, type Catalogue, type WordsOf, type WordValues } from '../../../shared/words/words-in.ts';
import type { Settings } from '../../../shared/settings.ts';

/** What is spoken, and words that follow it. */
export interface Speech<Key> {
  readonly words: WordsOf<Key>;
  spoken(): Spoken;
}

/** What main speaks. English, until it is set. */
export interface MainLanguage {
  spoken(): Spoken;
  /** Words that speak what is spoken whenever they are asked, so that whoever keeps them follows. `english`: the part of the catalogue that the caller has at hand. */
  follow<Key extends keyof WholeCatalogue>(english: Catalogue<Key>): WordsOf<Key>;
  /** Speaks what the setting and the system say, once its words are loaded. If they cannot be, it stays with what is spoken. */
  set(setting: Settings['language']): Promise<void>;
  /** Calls `changed` whenever something else is spoken, for what shows words of its own until then: menus, the tray, other windows. */
  onChange(changed: (spoken: Spoken) => void): void;
}

export interface MainLanguageDeps {
  readonly system: () => SystemLanguages;
  readonly failed: (error: unknown) => void;
}

export function createMainLanguage({ system, failed }: MainLanguageDeps): MainLanguage {
  let spoken = usualSpoken;
  let translate = inEnglish;
  /** The latest setting. Words of an earlier one may be loaded only after it. */
  let latest: symbol | null = null;
  const listeners: ((now: Spoken) => void)[] = [];
  return {
    spoken: () => spoken,
    follow<Key extends keyof WholeCatalogue>(english: Catalogue<Key>): WordsOf<Key> {
      const made = (): WordsOf<Key> => wordsIn<Key>(translate(english), spoken.locale, pluralsOf(spoken.language));
      let of = spoken;
      let words = made();
      const current = (): WordsOf<Key> => {
        if (of !== spoken) [of, words] = [spoken, made()];
        return words;
      };
      const following = (key: Key, values?: WordValues): string => current()(key, values);
      return Object.defineProperty(following, 'locale', { get: () => spoken.locale }) as WordsOf<Key>;
    },
    async set(setting) {
      const own = (latest = Symbol(setting));
      const next = chooseSpoken(setting, system(), offeredLanguages);
      if (next.language !== spoken.language) {
        try {
          const loaded = await loadTranslation(next.language);
          if (latest !== own) return;
          translate = loaded;
        } catch (error) {
          failed(error);
          return;
        }
      }
      if (next.language === spoken.language && next.locale === spoken.locale) return;
      spoken = next;
      for (const changed of listeners) changed(spoken);
    },
    onChange: (changed) => void listeners.push(changed),
  };
}
