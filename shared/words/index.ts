import { IntlMessageFormat } from 'intl-messageformat';
import { en } from './en/catalogue.en.ts';

/** Every visible word of the app, in ICU message syntax. English is the source that other languages translate. */
export type WordKey = keyof typeof en;
export type WordValues = Readonly<Record<string, string | number>>;

/** Words of one language. */
export interface Words {
  readonly locale: string;
  /** The words for `key`, with ICU plurals and placeholders filled in. */
  (key: WordKey, values?: WordValues): string;
}

/** The catalogue's language: it decides the plural categories, whatever locale writes the numbers. */
const language = 'en';

/** Words for a BCP 47 locale: the catalogue is English for now; its numbers are written as the locale does. */
export function wordsFor(locale: string): Words {
  const compiled = new Map<WordKey, IntlMessageFormat>();
  const formatters = {
    getNumberFormat: onceFor((options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)),
    getDateTimeFormat: onceFor((options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)),
    getPluralRules: onceFor((options?: Intl.PluralRulesOptions) => new Intl.PluralRules(language, options)),
  };
  const words = (key: WordKey, values?: WordValues): string => {
    let message = compiled.get(key);
    if (!message) {
      message = new IntlMessageFormat(en[key], language, undefined, { formatters });
      compiled.set(key, message);
    }
    return message.format<string>(values && isolated(values)) as string;
  };
  return Object.assign(words, { locale });
}

/** One for each set of options: Intl objects are dear, and every number in a sentence asks for one. */
function onceFor<Options, Made>(make: (options?: Options) => Made): (_: unknown, options?: Options) => Made {
  const made = new Map<string, Made>();
  return (_, options) => {
    const key = JSON.stringify(options ?? null);
    const known = made.get(key) ?? make(options);
    made.set(key, known);
    return known;
  };
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Foreign text must not turn our own sentence around: what runs from right to left is set apart (U+2068 to U+2069), and marks
 * that turn the order of whatever follows are left out. What was said or typed is shown as it is where it stands alone.
 */
function isolated(values: WordValues): WordValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      const bare = value.replace(directionMarks, '');
      return [name, rightToLeft.test(bare) ? `\u2068${bare}\u2069` : bare];
    }),
  );
}
