import type { WordsOf } from './words-in.ts';

/** Names or values in a row, parted as the language parts them: `a, b, c`, or `a、b、c`. */
export function series({ locale }: Pick<WordsOf<never>, 'locale'>, items: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(items);
}

/** Names that a person gave, each in quotes, in a row. */
export function quotedSeries(say: WordsOf<'app.quoted'>, names: readonly string[]): string {
  return series(say, names.map((text) => say('app.quoted', { text })));
}

/** Whole sentences, one after the other. Those that do not apply are empty or null. Chinese and Japanese have no spaces between them. */
export function sentences({ locale }: Pick<WordsOf<never>, 'locale'>, said: readonly (string | null | undefined | false)[]): string {
  return said.filter(Boolean).join(/^(?:ja|zh)\b/.test(locale) ? '' : ' ');
}
