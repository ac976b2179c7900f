import { describe, expect, it } from 'vitest';
import type { LookResult } from '../../../../../shared/library/missing-pictures.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { FakeMain } from '../../fake-main.ts';

new FakeMain().install();
const { searchWords } = await import('../../../../../renderer/rooms/settings/sections/library-section.tsx');

const say = wordsFor('en-GB');
const result: LookResult = { pictures: 12_000, found: 0, missing: 0, unreadable: 0, unreachable: [] };
const words = (last: Partial<LookResult>): string => searchWords(say, { looking: null, rounds: 1, last: { ...result, ...last } });
const advice = 'If you moved the library folder, choose its new place above. Deleted pictures keep their prompt and their task.';

describe('a search for missing pictures', () => {
  it('shows its progress', () => {
    expect(searchWords(say, { looking: null, rounds: 0, last: null })).toBe('');
    expect(searchWords(say, { looking: { checked: 1500, found: 0 }, rounds: 0, last: null })).toBe('Looking… 1,500 files read, none found yet.');
    expect(searchWords(say, { looking: { checked: 1500, found: 2 }, rounds: 3, last: 'failed' })).toBe('Looking… 1,500 files read, 2 found.');
    expect(searchWords(say, { looking: null, rounds: 1, last: 'failed' })).toBe('The search stopped because of an error. Nothing was changed. Try again.');
  });

  it('shows its result', () => {
    expect(words({})).toBe('Nothing is missing: all 12,000 pictures are where they should be.');
    expect(words({ pictures: 0 })).toBe('There are no pictures yet.');
    expect(words({ found: 1 })).toBe('1 picture was found again. Nothing is missing.');
    expect(words({ missing: 1 })).toBe(`1 picture is still missing. ${advice}`);
    expect(words({ found: 2, missing: 3 })).toBe(`2 pictures were found again. 3 pictures are still missing. ${advice}`);
  });

  it('names what it could not search, if that may be the reason', () => {
    expect(words({ missing: 1, unreadable: 2, unreachable: ['/a', '/b'] })).toBe(`1 picture is still missing. ${advice} These folders cannot be reached: /a, /b. 2 files or folders could not be read.`);
    expect(words({ unreachable: ['/a'] })).toBe('Nothing is missing: all 12,000 pictures are where they should be.');
  });
});
