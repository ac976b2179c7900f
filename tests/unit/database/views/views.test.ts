import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LibraryViews } from '../../../../electron/core/ports.ts';
import { openConnection } from '../../../../electron/database/connection.ts';
import { openViews } from '../../../../electron/database/open-views.ts';
import { createStore } from '../../../../electron/database/store.ts';
import type { TaskSort, ViewQuery } from '../../../../shared/library/view.ts';
import { marksOf, taskSorts } from '../../../../shared/library/view.ts';
import type { Task } from '../../../../shared/task.ts';
import { noFacts, saidNothing } from '../../../../shared/task.ts';
import { databaseWorkerFile } from '../../../support/built-threads.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/open-test-database.ts';
import { makeAnswer, makeFile, makeSources, makeTask, start } from '../samples.ts';

/** A picture as the test knows it; what a search must find is told by plain code over these. */
interface Known {
  readonly id: number;
  readonly task: Task;
  readonly savedAt: number;
  readonly width: number;
  readonly height: number;
  readonly favourite: boolean;
  readonly rating: number;
  readonly trashed: boolean;
  readonly tags: readonly string[];
  readonly path: string;
}

const day = 86_400_000;
const models = ['painter-1', 'painter-1-turbo', 'Étude 2'];
const prompts = ['a red fox in the snow', 'Crème brûlée, still life', '雪の中の猫と犬', 'portrait of a grey cat', 'snowy mountains at dawn', 'a foxglove beside a red door', '夜のneon街をwalkingする猫'];
const sizes = [[1024, 768], [768, 1024], [512, 512]] as const;

let database: TestDatabase;
let views: LibraryViews;
let known: readonly Known[];
let tasks: readonly Task[];

beforeAll(async () => {
  database = await openTestDatabase();
  const db = openConnection(database.file);
  // A thousand commits that nobody waits for.
  db.exec('PRAGMA synchronous = OFF');
  const store = createStore(db, (message) => expect.fail(message));
  const made: Known[] = [];
  const all: Task[] = [];
  for (let at = 0; at < 240; at += 1) {
    const request = { model: models[at % 3] ?? '', prompt: `${prompts[at % 7]} ${at}`, size: '1024x1024', quality: at % 2 === 0 ? 'low' : 'high' };
    const createdAt = start - at * day;
    const task =
      at % 8 === 7
        ? makeTask({ request, createdAt, state: { status: 'failed', remoteId: `task_failed_${at}`, said: { httpStatus: 200, code: 'policy', message: `refused by moderation ${at}` } } })
        : makeTask({ request, createdAt, state: { status: 'completed', remoteId: `task_${String(at).padStart(4, '0')}`, imageCount: 2 } });
    store.insertTasks([task]);
    all.push(task);
    if (task.state.status !== 'completed') continue;
    for (const image of store.saveCompletion(task, makeSources(2), makeAnswer())) {
      const [width, height] = sizes[image.id % 3] ?? [1, 1];
      // Moments that go up and down with the ids.
      const path = `2025/${at % 2 === 0 ? 'odd' : 'even'}/picture ${image.id}.png`;
      const stored = store.saveImage(image.id, { status: 'kept', file: makeFile({ path, savedAt: createdAt + (at % 5) * 3 * day, width, height }) });
      const savedAt = stored.status === 'kept' ? stored.file.savedAt : 0;
      const [favourite, rating, trashed] = [image.id % 7 === 0, image.id % 6, image.id % 31 === 0];
      made.push({ id: image.id, task, savedAt, width, height, favourite, rating, trashed, tags: image.id % 10 === 0 ? ['Beach', 'très bien'] : image.id % 10 === 1 ? ['beachfront'] : [], path });
    }
  }
  db.exec(`INSERT INTO tags (id, name, folded) VALUES (1, 'Beach', 'beach'), (2, 'très bien', 'tres bien'), (3, 'beachfront', 'beachfront')`);
  for (const { id, favourite, rating, trashed, tags } of made) {
    db.prepare('UPDATE images SET favourite = ?, rating = ?, trashed_at = ? WHERE id = ?').run(favourite ? 1 : 0, rating, trashed ? start + id * 1000 : null, id);
    for (const tag of tags) db.prepare('INSERT INTO image_tags SELECT ?, id FROM tags WHERE name = ?').run(id, tag);
  }
  db.close();
  known = made;
  tasks = all;
  views = await openViews({ file: database.file, workerFile: databaseWorkerFile });
});
afterAll(async () => {
  await views.close();
  await database.remove();
});

const newest = { by: 'created', descending: true } as const;
const query = (search: string, sort: ViewQuery['sort'] = newest): ViewQuery => ({ search, sort });

