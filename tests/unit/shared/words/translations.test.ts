import { describe, expect, test } from 'vitest';
import { languageFaults, translatedFiles, untranslated, englishFiles } from '../../../../.scripts/words/word-files.ts';
import { translationFaults, type Messages } from '../../../../.scripts/words/translation-faults.ts';
import { offeredLanguages, loadTranslation } from '../../../../shared/words/catalogues.ts';
import { en } from '../../../../shared/words/en/catalogue.en.ts';
import { early } from '../../../../shared/words/en/early.en.ts';
import type { Translation } from '../../../../shared/words/translation.ts';

const translations = offeredLanguages.filter((language) => language !== 'en');

// None, as long as no language is complete.
for (const language of translations) {
  test(`${language} says all that English says, and nothing is wrong with it that a program can see`, async () => {
    expect((await languageFaults(language)).map(({ file, key, fault }) => `${file}: ${key} ${fault}`)).toEqual([]);
    const catalogue = (await loadTranslation(language))(en);
    expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(en).toSorted());
  });
}

test('a message that is missing, and one that English lacks, are type errors', () => {
  type English = Translation<{ readonly one: 'One'; readonly two: 'Two' }>;
  const whole = { one: 'Eins', two: 'Zwei' } satisfies English;
  // @ts-expect-error: one is missing.
  const incomplete = { one: 'Eins' } satisfies English;
  // @ts-expect-error: English has no third.
  const more = { one: 'Eins', two: 'Zwei', three: 'Drei' } satisfies English;
  expect([whole, incomplete, more]).toHaveLength(3);
});

test('a language that is not begun lacks every file, and is not offered', async () => {
  const begun = await Promise.all((['zh', 'ja', 'de', 'fr', 'es'] as const).map(async (language) => [language, await languageFaults(language)] as const));
  for (const [language, faults] of begun) expect(faults.length === 0 || !offeredLanguages.includes(language), language).toBe(true);
});

test('every English file is translated or says why not', async () => {
  expect(Object.keys(untranslated).filter((name) => !englishFiles().includes(name))).toEqual([]);
  const translated = new Set<string>();
  for (const name of translatedFiles()) {
    const module = (await import(`../../../../shared/words/en/${name}.en.ts`)) as Readonly<Record<string, Messages>>;
    expect(Object.keys(module), `${name} is one object`).toHaveLength(1);
    for (const key of Object.keys(Object.values(module)[0] ?? {})) translated.add(key);
  }
  expect([...translated].toSorted(), 'the window and main say what is translated').toEqual(Object.keys(en).toSorted());
  expect(Object.keys(early).filter((key) => !translated.has(key))).toEqual([]);
});

