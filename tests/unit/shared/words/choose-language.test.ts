import { expect, test } from 'vitest';
import { chooseSpoken } from '../../../../shared/words/choose-language.ts';
import { languageIds } from '../../../../shared/words/languages.ts';

const spoken = (preferred: readonly string[], formats = preferred[0] ?? 'en-US', setting: Parameters<typeof chooseSpoken>[0] = 'system', offered = languageIds): string => {
  const { language, locale } = chooseSpoken(setting, { preferred, formats }, offered);
  return `${language} ${locale}`;
};

test('the first language of the system that is offered, in whatever region', () => {
  expect(spoken(['de-AT', 'en-US'])).toBe('de de-AT');
  expect(spoken(['pt-BR', 'es-MX', 'en'])).toBe('es es-MX');
  expect(spoken(['pt-BR', 'es', 'en'], 'pt-BR')).toBe('es es-BR');
  expect(spoken(['fr_CA'])).toBe('fr fr-CA');
  expect(spoken(['ja'])).toBe('ja ja');
  expect(spoken(['de_AT.UTF-8'])).toBe('de de-AT');
});

test('English, if the system names no language that is offered', () => {
  expect(spoken(['pt-BR', 'nl'])).toBe('en en-BR');
  expect(spoken([])).toBe('en en-US');
  expect(spoken(['C', 'not a tag'], 'C')).toBe('en en');
  expect(spoken(['de', 'en-GB'], 'de-DE', 'system', ['en', 'fr'])).toBe('en en-GB');
});

test('scripts matter: Traditional Chinese gives way to another language that the person named, and to English only then', () => {
  expect(spoken(['zh-CN'])).toBe('zh zh-CN');
  expect(spoken(['zh-Hans-SG', 'en'])).toBe('zh zh-Hans-SG');
  expect(spoken(['zh-TW', 'ja-JP', 'en-US'])).toBe('ja ja-JP');
  expect(spoken(['zh-TW', 'en-US'])).toBe('en en-US');
  expect(spoken(['zh-TW'])).toBe('zh zh-Hans-TW');
  expect(spoken(['zh-Hant-HK', 'ko'])).toBe('zh zh-Hans-HK');
});

test('what the person chose, whatever the system says, unless it is not offered', () => {
  expect(spoken(['en-GB'], 'en-GB', 'de')).toBe('de de-GB');
  expect(spoken(['fr-FR'], 'fr-FR', 'en')).toBe('en en-FR');
  expect(spoken(['fr-FR'], 'fr-FR', 'de', ['en', 'fr'])).toBe('fr fr-FR');
});

test('dates and numbers are written in the language of the words, with the person’s region', () => {
  expect(spoken(['en-US'], 'en-GB')).toBe('en en-GB');
  // What Electron says on a Linux where nothing is set. The locale of POSIX groups no digits.
  expect(spoken(['en-US'], 'en-US@posix')).toBe('en en-US');
  expect(spoken(['de-DE'], 'en-US')).toBe('de de-DE');
  const inEnglishHere = chooseSpoken('en', { preferred: ['de-DE'], formats: 'de-DE' }, languageIds).locale;
  expect(new Intl.NumberFormat(inEnglishHere).format(1234.5)).toBe('1.234,5');
  expect(new Intl.DateTimeFormat(inEnglishHere, { month: 'long' }).format(0)).toBe('January');
});

test('a pseudo-language is spoken only if the system is said to speak it', () => {
  expect(spoken(['en-XA'])).toBe('en-XA en');
  expect(spoken(['en-XA'], 'en-XA', 'en')).toBe('en en-XA');
  expect(spoken(['de', 'en-XA'])).toBe('de de');
});
