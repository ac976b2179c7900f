import { describe, expect, it } from 'vitest';
import { newestFirst, type Arrangement, type PictureGroup } from '../../../../shared/library/arrangement.ts';
import { dayKey, dayOfKey, noGroup } from '../../../../shared/library/view.ts';
import { known, useSearchedLibrary, views, type Known } from './searched-library.ts';

useSearchedLibrary();

interface Group {
  readonly key: number;
  readonly label: string | null;
  readonly pictures: readonly Known[];
}

async function open(search: string, arrangement: Partial<Arrangement>): Promise<{ readonly token: number; readonly groups: readonly Group[] }> {
  const { token } = (await views.openGallery({ search, arrangement: { ...newestFirst, ...arrangement } })) ?? expect.fail('replaced');
  const { groups, total } = (await views.ready(token)) ?? expect.fail('replaced');
  const { starts, keys } = groups ?? expect.fail('no groups');
  const { ids } = (await views.pictures({ token, revision: 0 }, [0, total])) ?? expect.fail('replaced');
  const labels = (await views.groupLabels({ token, revision: 0 }, [...starts.keys()])) ?? expect.fail('replaced');
  return { token, groups: Array.from(keys, (key, at) => ({ key, label: labels[at] ?? null, pictures: [...ids.subarray(starts[at], starts[at + 1])].map(pictureOf) })) };
}

const inLibrary = (): readonly Known[] => known.filter(({ trashed }) => !trashed);
const pictureOf = (id: number): Known => known.find((picture) => picture.id === id) ?? expect.fail('unknown');
const newest = (a: Known, b: Known): number => b.savedAt - a.savedAt || b.id - a.id;
const dayOf = ({ savedAt }: Known): number => {
  const date = new Date(savedAt);
  return dayKey(date.getFullYear(), date.getMonth(), date.getDate());
};

/** What plain code groups. */
function expected(of: (picture: Known) => unknown, within: (a: Known, b: Known) => number): readonly (readonly Known[])[] {
  const groups = new Map<unknown, Known[]>();
  for (const picture of inLibrary().toSorted(newest)) groups.set(of(picture), [...(groups.get(of(picture)) ?? []), picture]);
  return [...groups.values()].map((pictures) => pictures.toSorted(within));
}
const idsOf = (groups: readonly (readonly Known[])[]): readonly (readonly number[])[] => groups.map((pictures) => pictures.map(({ id }) => id));
const idsIn = (groups: readonly Group[]): readonly (readonly number[])[] => idsOf(groups.map(({ pictures }) => pictures));

describe('a view of groups', () => {
  const kinds: readonly [PictureGroup, (picture: Known) => unknown, (picture: Known) => string | null][] = [
    ['day', dayOf, () => null],
    ['prompt', ({ task }) => task.request.prompt, ({ task }) => task.request.prompt],
    ['model', ({ task }) => task.request.model, ({ task }) => task.request.model],
  ];
  it.each(kinds)('by %s has the group with the newest picture first, and the chosen order within each', async (group, of, label) => {
    const byTime = await open('', { group });
    expect(idsIn(byTime.groups)).toEqual(idsOf(expected(of, newest)));
    for (const { label: found, pictures } of byTime.groups) expect(found).toBe(label(pictures[0] ?? expect.fail('empty')));
    const byRating = await open('', { group, by: 'rating' });
    expect(idsIn(byRating.groups)).toEqual(idsOf(expected(of, (a, b) => b.rating - a.rating || newest(a, b))));
    // Keys stay the same, so that labels are read once.
    expect(byRating.groups.map(({ key }) => key)).toEqual(byTime.groups.map(({ key }) => key));
  });

  it('has days by their date, the oldest first if the order is reversed', async () => {
    const { groups } = await open('', { group: 'day', descending: false });
    expect(idsIn(groups)).toEqual(idsOf(expected(dayOf, (a, b) => -newest(a, b)).toReversed()));
    for (const { key, pictures } of groups) expect(dayOfKey(key).toDateString()).toBe(new Date(pictures[0]?.savedAt ?? 0).toDateString());
  });

  it('has the order of an album within each', async () => {
    const search = 'album:"Trip home"';
    const inAlbum = expected(dayOf, (a, b) => a.id - b.id).map((pictures) => pictures.filter(({ albums }) => albums.includes('Trip home')));
    const { groups } = await open(search, { by: 'hand', group: 'day' });
    expect(idsIn(groups)).toEqual(idsOf(inAlbum.filter(({ length }) => length > 0)));
    const byModel = await open(search, { by: 'hand', group: 'model' });
    for (const { pictures } of byModel.groups) expect(pictures.map(({ id }) => id)).toEqual(pictures.map(({ id }) => id).toSorted((a, b) => a - b));
  });

  it('puts pictures without a batch into one group', async () => {
    const { groups } = await open('', { group: 'batch' });
    expect(groups.map(({ key, label, pictures }) => [key, label, pictures.length])).toEqual([[noGroup, null, inLibrary().length]]);
  });

  it('has a stack in the group of its top, and counts its pictures', async () => {
    const { token } = (await views.openGallery({ search: '', arrangement: { ...newestFirst, group: 'model', stack: 'batch' } })) ?? expect.fail('replaced');
    const { groups, total } = (await views.ready(token)) ?? expect.fail('replaced');
    const counts = new Map(expected(({ task }) => task.request.model, newest).map((pictures) => [pictures[0]?.task.request.model, pictures.length]));
    expect(total).toBeLessThan(inLibrary().length);
    expect([...(groups?.pictures ?? [])]).toEqual([...counts.values()]);
    const opened = (await views.advance({ token, revision: 0 }, { opened: { all: true, except: [] } })) ?? expect.fail('replaced');
    expect([...(opened.groups?.pictures ?? [])]).toEqual([...counts.values()]);
    expect(opened.total).toBe(inLibrary().length);
  });

  it('has the days of its first rows in its first answer', async () => {
    const opened = (await views.openGallery({ search: '', arrangement: { ...newestFirst, group: 'day' } })) ?? expect.fail('replaced');
    const times = [...opened.first.ids].map((id) => dayOf(pictureOf(id)));
    expect([...(opened.groups?.keys ?? [])]).toEqual([...new Set(times)]);
  });
});
