import { isPseudo, languages, languageIds, type Language, type PseudoLanguage, type Spoken } from './languages.ts';

/** What the system says of the person. */
export interface SystemLanguages {
  /** BCP 47, the one that the person likes best first. */
  readonly preferred: readonly string[];
  /** BCP 47: how the system writes dates and numbers. */
  readonly formats: string;
}

/**
 * What Latent speaks: the language that the person chose, or the first of the system's that is offered, or English.
 *
 * Regions do not matter (de-AT is German), but scripts do: Traditional Chinese is not Simplified. Who reads only Traditional Chinese gets Simplified rather
 * than English, and who also named another language that is offered gets that one. So do matchers after CLDR, whose distance between the two scripts is
 * larger than that between the first and the second language of a list.
 */
export function chooseSpoken(setting: 'system' | Language, system: SystemLanguages, offered: readonly Language[]): Spoken {
  // Only while Latent is developed, see system-languages.ts.
  const pseudo = system.preferred[0];
  if (setting === 'system' && pseudo !== undefined && isPseudo(pseudo)) return spokenPseudo(pseudo);
  const chosen = setting !== 'system' && offered.includes(setting) ? setting : (firstOf(system.preferred, offered, isSame) ?? firstOf(system.preferred, offered, isSameButScript) ?? 'en');
  return { language: chosen, locale: localeOf(chosen, system) };
}

const spokenPseudo = (language: PseudoLanguage): Spoken => ({ language, locale: 'en' });

function firstOf(preferred: readonly string[], offered: readonly Language[], matches: (tag: string, language: Language) => boolean): Language | null {
  for (const tag of preferred) {
    const found = languageIds.find((language) => offered.includes(language) && matches(tag, language));
    if (found !== undefined) return found;
  }
  return null;
}

const isSame = (tag: string, language: Language): boolean => isSameButScript(tag, language) && full(tag)?.script === full(languages[language].tag)?.script;
const isSameButScript = (tag: string, language: Language): boolean => full(tag)?.language === full(languages[language].tag)?.language;

/** With the script and region that it has if it names none. Null: the system's tag is none. */
const full = (tag: string): Intl.Locale | null => plain(tag)?.maximize() ?? null;

/** Its language, script and region alone. Systems also write `de_AT.UTF-8`, and `en-US@posix` where nothing is set, which groups no digits. */
function plain(tag: string): Intl.Locale | null {
  try {
    const { language, script, region } = new Intl.Locale(tag.replace(/[@.].*$/, '').replaceAll('_', '-'));
    return new Intl.Locale([language, script, region].filter((part) => part !== undefined).join('-'));
  } catch {
    return null;
  }
}

/**
 * The locale of the words' own language: month names of another language would stand between the words. If the system writes dates in it, or the person
 * named it with a region, it is that one (en-GB, de-AT). Otherwise, the region of the system is kept: English in Germany (en-DE) has English months and
 * German numbers, if the engine knows how people write there, and is plain English if not.
 */
function localeOf(language: Language, { preferred, formats }: SystemLanguages): string {
  const own = [formats, ...preferred.filter((tag) => plain(tag)?.region !== undefined)].find((tag) => isSame(tag, language));
  if (own !== undefined) return plain(own)?.toString() ?? own;
  const { tag } = languages[language];
  const region = full(formats)?.region;
  return region === undefined ? tag : new Intl.Locale(tag, { region }).toString();
}
