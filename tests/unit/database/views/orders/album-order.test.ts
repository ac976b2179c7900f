import { beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import { makeAlbum } from '../../samples.ts';
import { database, known, query, useSearchedLibrary, views } from '../searched-library.ts';

useSearchedLibrary();

const [trip, home] = [{ ...makeAlbum(51), name: 'Sea "side"' }, { ...makeAlbum(52), name: 'By hand' }];
/** Every third picture, in an order that differs from all others. */
let inOrder: readonly number[];
const kept = (ids: readonly number[]): readonly number[] => ids.filter((id) => known.some((picture) => picture.id === id && !picture.trashed));

/** Runs on a connection of its own. */
function change(run: (store: ReturnType<typeof createStore>['store']) => void): void {
  const db = openConnection(database.file);
  run(createStore(db, (message) => expect.fail(message)).store);
  db.close();
}

beforeAll(() => {
  inOrder = known.map(({ id }) => id).filter((id) => id % 3 === 0).toSorted((a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009));
  change((store) => {
    store.putAlbum(trip);
    store.putAlbum(home);
    store.markImages(Int32Array.from(inOrder), { kind: 'album', album: trip.id });
    store.markImages(Int32Array.of(inOrder[0] ?? 0), { kind: 'album', album: home.id });
  });
});

async function opened(search: string) {
  const answer = await views.openGallery(query(search));
  const facts = answer && (await views.ready(answer.token));
  const columns = facts && (await views.pictures({ token: answer.token, revision: 0 }, [0, facts.total]));
  return { byHand: answer?.byHand, token: answer?.token ?? 0, ids: [...(columns?.ids ?? [])], months: facts?.months.length };
}

describe('an album', () => {
  it('is shown in its own order, without the trash and without months', async () => {
    expect(await opened('album:"Sea ""side""" ')).toMatchObject({ byHand: trip.id, ids: kept(inOrder), months: 0 });
    expect(await opened(`album:"${trip.id}" `)).toMatchObject({ byHand: trip.id, ids: kept(inOrder) });
  });

  it('keeps its order if the search has other filters or words, which leave pictures out', async () => {
    for (const narrowed of ['rating:none ', '-fox ', 'is:unrated size:>=1 ']) {
      const matching = new Set((await opened(narrowed)).ids);
      const { byHand, ids } = await opened(`${narrowed}album:"Sea ""side""" `);
      expect(ids).toEqual(kept(inOrder).filter((id) => matching.has(id)));
      expect([byHand, ids.length > 1, ids.length < kept(inOrder).length]).toEqual([trip.id, true, true]);
    }
  });

  it('is sorted by time if the search also finds pictures outside of it', async () => {
    for (const search of ['album:"By hand",none ', 'album:"Sea ""side""" in:anywhere ', 'album:"Sea ""side""","By hand" ', 'fox OR album:"By hand" ', '-album:"By hand" ']) {
      expect(await opened(search)).toMatchObject({ byHand: null });
    }
  });

  it('moves on when pictures come, go or are moved', async () => {
    const { token } = await opened('album:"Sea ""side""" ');
    const [first = 0, second = 0] = kept(inOrder);
    const other = known.find(({ id, trashed }) => !trashed && !inOrder.includes(id))?.id ?? 0;
    change((store) => {
      store.markImages(Int32Array.of(first), { kind: 'unalbum', album: trip.id });
      store.markImages(Int32Array.of(other), { kind: 'album', album: trip.id });
      store.placeInAlbum(trip.id, Int32Array.of(second), Float64Array.of(1e6));
    });
    const delta = await views.advance({ token, revision: 0 }, { imageIds: [first, second, other] });
    expect(delta).toMatchObject({ total: kept(inOrder).length, located: [-1, kept(inOrder).length - 1, kept(inOrder).length - 2] });
  });

  it('counts the pictures that are in the library', async () => {
    const counts = new Map((await views.albumCounts()).map(({ id, pictures }) => [id, pictures]));
    expect(counts.get(trip.id)).toBe(kept(inOrder).length);
    expect(counts.get(home.id)).toBe(kept(inOrder.slice(0, 1)).length);
  });
});
