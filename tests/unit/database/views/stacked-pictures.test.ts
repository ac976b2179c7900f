import { describe, expect, it } from 'vitest';
import { newestFirst, type Arrangement, type OpenStacks } from '../../../../shared/library/arrangement.ts';
import { known, useSearchedLibrary, views, type Known } from './searched-library.ts';

useSearchedLibrary();

const byTask: Arrangement = { ...newestFirst, stack: 'batch' };

interface Row {
  readonly id: number;
  readonly key: number;
  readonly count: number;
}

async function open(search: string, arrangement: Arrangement, opened?: OpenStacks): Promise<{ readonly token: number; readonly rows: readonly Row[]; readonly pictures: number }> {
  const { token } = (await views.openGallery({ search, arrangement, opened })) ?? expect.fail('replaced');
  const { pictures = 0 } = (await views.ready(token)) ?? expect.fail('replaced');
  return { token, rows: await rowsOf(token, 0), pictures };
}

async function rowsOf(token: number, revision: number): Promise<readonly Row[]> {
  const { ids, stacks, stackCounts } = (await views.pictures({ token, revision }, [0, 1000])) ?? expect.fail('replaced');
  return Array.from(ids, (id, at) => ({ id, key: stacks?.[at] ?? 0, count: stackCounts?.[at] ?? 0 }));
}

const inLibrary = (): readonly Known[] => known.filter(({ trashed }) => !trashed);
const pictureOf = (id: number): Known => known.find((picture) => picture.id === id) ?? expect.fail('unknown');
const siblings = (picture: Known): readonly Known[] => inLibrary().filter(({ task }) => task.id === picture.task.id);
/** The flag decides, then the rating, then whether it is a favourite. */
const worth = ({ flag, rating, favourite }: Known): number => flag * 100 + rating * 2 + Number(favourite);

describe('a view of stacks', () => {
  it('shows the best picture of each, with their number', async () => {
    const { rows, pictures } = await open('', byTask);
    expect(pictures).toBe(inLibrary().length);
    expect(new Set(rows.map(({ id }) => pictureOf(id).task.id)).size).toBe(rows.length);
    for (const { id, key, count } of rows) {
      const all = siblings(pictureOf(id));
      expect(worth(pictureOf(id))).toBe(Math.max(...all.map(worth)));
      expect([key > 0, count]).toEqual(all.length === 1 ? [false, 0] : [true, all.length]);
    }
  });

  it('opens one, and closes it again, without another change', async () => {
    const { token, rows } = await open('', byTask);
    const at = rows.findIndex(({ count }) => count > 1);
    const { id, key, count } = rows[at] ?? expect.fail('no stack');
    const delta = (await views.advance({ token, revision: 0 }, { opened: { all: false, except: [id] } })) ?? expect.fail('replaced');
    expect(delta).toMatchObject({ revision: 1, splices: [{ at: at + 1, removed: 0, inserted: count - 1 }] });
    const opened = await rowsOf(token, 1);
    expect(opened[at]).toEqual({ id, key, count: -count });
    expect(opened.slice(at + 1, at + count).map((row) => [row.key, row.count])).toEqual(Array.from({ length: count - 1 }, () => [key, 0]));
    const closed = (await views.advance({ token, revision: 1 }, {})) ?? expect.fail('replaced');
    expect(closed).toMatchObject({ total: rows.length, splices: [{ at: at + 1, removed: count - 1, inserted: 0 }] });
  });

  it('has a picture of a closed stack where its top is, but not one that the search does not find', async () => {
    const { token, rows } = await open('', byTask);
    const at = rows.findIndex(({ count }) => count > 1);
    const top = pictureOf(rows[at]?.id ?? 0);
    const hidden = siblings(top).find(({ id }) => id !== top.id) ?? expect.fail('alone');
    expect(await views.locatePicture({ token, revision: 0 }, hidden.id)).toBe(at);
    expect((await views.advance({ token, revision: 0 }, { imageIds: [hidden.id, top.id] }))?.located).toEqual([at, at]);
    const rated = await open(`rating:${top.rating}`, byTask);
    const other = siblings(top).find(({ rating }) => rating !== top.rating) ?? expect.fail('equal');
    expect(await views.locatePicture({ token: rated.token, revision: 0 }, top.id)).toBeGreaterThanOrEqual(0);
    expect(await views.locatePicture({ token: rated.token, revision: 0 }, other.id)).toBe(-1);
  });

  it('opens all but one', async () => {
    const closed = await open('', byTask);
    const { id, key } = closed.rows.find(({ count }) => count > 1) ?? expect.fail('no stack');
    const { rows } = await open('', byTask, { all: true, except: [id] });
    expect(rows.filter(({ count }) => count > 0).map((row) => row.key)).toEqual([key]);
    expect(rows).toHaveLength(inLibrary().length - 1);
  });

  it('opens one by any of its pictures, and not by two of them or by one that is gone', async () => {
    for (const stack of ['batch', 'prompt'] as const) {
      const closed = await open('', { ...byTask, stack });
      const top = closed.rows.find(({ count }) => count > 1) ?? expect.fail('no stack');
      const hidden = inLibrary().find((picture) => picture.id !== top.id && siblings(picture).some(({ id }) => id === top.id)) ?? expect.fail('alone');
      const opened = async (...except: readonly number[]): Promise<number> => (await open('', { ...byTask, stack }, { all: false, except })).rows.length;
      expect(await opened(999_999, hidden.id)).toBe(closed.rows.length + top.count - 1);
      expect(await opened(top.id, 999_999, hidden.id)).toBe(closed.rows.length);
    }
  });

  it('keeps the order of the first pictures, in every order', async () => {
    const { rows } = await open('fox', { ...byTask, by: 'time', descending: false });
    const first = (picture: Known): number => Math.min(...siblings(picture).map(({ savedAt }) => savedAt));
    const times = rows.map(({ id }) => first(pictureOf(id)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('by prompt holds pictures of other tasks too, and by template none without one', async () => {
    const prompts = await open('', { ...byTask, stack: 'prompt' });
    expect(prompts.rows).toHaveLength(new Set(inLibrary().map(({ task }) => task.request.prompt)).size);
    const templates = await open('', { ...byTask, stack: 'template' });
    expect(templates.rows).toHaveLength(inLibrary().length);
    expect(templates.rows.every(({ key }) => key === -1)).toBe(true);
  });
});
