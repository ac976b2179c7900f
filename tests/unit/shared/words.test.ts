import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../shared/errors.ts';
import { en } from '../../../shared/words/en/catalogue.en.ts';
import type { WordKey } from '../../../shared/words/index.ts';
import { wordsFor } from '../../../shared/words/index.ts';

const keys = Object.keys(en) as WordKey[];

/** A part of the ICU syntax tree. */
interface Part {
  readonly type: number;
  readonly value: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
}

const literal = 0;
const plural = 6;

function partsOf(message: string): readonly Part[] {
  const inside = (part: Part): readonly Part[] => [part, ...Object.values(part.options ?? {}).flatMap((option) => option.value.flatMap(inside))];
  return (new IntlMessageFormat(message, 'en').getAst() as unknown as readonly Part[]).flatMap(inside);
}

describe('the catalogue', () => {
  test('compiles, and leaves no placeholder open', () => {
    for (const key of keys) {
      const values = Object.fromEntries(partsOf(en[key]).map(({ type, value }) => [type === literal ? '' : value, 3]));
      const words = wordsFor('en-GB')(key, values);
      expect(words, key).not.toBe('');
      expect(words, key).not.toMatch(/\{|\}|undefined/);
    }
  });

  test('every plural has words for one and for other', () => {
    for (const key of keys) {
      for (const { type, options } of partsOf(en[key])) {
        if (type === plural) expect(Object.keys(options ?? {}), key).toEqual(expect.arrayContaining(['one', 'other']));
      }
    }
  });

  test('every error has words', () => {
    for (const code of errorCodes) expect(keys).toContain(`error.${code}`);
  });

  test('no straight apostrophe: ICU reads it as a quote, and type has a better one', () => {
    for (const key of keys) expect(en[key], key).not.toContain("'");
  });

  test('an unknown outcome says exactly what is known', () => {
    expect(wordsFor('en')('tasks.unknown-explained')).toBe(
      'We don’t know whether the service accepted this task. Nothing is sent again by itself.',
    );
  });
});

test('the notice of unknown outcomes mentions a charge only for paid tasks', () => {
  const words = (count: number, paid: number, which: string, filtered = 'no'): string => wordsFor('en')('history.undecided', { count, paid, which, filtered });
  expect(words(1, 0, 'none')).toBe('1 task has an unknown outcome. The practice service is free. It stays at the top.');
  expect(words(1, 1, 'all')).toBe('1 task has an unknown outcome. It may have been charged. It stays at the top.');
  expect(words(3, 3, 'all')).toBe('3 tasks have an unknown outcome. They may have been charged. They stay at the top.');
  expect(words(3, 1, 'some')).toBe('3 tasks have an unknown outcome. 1 of them may have been charged. They stay at the top.');
  // A search may leave them out.
  expect(words(3, 1, 'some', 'yes')).toBe('3 tasks have an unknown outcome. 1 of them may have been charged.');
});

describe('plurals and numbers', () => {
  test('English decides the category', () => {
    const say = wordsFor('en');
    expect(say('gallery.count', { count: 1 })).toBe('1 picture');
    expect(say('gallery.count', { count: 2 })).toBe('2 pictures');
    expect(say('gallery.found', { count: 0 }), 'of a search: there may be thousands that do not match').toBe('No pictures');
  });

  test('the locale formats the number; its plural rules do not affect English words', () => {
    expect(wordsFor('en-GB')('gallery.count', { count: 12345 })).toBe('12,345 pictures');
    expect(wordsFor('de-DE')('gallery.count', { count: 12345 })).toBe('12.345 pictures');
    // In French, zero is singular.
    expect(wordsFor('fr-FR')('compose.submit', { count: 0 })).toBe('Generate 0');
  });
});

describe('foreign text in a sentence', () => {
  const say = wordsFor('en');

  test('that runs from right to left is isolated', () => {
    expect(say('settings.test-name', { account: 'חשבון' })).toBe('Test \u2068חשבון\u2069');
    expect(say('settings.test-name', { account: 'Studio' })).toBe('Test Studio');
  });

  test('does not reverse the rest, and cannot end its isolation', () => {
    const marks = '\u202e\u2069\u2066\u200f\u061c';
    expect(say('dialogs.environment-key.question', { lastFour: `12${marks}34`, origin: `https://a.example${marks}` })).toBe(
      'Keep the key from SERVICE_API_KEY (…1234) for https://a.example?',
    );
    expect(say('settings.test-name', { account: `\u2069\u202eحساب` })).toBe('Test \u2068حساب\u2069');
  });
});
