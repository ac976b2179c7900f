import { describe, expect, it } from 'vitest';
import type { Arrangement } from '../../../../shared/library/arrangement.ts';
import { known, useSearchedLibrary, views, type Known } from './searched-library.ts';

useSearchedLibrary();

const inLibrary = (): readonly Known[] => known.filter(({ trashed }) => !trashed);
const newestFirst = (a: Known, b: Known): number => b.savedAt - a.savedAt || b.id - a.id;

async function open(search: string, arrangement: Arrangement): Promise<{ readonly token: number; readonly ids: readonly number[]; readonly months: number }> {
  const opened = (await views.openGallery({ search, arrangement })) ?? expect.fail('replaced');
  const facts = (await views.ready(opened.token)) ?? expect.fail('replaced');
  const ids = (await views.pictureIds({ token: opened.token, revision: 0 }, [[0, facts.total]])) ?? expect.fail('replaced');
  expect([...opened.first.ids]).toEqual([...ids.subarray(0, opened.first.ids.length)]);
  return { token: opened.token, ids: [...ids], months: facts.months.length };
}

const sort = (by: Arrangement['by'], descending = true, seed = 0): Arrangement => ({ by, descending, seed, stack: null, group: null });
const idsOf = (pictures: readonly Known[]): readonly number[] => pictures.map(({ id }) => id);

describe('an order of pictures', () => {
  it('is random, the same for the same seed, and another for another', async () => {
    const one = await open('', sort('random', true, 7));
    expect(one.ids).toEqual((await open('', sort('random', true, 7))).ids);
    expect(one.ids).not.toEqual((await open('', sort('random', true, 8))).ids);
    expect(one.ids.toSorted((a, b) => a - b)).toEqual(idsOf(inLibrary()).toSorted((a, b) => a - b));
    expect(one.months).toBe(0);
    expect(await views.atTime({ token: one.token, revision: 0 }, 1_700_000_000)).toBeNull();
  });

  it('is by how well the words fit, and by time if there are none', async () => {
    const { ids } = await open('red OR fox ', sort('relevance'));
    const texts = ids.map((id) => known.find((picture) => picture.id === id)?.task.request.prompt ?? '');
    const both = texts.map((text) => /red/u.test(text) && /\bfox\b/u.test(text));
    expect(both).toContain(true);
    expect(both.lastIndexOf(true)).toBeLessThan(both.indexOf(false));
    expect((await open('', sort('relevance'))).ids).toEqual(idsOf(inLibrary().toSorted(newestFirst)));
  });
});
