import { describe, expect, it } from 'vitest';
import { makeTask } from '../samples.ts';
import { database, known, query, useSearchedLibrary, views } from './searched-library.ts';

useSearchedLibrary();

describe('the gallery', () => {
  it('sends only the pictures that are asked for', async () => {
    const opened = await views.openGallery(query(''));
    const columns = opened && (await views.pictures({ token: opened.token, revision: 0 }, [5, 25]));
    expect([columns?.first, columns?.ids.buffer.byteLength]).toEqual([5, 20 * 4]);
  });

  it('drops a view for a newer one of the same kind', async () => {
    const first = await views.openGallery(query('fox '));
    const second = await views.openGallery(query('cat '));
    expect(await views.pictures({ token: first?.token ?? 0, revision: 0 }, [0, 1])).toBeNull();
    expect(await views.ready(first?.token ?? 0)).toBeNull();
    const other = await views.openHistory(query(''));
    expect((await views.pictures({ token: second?.token ?? 0, revision: 0 }, [0, 1]))?.ids.length).toBe(1);
    expect((await views.tasks({ token: other?.token ?? 0, revision: 0 }, [0, 1]))?.length).toBe(1);
  });
});

describe('a filter that cannot be understood', () => {
  const counts = async (search: string, halfTyped?: boolean): Promise<readonly (number | undefined)[]> => {
    const [gallery, history] = [await views.openGallery({ ...query(search), halfTyped }), await views.openHistory({ ...query(search), halfTyped })];
    return [gallery && (await views.ready(gallery.token)), history && (await views.ready(history.token))].map((facts) => facts?.total);
  };

  it.each(['rating:4+', 'before:12/3/2020 ', '-before:31.02.2020 fox ', 'after:last week', 'status:done,zzz ', 'fox OR rating:4+ ', 'model: '])('finds nothing rather than all: %j', async (search) => {
    expect(await counts(search)).toEqual([0, 0]);
    const opened = await views.openGallery(query(search));
    expect(opened).toMatchObject({ total: 0, first: { ids: new Int32Array() } });
    expect(await views.pictureIds({ token: opened?.token ?? 0, revision: 0 }, [[0, 9999]])).toEqual(new Int32Array());
  });

  it('is left out while it is typed', async () => {
    expect(await counts('fox rating:4+', true)).toEqual(await counts('fox '));
    expect(await counts('before:', true)).toEqual(await counts(''));
  });
});

describe('whatever is typed', () => {
  it('is a valid search', async () => {
    for (const search of ['prompt:', 'x" OR "y', `'; DROP TABLE tasks; --`, '(((', 'AND NOT', '{a b}', 'green\0"', '', '\ud800\ud800\ud800', '%', '_', '*', '-', 'id:', 'NEAR(', '^', 'model:"', '🚀']) {
      const opened = await views.openHistory(query(search));
      expect(opened?.total ?? (opened && (await views.ready(opened.token))?.total), search).not.toBeNull();
    }
  });

  it('finds the latest error of the service as soon as it is stored, and no longer an earlier one', async () => {
    const count = async (search: string): Promise<number | undefined> => {
      const opened = await views.openHistory(query(search));
      return opened === null ? undefined : (await views.ready(opened.token))?.total;
    };
    const task = makeTask({ state: { status: 'rejected', said: { httpStatus: 402, code: 'insufficient_credits', message: 'Top up, 余额不足' } } });
    await database.repository.insertTasks([task]);
    for (const search of ['insufficient_credits ', '余额不足', '余额', task.id, task.id.slice(0, 8)]) expect(await count(search), search).toBe(1);
    await database.repository.saveTask({ ...task, state: { status: 'failed', remoteId: 'r', said: { httpStatus: 200, code: null, message: 'quarrelsome' } } });
    expect([await count('余额'), await count('insufficient_credits '), await count('quarrelsome ')]).toEqual([0, 0, 1]);
    expect(await database.repository.integrity()).toEqual([]);
  });
});

it('a note that is written after a search is found by the next one, also among more notes than are kept in memory', async () => {
  const ids = known.filter(({ trashed }) => !trashed).map(({ id }) => id);
  const found = async (search: string): Promise<readonly number[]> => [...((await views.openGallery({ search }))?.first.ids ?? [])];
  const note = (id: number | undefined, text: string): Promise<unknown> => database.repository.markImages(Int32Array.of(id ?? 0), { kind: 'note', note: text });
  expect(await found('sky')).toEqual([]);
  await note(ids[1], 'Swap\nthe Ský');
  expect([await found('sky'), await found('"the sky"'), await found('ky')]).toEqual([[ids[1]], [ids[1]], []]);
  for (const id of ids.slice(2, 302)) await note(id, 'long '.repeat(800));
  expect([await found('sky'), await found('"the sky"')]).toEqual([[ids[1]], [ids[1]]]);
  await note(ids[1], '');
  expect(await found('sky')).toEqual([]);
});
