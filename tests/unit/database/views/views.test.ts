import { describe, expect, it } from 'vitest';
import { newestFirst } from '../../../../shared/library/arrangement.ts';
import { marksOf } from '../../../../shared/library/marks.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';
import type { Task } from '../../../../shared/task.ts';
import { type Known, database, day, known, query, tasks, useSearchedLibrary, views } from './searched-library.ts';

useSearchedLibrary();

async function galleryIds(search: string): Promise<readonly number[]> {
  // An album has another order of its own.
  const opened = await views.openGallery({ search, arrangement: newestFirst });
  const facts = opened && (await views.ready(opened.token));
  const columns = facts && (await views.pictures({ token: opened.token, revision: 0 }, [0, facts.total]));
  expect(columns?.ids.length).toBe(facts?.total);
  const ids = [...(columns?.ids ?? [])];
  expect([...(opened?.first.ids ?? [])], 'the quick answer is the beginning of the whole one').toEqual(ids.slice(0, opened?.first.ids.length));
  return ids;
}

const byTime = (pictures: readonly Known[]): readonly number[] => pictures.toSorted((a, b) => b.savedAt - a.savedAt || b.id - a.id).map(({ id }) => id);
const shown = (picture: Known): boolean => !picture.trashed;

const searches: Readonly<Record<string, (picture: Known) => boolean>> = {
  '': () => true,
  fox: ({ task }) => /\bfox/.test(task.request.prompt),
  'fox ': ({ task }) => /\bfox\b/.test(task.request.prompt),
  'red sno': ({ task }) => task.request.prompt.includes('red') && /\bsno/.test(task.request.prompt),
  '"in the snow" ': ({ task }) => task.request.prompt.includes('in the snow'),
  foxgl: ({ task }) => task.request.prompt.includes('foxglove'),
  '"grey ca': ({ task }) => task.request.prompt.includes('grey cat'),
  'snowy mount': ({ task }) => task.request.prompt.startsWith('snowy mountains'),
  'fox zebra': ({ task, note }) => /\bfox\b/.test(task.request.prompt) && (note?.includes('zebra') ?? false),
  'fox giraffe': () => false,
  '*oxglo': ({ task }) => task.request.prompt.includes('foxglove'),
  'oxglo': () => false,
  '*OX': ({ task }) => task.request.prompt.includes('ox'),
  Crèm: ({ task }) => task.request.prompt.startsWith('Crème'),
  'creme brulee ': ({ task }) => task.request.prompt.startsWith('Crème'),
  猫: ({ task }) => task.request.prompt.includes('猫'),
  猫と犬: ({ task }) => task.request.prompt.includes('猫と犬'),
  'neon ': ({ task }) => task.request.prompt.includes('neon'),
  walki: ({ task }) => task.request.prompt.includes('walking'),
  '-neon ': ({ task }) => !task.request.prompt.includes('neon'),
  の中の猫: ({ task }) => task.request.prompt.includes('の中の猫'),
  '-fox ': ({ task }) => !/\bfox\b/.test(task.request.prompt),
  'cat OR mountains ': ({ task }) => /cat|mountains/.test(task.request.prompt),
  'model:painter-1 ': ({ task }) => task.request.model.startsWith('painter-1'),
  'model:"painter-1" ': ({ task }) => task.request.model === 'painter-1',
  'model:etude ': ({ task }) => task.request.model === 'Étude 2',
  'quality:high ': ({ task }) => task.request.quality === 'high',
  'is:favourite ': ({ favourite }) => favourite,
  'is:unrated ': ({ rating }) => rating === 0,
  'rating:>=3 ': ({ rating }) => rating >= 3,
  'rating:0..1 ': ({ rating }) => rating <= 1,
  'tag:beach ': ({ tags }) => tags.includes('Beach'),
  'tag:none ': ({ tags }) => tags.length === 0,
  beach: ({ tags }) => tags.length > 0,
  'size:landscape ': ({ width, height }) => width > height,
  'size:512x512 ': ({ width, height }) => width === 512 && height === 512,
  'size:>=1024 ': ({ width, height }) => Math.max(width, height) >= 1024,
  'in:odd ': ({ path }) => path.includes('/odd/'),
  task_0012: ({ task }) => task.state.status === 'completed' && task.state.remoteId === 'task_0012',
  '"picture 7.png" ': ({ path }) => path.includes('picture 7.png'),
  'is:favourite rating:5 fox ': ({ favourite, rating, task }) => favourite && rating === 5 && /\bfox\b/.test(task.request.prompt),
  'nothing is like this': () => false,
  'flag:picked ': ({ flag }) => flag === 1,
  'is:rejected ': ({ flag }) => flag === -1,
  'flag:picked,none ': ({ flag }) => flag !== -1,
  'is:unflagged is:labelled ': ({ flag, label }) => flag === 0 && label > 0,
  'label:red,blue ': ({ label }) => label === 1 || label === 4,
  'label:none ': ({ label }) => label === 0,
  '-label:red ': ({ label }) => label !== 1,
  'is:noted ': ({ note }) => note !== null,
  'note:none ': ({ note }) => note === null,
  'note:print ': ({ note }) => note?.startsWith('Print') ?? false,
  'note:"this for zoe" ': ({ note }) => note?.includes('Zoë') ?? false,
  'note:zoe ': ({ note }) => note?.includes('Zoë') ?? false,
  'print ': ({ note }) => note?.startsWith('Print') ?? false,
  '*print ': ({ note }) => note !== null,
  'zebra ': ({ note }) => note?.includes('zebra') ?? false,
  'zebra -flag:picked OR label:red ': ({ note, flag, label }) => (note?.includes('zebra') ?? false) && (flag !== 1 || label === 1),
  'album:trip ': ({ albums }) => albums.includes('Trip') || albums.includes('Trip home'),
  'album:"Trip" ': ({ albums }) => albums.includes('Trip'),
  'album:old ': () => false,
  'album:none ': ({ albums }) => !albums.includes('Trip') && !albums.includes('Trip home'),
  'ratio:4:3 ': ({ width, height }) => width * 3 === height * 4,
  'ratio:<1 ': ({ width, height }) => width < height,
  'ratio:square,portrait ': ({ width, height }) => width <= height,
  'prompt:fox ': ({ task }) => /\bfox/.test(task.request.prompt),
  'prompt:"a red fox" ': ({ task }) => task.request.prompt.includes('a red fox'),
  'prompt:painter ': () => false,
  'prompt:neon ': ({ task }) => task.request.prompt.includes('neon'),
  'prompt:猫 ': ({ task }) => task.request.prompt.includes('猫'),
  'cost:0.06 ': ({ task }) => costOf(task) === 60,
  'cost:>0.04 ': ({ task }) => costOf(task) > 40,
  'cost:0.04..0.06 ': ({ task }) => costOf(task) <= 60,
  'cost:none ': () => false,
};

