import { expect, test } from 'vitest';
import { createMainLanguage } from '../../../../electron/core/language/main-language.ts';
import type { Spoken } from '../../../../shared/words/languages.ts';

const system = (preferred: string) => ({ preferred: [preferred], formats: preferred });
const english = { 'app.close': 'Close', 'app.pictures': '{count, plural, one {# picture} other {# pictures}}' } as const;

test('words that were kept follow what is spoken, and whoever listens is told once', async () => {
  const language = createMainLanguage({ system: () => system('en-XA'), failed: (error) => { throw error; } });
  const told: Spoken[] = [];
  language.onChange((spoken) => told.push(spoken));
  const words = language.follow(english);
  expect([words('app.close'), words.locale]).toEqual(['Close', 'en']);
  await language.set('system');
  await language.set('system');
  expect(words('app.close')).toMatch(/^⟦.*⟧$/);
  expect(words('app.pictures', { count: 1 })).toContain('1 ');
  expect(language.spoken()).toEqual({ language: 'en-XA', locale: 'en' });
  await language.set('en');
  expect(words('app.close')).toBe('Close');
  expect(told.map((spoken) => spoken.language)).toEqual(['en-XA', 'en']);
});

test('the latest setting wins, even if the words of an earlier one are loaded after it', async () => {
  const language = createMainLanguage({ system: () => system('en-XA'), failed: (error) => { throw error; } });
  await Promise.all([language.set('system'), language.set('en')]);
  expect(language.spoken().language).toBe('en');
});