describe('the check of a translation finds', () => {
  const english: Messages = {
    plain: 'Albums',
    value: 'Rename {album}',
    plural: '{count, plural, one {# picture} other {# pictures}}',
    exact: '{count, plural, =0 {No picture} one {# picture} other {# pictures}} of {name}',
    choice: '{kind, select, task {The task} other {All}} waits',
    lines: 'One\n\nTwo',
    marked: 'Read <b>this</b>',
    search: 'Write rating:5 into settings.json, or SERVICE_API_KEY with --profile',
    partial: ' or ',
    signs: '{width} × {height}',
  };
  const german: Messages = {
    plain: 'Alben',
    value: '{album} umbenennen',
    plural: '{count, plural, one {# Bild} other {# Bilder}}',
    exact: '{name}: {count, plural, =0 {kein Bild} one {# Bild} other {# Bilder}}',
    choice: '{kind, select, task {Die Aufgabe wartet} other {Alles wartet}}',
    lines: 'Eins\n\nZwei',
    marked: 'Lies <b>das</b>',
    search: 'Schreibe rating:5 in settings.json, oder SERVICE_API_KEY mit --profile',
    partial: ' oder ',
    signs: '{width} × {height}',
  };
  const faultsOf = (change: Messages, same: readonly string[] = [], tag = 'de'): readonly string[] =>
    translationFaults({ tag, english, translated: { ...german, ...change }, same }).map(({ key, fault }) => `${key} ${fault}`);

  test('nothing in a good one', () => expect(faultsOf({})).toEqual([]));

  test('a missing message, and one that English lacks', () => {
    const { plain: _, ...rest } = german;
    expect(translationFaults({ tag: 'de', english, translated: { ...rest, plian: 'Alben' }, same: [] })).toEqual([
      { key: 'plian', fault: 'English has no such message' },
      { key: 'plain', fault: 'is missing' },
    ]);
  });

  test.each<[what: string, change: Messages, fault: string]>([
    ['one without text', { plain: ' ' }, 'plain is empty'],
    ['one that is no ICU message', { value: '{album umbenennen' }, 'value is no ICU message'],
    ['a lost argument', { value: 'Umbenennen' }, 'value lacks the argument album (value)'],
    ['a renamed argument', { value: '{Album} umbenennen' }, 'value has the argument Album (value), which English lacks'],
    ['a plural that became a value', { plural: '{count} Bilder' }, 'plural lacks the argument count (plural)'],
    ['a lost value of a plural', { exact: '{name}: {count, plural, one {# Bild} other {# Bilder}}' }, 'exact lacks the argument count (plural =0)'],
    ['a choice with another value', { choice: '{kind, select, aufgabe {Die Aufgabe wartet} other {Alles wartet}}' }, 'choice lacks the argument kind (select other task)'],
    ['a category that German lacks', { plural: '{count, plural, one {# Bild} few {# Bilder} other {# Bilder}}' }, 'plural has the form “few” of the plural of count, which its language lacks'],
    ['a category that German needs', { plural: '{count, plural, other {# Bilder}}' }, 'plural lacks the form “one” of the plural of count'],
    ['a lost line', { lines: 'Eins\nZwei' }, 'lines lacks the line break 2 of them'],
    ['lost markup', { marked: 'Lies das' }, 'marked lacks the argument b (tag)'],
    ['translated words of a search', { search: 'Schreibe wertung:5 in settings.json, oder SERVICE_API_KEY mit --profile' }, 'search lacks the word for the program rating:'],
    ['another file', { search: 'Schreibe rating:5 in die Einstellungen, oder SERVICE_API_KEY mit --profile' }, 'search lacks the word for the program settings.json'],
    ['spaces at an end', { plain: 'Alben ' }, 'plain begins or ends with other spaces than English'],
    ['lost spaces at an end', { partial: 'oder' }, 'partial begins or ends with other spaces than English'],
    ['a straight apostrophe', { plain: "Alben's" }, 'plain has a straight apostrophe'],
    ['English', { plain: 'Albums' }, 'plain is English, and the list'],
  ])('%s', (_, change, fault) => {
    expect(faultsOf(change).filter((each) => each.startsWith(fault))).toHaveLength(1);
  });

  test('nothing in English that the list names, and a name in the list that is not English', () => {
    expect(faultsOf({ plain: 'Albums' }, ['plain'])).toEqual([]);
    expect(faultsOf({}, ['plain'])).toEqual(['plain is not English, but the list of messages that are the same in both languages has it']);
  });

  test('the categories of each language: one in Japanese, and in French those of full millions if the translator wants them', () => {
    expect(faultsOf({ plural: '{count, plural, other {#枚}}', exact: '{name}: {count, plural, =0 {なし} other {#枚}}' }, [], 'ja')).toEqual([]);
    expect(faultsOf({ plural: '{count, plural, one {#枚} other {#枚}}', exact: '{name}: {count, plural, =0 {なし} other {#枚}}' }, [], 'ja')).toEqual(['plural has the form “one” of the plural of count, which its language lacks']);
    expect(faultsOf({ plural: '{count, plural, one {# image} many {# d’images} other {# images}}' }, [], 'fr')).toEqual([]);
  });
});
