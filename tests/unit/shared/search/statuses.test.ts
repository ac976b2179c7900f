import { describe, expect, test } from 'vitest';
import { parseSearch } from '../../../../shared/search/parse.ts';
import { statusWords } from '../../../../shared/search/statuses.ts';

const wordsOf = (typed: string): readonly unknown[] => parseSearch(`status:${typed} `, { year: 2026, month: 11, day: 22 }).clauses.flatMap(({ anyOf }) => anyOf.flatMap((part) => (part.kind === 'filter' && part.key === 'status' ? part.values : [])));

describe('a status', () => {
  test.each(statusWords)('%s is understood', (word) => {
    expect(wordsOf(word)).toEqual([word]);
  });

  test.each([
    ['problems', ['problem']],
    ['damaged', ['no-picture']],
    ['queued', ['waiting']],
    ['submitting', ['submitting']],
    ['sending', ['submitting']],
    ['processing', ['processing']],
    ['paused', ['paused']],
    ['stopped', ['paused']],
    ['completed', ['completed']],
    ['rejected', ['not-accepted']],
    ['refused', ['not-accepted']],
    ['missing', ['lost']],
    ['withdrawn', ['cancelled']],
    ['Cancelled', ['cancelled']],
    ['generating', ['in-progress']],
    ['in', ['in-progress']],
  ])('is understood by its other words: %s', (typed, words) => {
    expect(wordsOf(typed)).toEqual(words);
  });
});
