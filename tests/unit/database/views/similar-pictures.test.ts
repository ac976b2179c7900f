import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openThumbnails } from '../../../../electron/database/worker/thumbnail-table.ts';
import { openConnection } from '../../../../electron/database/schema/connection.ts';
import { inItsOrder, inSets, mostSimilarFirst, type Arrangement } from '../../../../shared/library/arrangement.ts';
import type { LesserCopies } from '../../../../shared/library/view.ts';
import { createDice } from '../../../support/dice.ts';
import { database, known, query, useSearchedLibrary, views } from './searched-library.ts';

useSearchedLibrary();

const dice = createDice(20_261_124);
const random = (length: number): Uint8Array => Uint8Array.from({ length }, () => dice.below(256));
/** Another array with some bits flipped. */
const flipped = (bytes: Uint8Array, ...bits: readonly number[]): Uint8Array => bytes.map((byte, at) => bits.reduce((value, bit) => (bit >> 3 === at ? value ^ (1 << (bit & 7)) : value), byte));

interface Look {
  readonly hash: Uint8Array;
  readonly colours: Uint8Array;
}

const looks = new Map<number, Look>();

/** Pictures that look like picture 40: the more bits differ, the less alike. */
const alike = new Map([[41, [1]], [60, [1, 60]], [174, [2, 21, 61]], [90, [3, 20, 33, 50]], [110, [1, 2, 3, 20, 33, 50, 61]], [150, [0, 8, 9, 10, 20, 30, 40, 50, 60, 63]]]);
/** Too different to be a near copy. */
const farCopy = 150;
/** It has no hash yet. */
const unknown = 200;

const write = (ids: Iterable<number>): void => {
  const table = openThumbnails(path.join(path.dirname(database.file), 'thumbnails', 'thumbnails.sqlite'));
  for (const id of ids) table.write(id, Uint8Array.of(1), Uint8Array.of(1, ...(looks.get(id)?.colours ?? [])), looks.get(id)?.hash ?? null);
  table.close();
};

beforeAll(async () => {
  for (const { id } of known) if (id !== unknown) looks.set(id, { hash: random(8), colours: random(15) });
  const subject = looks.get(40) ?? expect.fail('not in the library');
  for (const [id, bits] of alike) looks.set(id, { hash: flipped(subject.hash, ...bits), colours: subject.colours });
  // The same shape in other colours is no copy.
  looks.set(170, { hash: subject.hash, colours: subject.colours.map((value) => value ^ 0x80) });
  // Two sets of two: of one, a picture is in the trash.
  for (const [id, of] of [[101, 100], [62, 61]] as const) looks.set(id, looks.get(of) ?? expect.fail('unknown'));
  await mkdir(path.join(path.dirname(database.file), 'thumbnails'));
  write(looks.keys());
});

async function found(search: string, arrangement: Arrangement = inItsOrder): Promise<readonly number[]> {
  const { token } = (await views.openGallery({ search, arrangement, opened: { all: true, except: [] } })) ?? expect.fail('replaced');
  await views.ready(token);
  const { ids } = (await views.pictures({ token, revision: 0 }, [0, 1000])) ?? expect.fail('replaced');
  return [...ids];
}

const bySimilarity = mostSimilarFirst;
const isTrashed = (id: number): boolean => known.find((each) => each.id === id)?.trashed === true;

describe('a search for pictures like another', () => {
  it('finds the picture itself and then the others, the most similar first', async () => {
    const all = await found('like:40', bySimilarity);
    expect(all.slice(0, 7)).toEqual([40, 41, 60, 174, 90, 110, 150]);
    expect(all).toHaveLength(known.filter(({ id, trashed }) => !trashed && id !== unknown).length);
  });

  it('compares only what the other filters find', async () => {
    const favourites = known.filter(({ id, favourite, trashed }) => favourite && !trashed && id !== unknown).map(({ id }) => id);
    const all = await found('like:40 is:favourite', bySimilarity);
    expect(all.toSorted((a, b) => a - b)).toEqual(favourites.toSorted((a, b) => a - b));
  });

  it('can be in another order, and names several pictures', async () => {
    const byTime = await found('like:40');
    // The name that outlives a rebuilt history, also in capitals.
    const named = openConnection(database.file).prepare('SELECT uuid, position FROM images JOIN tasks ON tasks.id = task WHERE images.id = 40').get();
    expect(await found(`like:${String(named?.['uuid']).toUpperCase()}/${String(named?.['position'])}`)).toEqual(byTime);
    expect(await found('like:00000000-0000-4000-8000-000000000000/0')).toEqual([]);
    const savedAt = (id: number): number => known.find((each) => each.id === id)?.savedAt ?? 0;
    expect(byTime.map(savedAt)).toEqual(byTime.map(savedAt).toSorted((a, b) => b - a));
    expect((await found('like:40,100', bySimilarity)).slice(0, 4).toSorted((a, b) => a - b)).toEqual([40, 41, 100, 101].toSorted((a, b) => a - b));
  });

  it('finds nothing for a picture that cannot be compared yet', async () => {
    expect(await found(`like:${unknown}`, bySimilarity)).toEqual([]);
    expect(await found('like:999999', bySimilarity)).toEqual([]);
    expect(await views.compared()).toEqual({ compared: looks.size, pictures: known.length });
  });

  it('finds the tasks of the history too, and excludes them', async () => {
    const { token } = (await views.openHistory(query('like:40'))) ?? expect.fail('replaced');
    expect((await views.ready(token))?.total).toBeGreaterThan(0);
    expect(await found('-like:40')).toEqual(isTrashed(unknown) ? [] : [unknown]);
  });
});

