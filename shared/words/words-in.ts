import { IntlMessageFormat } from 'intl-messageformat';

export type WordValues = Readonly<Record<string, string | number>>;

/** Words of one language. */
export interface WordsOf<Key> {
  readonly locale: string;
  /** The words for `key`, with ICU plurals and placeholders filled in. */
  (key: Key, values?: WordValues): string;
}

/** Words by their keys, in ICU message syntax. The build parses those that have any (vite.config.ts). */
export type Catalogue<Key extends string> = Readonly<Record<Key, Message>>;
export type Message = ConstructorParameters<typeof IntlMessageFormat>[0];

/** Whether a message has no ICU syntax. Most have none, and are shown as they are. */
export const isPlain = (message: string): boolean => !/[{}<'#]/.test(message);

/**
 * Words of a catalogue. `language`: that of the catalogue, which decides the plural categories: English says "0 pictures" and French "0 image", wherever the
 * person lives. `locale`: BCP 47, how numbers are written.
 */
export function wordsIn<Key extends string>(catalogue: Catalogue<Key>, locale: string, language = 'en'): WordsOf<Key> {
  const compiled = new Map<Key, IntlMessageFormat>();
  const formatters = {
    getNumberFormat: onceFor((options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)),
    getDateTimeFormat: onceFor((options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)),
    getPluralRules: onceFor((options?: Intl.PluralRulesOptions) => new Intl.PluralRules(language, options)),
  };
  const words = (key: Key, values?: WordValues): string => {
    const source = catalogue[key];
    if (typeof source === 'string' && isPlain(source)) return source;
    let message = compiled.get(key);
    if (!message) {
      message = new IntlMessageFormat(source, language, undefined, { formatters });
      compiled.set(key, message);
    }
    return message.format<string>(values && isolated(values)) as string;
  };
  return Object.assign(words, { locale });
}

/** Cached by options, because Intl objects are expensive and every number in a sentence needs one. */
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
 * Isolates foreign text so that it cannot reverse our own sentence: right-to-left text is enclosed in U+2068 and U+2069, and marks
 * that change the direction of later text are removed. Text that stands alone is shown unchanged.
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