async function galleryIds(search: string): Promise<readonly number[]> {
  const opened = await views.openGallery(query(search));
  const facts = opened && (await views.ready(opened.token));
  const columns = facts && (await views.pictures(opened.token, [0, facts.total]));
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
  'fox zebra': () => false,
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
};

describe('the gallery', () => {
  it.each(Object.keys(searches))('finds %j and nothing else, newest first', async (search) => {
    expect(await galleryIds(search)).toEqual(byTime(known.filter((picture) => shown(picture) && (searches[search]?.(picture) ?? false))));
  });

  it('finds days by the clock on the wall', async () => {
    const date = new Date(start - 30 * day);
    const text = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
    const midnight = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
    expect(await galleryIds(`before:${text} `)).toEqual(byTime(known.filter((picture) => shown(picture) && picture.task.createdAt < midnight)));
  });

  it('shows the trash by the time of throwing away', async () => {
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

  it('leaves what is thrown away and restored in its place where both are shown', async () => {
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

  it('tells what is drawn of each picture, and zeros for what is no picture', async () => {
    const opened = await views.openGallery(query(''));
    const columns = opened && (await views.pictures(opened.token, [5, 25]));
    expect(columns?.first).toBe(5);
    for (const [at, id] of (columns?.ids ?? []).entries()) {
      const picture = known.find((other) => other.id === id);
      expect([columns?.savedAt[at], columns?.widths[at], columns?.heights[at]]).toEqual([Math.floor((picture?.savedAt ?? 0) / 1000), picture?.width, picture?.height]);
      expect(marksOf(columns?.marks[at] ?? 0)).toEqual({ favourite: picture?.favourite, rating: picture?.rating, trashed: picture?.trashed });
    }
  });

  it('finds its way: months, dates, pictures, and ranges of them', async () => {
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
    expect(await views.atTime(token, middle)).toBe(times.findIndex((time) => Math.floor(time / 1000) < middle));
    for (const at of [0, 17, order.length - 1]) expect(await views.locatePicture(token, order[at] ?? 0)).toBe(at);
    const absent = known.find((picture) => picture.rating < 3)?.id ?? 0;
    expect(await views.locatePicture(token, absent)).toBe(-1);
    expect([...((await views.pictureIds(token, [[0, 3], [10, 12]])) ?? [])]).toEqual([...order.slice(0, 3), ...order.slice(10, 12)]);
  });

  it('takes up pictures that came, came late and went, and keeps an open view as it was', async () => {
    const before = await galleryIds('');
    const opened = await views.openGallery(query(''));
    const add = async (remoteId: string) => {
      const task = makeTask({ request: { model: '', prompt: 'late', size: '', quality: '' }, state: { status: 'completed', remoteId, imageCount: 1 } });
      return (await database.repository.saveCompletion(task, makeSources(1), makeAnswer()))[0];
    };
    const [newer, older] = [await add('newer'), await add('older')];
    const keep = (id: number | undefined, savedAt: number) => database.repository.saveImage(id ?? 0, { status: 'kept', file: makeFile({ savedAt }) });
    await keep(newer?.id, start + 100 * day);
    expect([...((await views.pictures(opened?.token ?? 0, [0, 9999]))?.ids ?? [])]).toEqual(before);
    expect(await galleryIds('')).toEqual([newer?.id, ...before]);
    await keep(older?.id, start - 1000 * day);
    expect(await galleryIds('')).toEqual([newer?.id, ...before, older?.id]);
    await Promise.all([newer, older].map((image) => database.repository.saveImage(image?.id ?? 0, { status: 'expired' })));
    expect(await galleryIds('')).toEqual(before);
  });

  it('gives up a view for a newer one of its room', async () => {
    const first = await views.openGallery(query('fox '));
    const second = await views.openGallery(query('cat '));
    expect(await views.pictures(first?.token ?? 0, [0, 1])).toBeNull();
    expect(await views.ready(first?.token ?? 0)).toBeNull();
    const other = await views.openHistory(query(''));
    expect((await views.pictures(second?.token ?? 0, [0, 1]))?.ids.length).toBe(1);
    expect((await views.tasks(other?.token ?? 0, [0, 1]))?.length).toBe(1);
  });
});

describe('the history', () => {
  const historyIds = async (search: string, sort?: ViewQuery['sort']): Promise<readonly string[]> => {
    const opened = await views.openHistory(query(search, sort));
    const facts = opened && (await views.ready(opened.token));
    const rows = facts && (await views.tasks(opened.token, [0, facts.total]));
    expect(opened?.first.map(({ task }) => task.id)).toEqual(rows?.slice(0, opened?.first.length).map(({ task }) => task.id));
    const some = await views.taskRows(opened?.token ?? 0, [[0, 3], [5, 7]]);
    expect((some && (await views.tasksOfRows(some)))?.map(({ task }) => task.id)).toEqual([...(rows ?? []).slice(0, 3), ...(rows ?? []).slice(5, 7)].map(({ task }) => task.id));
    return (rows ?? []).map(({ task }) => task.id).filter((id) => tasks.some((task) => task.id === id));
  };
  const picturesOf = (task: Task): readonly Known[] => known.filter((picture) => picture.task.id === task.id);
  const expected = (matches: (task: Task) => boolean): readonly string[] => tasks.filter(matches).toSorted((a, b) => b.createdAt - a.createdAt).map(({ id }) => id);

  it.each<readonly [string, (task: Task) => boolean]>([
    ['', () => true],
    ['fox ', ({ request }) => /\bfox\b/.test(request.prompt)],
    ['moderation ', ({ state }) => state.status === 'failed'],
    ['status:failed cat ', ({ state, request }) => state.status === 'failed' && /\bcat\b/.test(request.prompt)],
    ['is:failed ', ({ state }) => state.status === 'failed'],
    ['-is:kept ', (task) => picturesOf(task).length === 0],
    ['is:favourite ', (task) => picturesOf(task).some(({ favourite }) => favourite)],
    ['tag:beach ', (task) => picturesOf(task).some(({ tags }) => tags.includes('Beach'))],
    ['id:task_00 ', ({ state }) => 'remoteId' in state && state.remoteId.startsWith('task_00')],
  ])('finds %j', async (search, matches) => {
    expect(await historyIds(search)).toEqual(expected(matches));
  });

  it.each<readonly [TaskSort, (task: Task) => string | number]>([
    ['created', ({ createdAt }) => createdAt],
    ['model', ({ request }) => request.model.toLowerCase()],
    ['prompt', ({ request }) => request.prompt.toLowerCase()],
    ['status', ({ state }) => state.status],
  ])('is sorted by %s, both ways', async (by, key) => {
    for (const descending of [false, true]) {
      const ids = await historyIds('', { by, descending });
      expect(ids.length).toBe(tasks.length);
      const values = ids.map((id) => tasks.find((task) => task.id === id)).map((task) => (task ? key(task) : ''));
      const ascending = descending ? values.toReversed() : values;
      for (let at = 1; at < ascending.length; at += 1) expect((ascending[at - 1] ?? '') <= (ascending[at] ?? ''), `${String(ascending[at - 1])} before ${String(ascending[at])}`).toBe(true);
    }
  });

  it('knows where a task stands', async () => {
    const opened = await views.openHistory(query('fox '));
    const ids = await historyIds('fox ');
    const again = await views.openHistory(query('fox '));
    expect(again?.token).not.toBe(opened?.token);
    expect(await views.locateTask(again?.token ?? 0, ids[9] ?? '')).toBe(9);
    expect(await views.locateTask(again?.token ?? 0, 'no-such-task')).toBe(-1);
  });

  it('has those whose outcome is unknown first in every order and every search, until they are settled', async () => {
    const unknown = { status: 'unknown', reason: 'connection-lost', said: saidNothing } as const;
    const request = { model: 'painter-1', prompt: 'a fox that nobody knows of', size: '', quality: '' };
    const undecided = makeTask({ request, state: unknown, createdAt: start - 500 * day });
    const settled = makeTask({ request, state: unknown, createdAt: start - 501 * day, dismissedAt: start });
    await database.repository.insertTasks([undecided, settled]);
    for (const search of ['', 'fox ', 'nobo', 'status:unknown ']) {
      for (const by of taskSorts) {
        for (const descending of [false, true]) {
          const opened = await views.openHistory(query(search, { by, descending }));
          const rows = opened && (await views.tasks(opened.token, [0, 5]));
          expect([opened?.first[0]?.task.id, rows?.[0]?.task.id], `${search} by ${by}`).toEqual([undecided.id, undecided.id]);
        }
      }
      // Once among all, not twice.
      const opened = await views.openHistory(query(search));
      const facts = opened && (await views.ready(opened.token));
      const ids = (opened && (await views.tasks(opened.token, [0, facts?.total ?? 0])))?.map(({ task }) => task.id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(facts?.total);
      expect(ids.at(-1), 'the settled one is where its age puts it').toBe(settled.id);
    }
    await database.repository.saveTask({ ...undecided, dismissedAt: start + 1 });
    const opened = await views.openHistory(query(''));
    const facts = opened && (await views.ready(opened.token));
    expect(opened?.first[0]?.task.id).not.toBe(undecided.id);
    expect(await views.locateTask(opened?.token ?? 0, undecided.id)).toBe((facts?.total ?? 0) - 2);
  });

  it('is sorted by prompts whatever their case, equal ones newest first', async () => {
    const sorted = await openTestDatabase();
    const texts = ['banana', 'Apple', 'cherry', 'apple', `${'x'.repeat(90)}b`, `${'x'.repeat(90)}a`, 'éclair', '猫'];
    const made = texts.map((prompt, at) => makeTask({ createdAt: start + at, request: { model: '', prompt, size: '', quality: '' } }));
    await sorted.repository.insertTasks(made);
    const reader = await openViews({ file: sorted.file, workerFile: databaseWorkerFile });
    onTestFinished(async () => {
      await reader.close();
      await sorted.remove();
    });
    const sortedPrompts = async (descending: boolean): Promise<readonly string[]> =>
      ((await reader.openHistory(query('', { by: 'prompt', descending })))?.first ?? []).map(({ task }) => task.request.prompt);
    const [b, a] = [texts[4] ?? '', texts[5] ?? ''];
    expect(await sortedPrompts(false)).toEqual(['apple', 'Apple', 'banana', 'cherry', a, b, 'éclair', '猫']);
    expect(await sortedPrompts(true)).toEqual(['猫', 'éclair', b, a, 'cherry', 'banana', 'apple', 'Apple']);
  });

  it('is sorted by what tasks have; those without come last, whichever way, and the newest first among equals', async () => {
    const sorted = await openTestDatabase();
    const sample = (createdAt: number, changes: Partial<Task>): Task =>
      makeTask({ createdAt, submittedAt: createdAt, state: { status: 'completed', remoteId: `r${createdAt}`, imageCount: 0 }, ...changes });
    const made = [
      sample(start + 1, { endedAt: start + 1 + 4000, facts: { ...noFacts, credits: 2 } }),
      sample(start + 2, { endedAt: start + 2 + 9000, facts: { ...noFacts, credits: 0 } }),
      sample(start + 3, { endedAt: null, facts: { ...noFacts, credits: 7 } }),
      sample(start + 4, { endedAt: start + 4 + 4000, facts: { ...noFacts, credits: 2 } }),
    ];
    await sorted.repository.insertTasks(made);
    const reader = await openViews({ file: sorted.file, workerFile: databaseWorkerFile });
    onTestFinished(async () => {
      await reader.close();
      await sorted.remove();
    });
    const order = async (by: TaskSort, descending: boolean): Promise<readonly number[]> =>
      (await reader.openHistory(query('', { by, descending })))?.first.map(({ task }) => task.createdAt - start) ?? [];
    expect(await order('took', false)).toEqual([4, 1, 2, 3]);
    expect(await order('took', true)).toEqual([2, 4, 1, 3]);
    expect(await order('credits', false)).toEqual([2, 4, 1, 3]);
    expect(await order('credits', true)).toEqual([3, 4, 1, 2]);
    expect(await order('account', true)).toEqual([4, 3, 2, 1]);
    expect(await order('created', false)).toEqual([1, 2, 3, 4]);
    // What is kept of an order is not taken for what came since.
    expect(await order('credits', true)).toEqual([3, 4, 1, 2]);
    await sorted.repository.saveTask(sample(start + 5, { ...(made[1] ?? makeTask()), facts: { ...noFacts, credits: 2.5 } }));
    expect(await order('credits', true)).toEqual([3, 2, 4, 1]);
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
    expect(await views.pictureIds(opened?.token ?? 0, [[0, 9999]])).toEqual(new Int32Array());
  });

  it('is left out while it is typed', async () => {
    expect(await counts('fox rating:4+', true)).toEqual(await counts('fox '));
    expect(await counts('before:', true)).toEqual(await counts(''));
  });
});

describe('whatever is typed', () => {
  it('is a search, and none fails', async () => {
    for (const search of ['prompt:', 'x" OR "y', `'; DROP TABLE tasks; --`, '(((', 'AND NOT', '{a b}', 'green\0"', '', '\ud800\ud800\ud800', '%', '_', '*', '-', 'id:', 'NEAR(', '^', 'model:"', '🚀']) {
      const opened = await views.openHistory(query(search));
      expect(opened?.total ?? (opened && (await views.ready(opened.token))?.total), search).not.toBeNull();
    }
  });

  it('finds what the service said as soon as it has said it, and no longer what it does not say any more', async () => {
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