/** In thousandths. */
function costOf(task: Task): number {
  const row = tasks.indexOf(task) + 1;
  return row % 3 === 0 ? 40 : 60 * (row % 3);
}

describe('the gallery', () => {
  it.each(Object.keys(searches))('finds %j and nothing else, newest first', async (search) => {
    expect(await galleryIds(search)).toEqual(byTime(known.filter((picture) => shown(picture) && (searches[search]?.(picture) ?? false))));
  });

  it('finds days in local time', async () => {
    const date = new Date(start - 30 * day);
    const text = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
    const midnight = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
    expect(await galleryIds(`before:${text} `)).toEqual(byTime(known.filter((picture) => shown(picture) && picture.task.createdAt < midnight)));
  });

  it('sorts the trash by the time at which pictures were put there', async () => {
    const trashed = known.filter(({ trashed: is }) => is).toSorted((a, b) => b.id - a.id);
    expect(await galleryIds('in:trash ')).toEqual(trashed.map(({ id }) => id));
    expect(await galleryIds('is:trashed rating:>=3 ')).toEqual(trashed.filter(({ rating }) => rating >= 3).map(({ id }) => id));
  });

  it.each<[string, (picture: Known) => boolean]>([
    ['in:anywhere ', () => true],
    ['in:anywhere rating:>=3 ', ({ rating }) => rating >= 3],
    ['in:anywhere -is:trashed ', shown],
    ['fox in:anywhere ', ({ task }) => /\bfox\b/.test(task.request.prompt)],
    ['is:favourite OR in:trash ', ({ favourite, trashed }) => favourite || trashed],
    ['in:trash,odd ', ({ path, trashed }) => trashed || path.includes('/odd/')],
    ['is:t ', ({ trashed, tags }) => !trashed && tags.length > 0],
  ])('shows what %j means of library and trash in one order', async (search, wanted) => {
    expect(await galleryIds(search)).toEqual(byTime(known.filter(wanted)));
  });

  it('keeps trashed and restored pictures in their places where library and trash are both shown', async () => {
    const before = await galleryIds('in:anywhere ');
    const [first = 0, second = 0] = before;
    await database.repository.markImages(Int32Array.of(second, ...before.slice(40, 90)), { kind: 'trash', at: start + 200 * day });
    expect(await galleryIds('in:anywhere ')).toEqual(before);
    const opened = await views.openGallery(query('in:anywhere '));
    expect([...(opened?.first.marks.subarray(0, 2) ?? [])].map((packed) => marksOf(packed).trashed)).toEqual([known.find(({ id }) => id === first)?.trashed, true]);
    await database.repository.markImages(Int32Array.of(second, ...before.slice(40, 90).filter((id) => known.some((picture) => picture.id === id && shown(picture)))), { kind: 'restore' });
    expect(await galleryIds('in:anywhere ')).toEqual(before);
    expect(await galleryIds('')).toEqual(byTime(known.filter(shown)));
  });

  it('returns what is drawn of each picture, and zeros for ids without a picture', async () => {
    const opened = await views.openGallery(query(''));
    const columns = opened && (await views.pictures({ token: opened.token, revision: 0 }, [5, 25]));
    expect(columns?.ids.buffer.byteLength, 'only these ids are sent').toBe(20 * 4);
    expect(columns?.first).toBe(5);
    for (const [at, id] of (columns?.ids ?? []).entries()) {
      const picture = known.find((other) => other.id === id);
      expect([columns?.savedAt[at], columns?.widths[at], columns?.heights[at]]).toEqual([Math.floor((picture?.savedAt ?? 0) / 1000), picture?.width, picture?.height]);
      expect(marksOf(columns?.marks[at] ?? 0)).toMatchObject({ favourite: picture?.favourite, rating: picture?.rating, trashed: picture?.trashed });
    }
  });

  it('finds months, dates, pictures, and ranges of them', async () => {
    const opened = await views.openGallery(query('rating:>=3 '));
    const token = opened?.token ?? 0;
    const facts = await views.ready(token);
    const order = byTime(known.filter((picture) => shown(picture) && picture.rating >= 3));
    const times = order.map((id) => known.find((picture) => picture.id === id)?.savedAt ?? 0);
    const monthOf = (time: number): number => new Date(time).getFullYear() * 12 + new Date(time).getMonth();
    const months = times.map(monthOf);
    expect([...(facts?.months ?? [])]).toEqual([...new Set(months)]);
    expect([...(facts?.starts ?? [])]).toEqual([...new Set(months)].map((month) => months.indexOf(month)));
    const middle = Math.floor((times[20] ?? 0) / 1000);
    expect(await views.atTime({ token, revision: 0 }, middle)).toBe(times.findIndex((time) => Math.floor(time / 1000) < middle));
    for (const at of [0, 17, order.length - 1]) expect(await views.locatePicture({ token, revision: 0 }, order[at] ?? 0)).toBe(at);
    const absent = known.find((picture) => picture.rating < 3)?.id ?? 0;
    expect(await views.locatePicture({ token, revision: 0 }, absent)).toBe(-1);
    expect([...((await views.pictureIds({ token, revision: 0 }, [[0, 3], [10, 12]])) ?? [])]).toEqual([...order.slice(0, 3), ...order.slice(10, 12)]);
  });

  it('includes new and late pictures and leaves out removed ones, but keeps an open view as it was', async () => {
    const before = await galleryIds('');
    const opened = await views.openGallery(query(''));
    const add = async (remoteId: string) => {
      const task = makeTask({ request: { model: '', prompt: 'late', size: '', quality: '' }, state: { status: 'completed', remoteId, imageCount: 1 } });
      return (await database.repository.saveCompletion(task, makeSources(1), makeAnswer()))[0];
    };
    const [newer, older] = [await add('newer'), await add('older')];
    const keep = (id: number | undefined, savedAt: number) => database.repository.saveImage(id ?? 0, { status: 'kept', file: makeFile({ savedAt }) });
    await keep(newer?.id, start + 100 * day);
    expect([...((await views.pictures({ token: opened?.token ?? 0, revision: 0 }, [0, 9999]))?.ids ?? [])]).toEqual(before);
    expect(await galleryIds('')).toEqual([newer?.id, ...before]);
    await keep(older?.id, start - 1000 * day);
    expect(await galleryIds('')).toEqual([newer?.id, ...before, older?.id]);
    await Promise.all([newer, older].map((image) => database.repository.saveImage(image?.id ?? 0, { status: 'expired' })));
    expect(await galleryIds('')).toEqual(before);
  });

  it('drops a view for a newer one of the same room', async () => {
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