describe('a search for duplicates', () => {
  const duplicates = inSets;
  const set = [40, 41, 60, 90, 110, 174];

  it('finds near copies and nothing else, and puts those of a set side by side', async () => {
    const all = await found('is:duplicate', duplicates);
    expect(all).not.toContain(farCopy);
    expect(all.toSorted((a, b) => a - b)).toEqual([...set, 100, 101].toSorted((a, b) => a - b));
    const places = set.map((id) => all.indexOf(id)).toSorted((a, b) => a - b);
    expect((places.at(-1) ?? 0) - (places[0] ?? 0)).toBe(set.length - 1);
  });

  it('does not count the trash', async () => {
    expect([isTrashed(61), isTrashed(62)]).toContain(true);
    expect(await found('is:duplicate', duplicates)).not.toContain(isTrashed(61) ? 62 : 61);
  });

  it('finds a copy as soon as its hash is known', async () => {
    expect(await found('is:duplicate rating:>=0', duplicates)).not.toContain(unknown);
    looks.set(unknown, looks.get(41) ?? expect.fail('unknown'));
    write([unknown]);
    expect(await found('is:duplicate', duplicates)).toContain(unknown);
    expect(await found('-is:duplicate')).not.toContain(unknown);
  });
});

describe('what is in sets besides the best', () => {
  const lesser = async (imageIds: readonly number[], search = '', all = false, ranges: readonly (readonly [number, number])[] = []): Promise<LesserCopies> => {
    const { token } = (await views.openGallery({ search, arrangement: inSets, opened: { all, except: [] } })) ?? expect.fail('replaced');
    await views.ready(token);
    return (await views.lesserCopies({ token, revision: 0, ranges, imageIds })) ?? expect.fail('replaced');
  };
  const sorted = ({ unmarked, marked }: LesserCopies): readonly number[] => [...unmarked, ...marked].toSorted((a, b) => a - b);

  it('is every other picture of the set, whether it is open or closed, and never a picture without copies or of the trash', async () => {
    for (const all of [true, false]) {
      const { token } = (await views.openGallery({ search: '', arrangement: inSets, opened: { all, except: [] } })) ?? expect.fail('replaced');
      await views.ready(token);
      const { ids, stackCounts } = (await views.pictures({ token, revision: 0 }, [0, 1000])) ?? expect.fail('replaced');
      // An earlier test has made the last one a copy, too.
      const set = [40, 41, 60, 90, 110, 174, unknown].filter((id) => !isTrashed(id));
      const top = ids.find((id, at) => stackCounts?.[at] !== 0 && set.includes(id)) ?? expect.fail('no set');
      expect(sorted(await lesser([top], '', all))).toEqual(set.filter((id) => id !== top));
    }
    const alone = known.find(({ id, trashed }) => !trashed && id !== unknown && ![...alike.keys(), 40, 100, 101, 61, 62].includes(id))?.id ?? 0;
    expect(await lesser([alone])).toMatchObject({ sets: 0, unmarked: [], marked: [] });
    const everything = await lesser([], '', false, [[0, 0xffffffff]]);
    expect(sorted(everything).some(isTrashed)).toBe(false);
    expect(everything.sets).toBeGreaterThan(0);
  });

  it('is told apart by what a person did to it, with the reasons', async () => {
    const { unmarked, marked, counts } = await lesser([], '', false, [[0, 0xffffffff]]);
    const of = (id: number) => known.find((each) => each.id === id) ?? expect.fail('unknown');
    // The album “Old” was removed.
    const isInAlbum = (id: number): boolean => of(id).albums.some((name) => name !== 'Old');
    const isDescribed = (id: number): boolean => of(id).label > 0 || of(id).note !== null || of(id).tags.length > 0;
    const isMarked = (id: number): boolean => of(id).favourite || of(id).rating > 0 || of(id).flag === 1 || isDescribed(id) || isInAlbum(id);
    expect([unmarked.filter(isMarked), marked.filter((id) => !isMarked(id))]).toEqual([[], []]);
    expect(counts).toEqual({
      picked: marked.filter((id) => of(id).flag === 1).length,
      favourites: marked.filter((id) => of(id).favourite).length,
      rated: marked.filter((id) => of(id).rating > 0).length,
      described: marked.filter(isDescribed).length,
      inAlbums: marked.filter(isInAlbum).length,
    });
    expect(marked.length * unmarked.length).toBeGreaterThan(0);
  });
});
