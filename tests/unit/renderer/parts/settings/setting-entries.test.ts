import { expect, test, vi } from 'vitest';
import { wordsFor } from '../../../../../shared/words/index.ts';

vi.stubGlobal('window', { api: { onChanges: () => () => undefined }, addEventListener: () => undefined });
const { rowSynonyms, sectionSynonyms, settingEntries } = await import('../../../../../renderer/parts/settings/setting-entries.ts');
const { settingsPages, useSettingsPlace } = await import('../../../../../renderer/parts/settings/settings-place.ts');
const { ranked } = await import('../../../../../renderer/parts/search/rank-entries.ts');

const entries = settingEntries(wordsFor('en'));
const texts = (search: string) => ranked(entries, search, []).map(({ entry }) => entry.text);

test('settings are found by their names, and by those of their sections', () => {
  expect(entries.filter(({ text, hint }) => text === 'Theme' && hint === 'Appearance')).toHaveLength(1);
  expect(entries.filter(({ text }) => text === 'Network')).toHaveLength(1);
  expect(texts('Checking')).toEqual(['Checking & sending', 'Minutes of frequent checks', 'Sent at once']);
});

test.each([
  ['dark mode', 'Theme'],
  ['timeout', 'Minutes of frequent checks'],
  ['backup', 'Mirror'],
  ['api key', 'Accounts'],
  ['cli', 'Command line'],
  ['parallel', 'Sent at once'],
  ['firewall', 'Network'],
  // In a language that somebody cannot read.
  ['Sprache', 'Language'],
])('%j leads to %s, which has other words', (search, wanted) => {
  expect(texts(search)).toContain(wanted);
});

test('what fits best comes first, and what nothing fits finds nothing', () => {
  expect(texts('theme')[0]).toBe('Theme');
  expect(texts('notif')[0]).toBe('Notifications');
  // The words of its section count for more than what else it may be called.
  expect(texts('folder libr')[0]).toBe('Folder for new pictures');
  expect(texts('xylophone')).toEqual([]);
});

test('every synonym is that of a section or a row that is there', () => {
  const sections: readonly string[] = settingsPages.flatMap((page) => page.sections.map(({ name }) => name));
  const rows: readonly string[] = settingsPages.flatMap((page) => page.sections.flatMap((section) => [...section.rows]));
  expect(Object.keys(sectionSynonyms).filter((name) => !sections.includes(name))).toEqual([]);
  expect(Object.keys(rowSynonyms).filter((name) => !rows.includes(name))).toEqual([]);
});

test('an entry opens its page, where its row is shown', () => {
  entries.find(({ text }) => text === 'Theme')?.run();
  expect(useSettingsPlace.getState()).toEqual({ page: 'appearance', asked: { section: 'appearance', row: 'settings.theme' }, search: '' });
});
