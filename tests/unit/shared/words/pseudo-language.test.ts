import { expect, test } from 'vitest';
import { en } from '../../../../shared/words/en/catalogue.en.ts';
import { wordsOf } from '../../../../shared/words/index.ts';
import { disguise } from '../../../../shared/words/pseudo-language.ts';

test('en-XA has accents and brackets, and is a third longer; what is filled in stays as it is', () => {
  const say = wordsOf(disguise(en, 'en-XA'), { language: 'en-XA', locale: 'en' });
  expect(say('tags.rename-which', { tags: 'sea' })).toBe('⟦Ţĥé ţåĝ sea ĝéţš å ñéw ñåmé öñ åļļ îţš pîçţûŕéš. ~ ~ ~ ~ ~ ~ ~⟧');
  expect(say('gallery.count', { count: 1 })).toContain('1 ');
  expect(say('gallery.count', { count: 2 })).not.toBe(say('gallery.count', { count: 1 }));
});

test('ar-XB runs from right to left, and lines break where they did', () => {
  const say = wordsOf(disguise(en, 'ar-XB'), { language: 'ar-XB', locale: 'en' });
  expect(say('tags.rename-which', { tags: 'sea' })).toBe('\u202EThe tag\u202C sea \u202Egets a new name on all its pictures.\u202C');
});
