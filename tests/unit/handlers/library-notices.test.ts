import { expect, it } from 'vitest';
import { inUse } from '../../../electron/core/library/journaled-downloads.ts';
import { createLibraryNotices } from '../../../electron/handlers/library-notices.ts';
import { wordsFor } from '../../../shared/words/index.ts';

it('names the library folder, or the computer that uses it, instead of the technical reason', () => {
  const shown = new Map<string, string | null>();
  let holder: { computer: string; since: number } | null = null;
  const notice = createLibraryNotices({
    put: (code, subject) => void shown.set(code, subject),
    folders: { root: () => '/pictures' },
    lease: { holder: () => holder },
    words: wordsFor('en'),
  });

  notice('library-unreachable', 'EACCES');
  expect(Object.fromEntries(shown)).toEqual({ 'library-in-use': null, 'library-unreachable': '/pictures' });

  holder = { computer: 'studio', since: Date.UTC(2026, 10, 26, 9) };
  notice('library-unreachable', inUse);
  expect(shown.get('library-unreachable')).toBeNull();
  expect(shown.get('library-in-use')).toMatch(/^\/pictures \(computer studio, since /u);

  notice('library-unreachable', null);
  expect([shown.get('library-unreachable'), shown.get('library-in-use')]).toEqual([null, null]);

  notice('id-not-saved', 'of a task');
  expect(shown.get('id-not-saved')).toBe('of a task');
});
