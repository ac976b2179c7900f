import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../../../shared/ipc/api.ts';
import { marksOf } from '../../../../shared/library/marks.ts';
import { ok } from '../../../../shared/result.ts';
import { FakeMain, snapshot } from '../fake-main.ts';
import { completed, keptImage, processing, sampleTask, waiting, withImages } from '../sample-tasks.ts';

let main: FakeMain;

async function load() {
  const [{ connect }, { useAppStore }, { cellCount, entryAt, useGallery }, { setLibrarySearch, wantPictures }, { useSheetTop }] = await Promise.all([
    import('../../../../renderer/stores/sync.ts'),
    import('../../../../renderer/stores/app-store.ts'),
    import('../../../../renderer/stores/gallery/gallery-store.ts'),
    import('../../../../renderer/stores/gallery/library-view.ts'),
    import('../../../../renderer/stores/gallery/sheet-top.ts'),
  ]);
  wantPictures('sheet', [0, 2000]);
  const counted = (): number => useSheetTop.getState().waiting;
  const cells = (): string[] =>
    Array.from({ length: cellCount(useGallery.getState()) }, (_, at) => {
      const entry = entryAt(useGallery.getState(), at);
      return entry?.kind === 'image' ? `image ${entry.imageId}` : 'blank';
    });
  const ratings = (): (number | null)[] =>
    Array.from({ length: cellCount(useGallery.getState()) }, (_, at) => {
      const entry = entryAt(useGallery.getState(), at);
      return entry?.kind === 'image' ? marksOf(entry.marks).rating : null;
    });
  return { connect, useAppStore, useGallery, cells, ratings, counted, setLibrarySearch };
}

const settingsChange = (watchLimitMinutes: number): Change => ({
  kind: 'settings',
  settings: { ...snapshot.settings, watchLimitMinutes },
  libraryFolder: '/pictures',
});

beforeEach(() => {
  main = new FakeMain();
  main.install();
});

test('subscribes before it asks for the snapshot, and starts from it', async () => {
  const { connect, useAppStore, cells } = await load();
  let listenersAtSnapshot = 0;
  main.beforeSnapshot = () => {
    listenersAtSnapshot = main.listenerCount;
  };
  main.snapshot = ok({ ...snapshot, head: [withImages(sampleTask(processing))] });
  main.viewOf = () => [3, 2];
  await connect();
  expect(listenersAtSnapshot).toBe(1);
  expect(useAppStore.getState()).toMatchObject({ phase: { at: 'ready' }, facts: { spoken: { locale: 'en-GB' } } });
  expect(cells()).toEqual(['image 3', 'image 2']);
});

test('drops changes that the snapshot contains and applies the others', async () => {
  const { connect, useAppStore } = await load();
  main.beforeSnapshot = () => {
    main.send(4, settingsChange(44));
    main.send(5, settingsChange(55));
    main.send(6, settingsChange(66));
  };
  await connect();
  expect(useAppStore.getState().facts?.settings.watchLimitMinutes).toBe(66);

  main.send(5, settingsChange(99));
  expect(useAppStore.getState().facts?.settings.watchLimitMinutes).toBe(66);
  main.send(7, settingsChange(77));
  expect(useAppStore.getState().facts?.settings.watchLimitMinutes).toBe(77);
});

test.each(['database-restored', 'database-rebuilt'] as const)('a page that began before the history was rebuilt (%s) asks for all thumbnails again', async (code) => {
  const { thumbnailAddress } = await import('../../../../shared/windows/picture-addresses.ts');
  const { connect } = await load();
  const before = thumbnailAddress(9);
  await connect();
  expect(thumbnailAddress(9)).toBe(before);
  main.snapshot = ok({ ...snapshot, notices: [{ code, subject: '/profile' }] });
  await connect();
  expect(thumbnailAddress(9)).not.toBe(before);
  expect(new URL(thumbnailAddress(9)).pathname).toBe(new URL(before).pathname);
});

describe('a picture kept between the two answers', () => {
  const task = sampleTask(processing);
  const image = keptImage(9, task.id);
  const changes: Change[] = [
    { kind: 'image-kept', image, savedAt: 1 },
    { kind: 'task', task: withImages({ ...task, state: completed(1) }, image) },
  ];

  test('is shown once if the view was read after it', async () => {
    const { connect, cells } = await load();
    main.beforeSnapshot = () => main.send(6, ...changes);
    main.snapshot = ok({ ...snapshot, head: [withImages(task)] });
    main.viewOf = () => [9];
    main.viewSequence = 6;
    await connect();
    expect(cells()).toEqual(['image 9']);
  });

  test('is shown once if the snapshot was taken after it', async () => {
    const { connect, cells } = await load();
    main.beforeSnapshot = () => main.send(6, ...changes);
    main.snapshot = ok({ ...snapshot, sequence: 6 });
    const connecting = connect();
    main.viewOf = () => [9];
    await connecting;
    await expect.poll(cells).toEqual(['image 9']);
  });
});

test('a picture takes its place when its task brings no more pictures', async () => {
  const { connect, cells } = await load();
  const task = sampleTask(processing);
  main.snapshot = ok({ ...snapshot, head: [withImages(task)] });
  await connect();
  const [first, second] = [keptImage(9, task.id), keptImage(10, task.id, 1)];
  main.send(6, { kind: 'image-kept', image: second, savedAt: 1 });
  main.send(7, { kind: 'task', task: withImages({ ...task, state: completed(2) }, { ...first, state: waiting }, second) });
  main.viewOf = () => [10];
  main.send(7, { kind: 'imports', imports: { latest: null, round: 1, byHand: 0 } });
  await expect.poll(() => main.inputsOf('libraryAdvance')).toEqual([expect.objectContaining({ without: [10] })]);
  expect(cells()).toEqual([]);
  main.viewOf = () => [9, 10];
  main.send(8, { kind: 'image-kept', image: first, savedAt: 1 });
  await expect.poll(cells).toEqual(['image 9', 'image 10']);
});

describe('a late picture whose siblings are in the view', () => {
  const task = sampleTask(completed(2));
  const [first, second] = [keptImage(9, task.id), keptImage(11, task.id, 1)];
  const keepSecond = (): void => main.send(6, { kind: 'image-kept', image: second, savedAt: 1 }, { kind: 'task', task: withImages(task, first, second) });

  beforeEach(() => {
    main.snapshot = ok({ ...snapshot, head: [withImages(task, first, { ...second, state: waiting })] });
    main.viewOf = () => [10, 9, 8];
  });

  test('appears beside them', async () => {
    const { connect, cells } = await load();
    await connect();
    main.viewOf = () => [10, 9, 11, 8];
    main.viewSequence = 6;
    keepSecond();
    expect(cells()).toEqual(['image 10', 'image 9', 'image 8']);
    await expect.poll(cells).toEqual(['image 10', 'image 9', 'image 11', 'image 8']);
  });

  test('waits while a cell of the view is held, and is counted', async () => {
    const { connect, cells, counted } = await load();
    const { select, selectIndex } = await import('../../../../renderer/stores/selection/selection-store.ts');
    await connect();
    selectIndex(2);
    main.viewOf = () => [10, 9, 11, 8];
    main.viewSequence = 6;
    keepSecond();
    selectIndex(1);
    expect(main.inputsOf('libraryAdvance')).toHaveLength(0);
    expect(counted()).toBe(1);
    select(null);
    await expect.poll(cells).toEqual(['image 10', 'image 9', 'image 11', 'image 8']);
    expect(counted()).toBe(0);
  });

  test('appears beside them even if its task was hidden', async () => {
    main.snapshot = ok(snapshot);
    const { connect, cells } = await load();
    await connect();
    main.viewOf = () => [10, 9, 11, 8];
    main.viewSequence = 6;
    keepSecond();
    expect(cells()).toEqual(['image 10', 'image 9', 'image 8']);
    await expect.poll(cells).toEqual(['image 10', 'image 9', 'image 11', 'image 8']);
  });
});

test('a start that fails is reported and can be retried, with one subscription', async () => {
  const { connect, useAppStore } = await load();
  main.snapshot = { ok: false, error: { code: 'database-failed' } };
  await connect();
  expect(useAppStore.getState().phase).toEqual({ at: 'failed', error: { code: 'database-failed' } });
  main.snapshot = ok(snapshot);
  await connect();
  expect(useAppStore.getState().phase).toEqual({ at: 'ready' });
  expect(main.listenerCount).toBe(1);
});

test('a call that rejects returns an error', async () => {
  const { connect, useAppStore } = await load();
  main.beforeSnapshot = () => {
    throw new Error('main is closing');
  };
  await connect();
  expect(useAppStore.getState().phase).toEqual({ at: 'failed', error: { code: 'internal', detail: 'main is closing' } });
});

describe('another view', () => {
  const task = sampleTask(processing);
  const keep = (id: number): Change[] => [
    { kind: 'image-kept', image: keptImage(id, task.id), savedAt: 1 },
    { kind: 'task', task: withImages({ ...task, state: completed(1) }, keptImage(id, task.id)) },
  ];

  test('shows only the matches, and afterwards everything with the new pictures in their places', async () => {
    const { connect, cells, setLibrarySearch } = await load();
    main.viewOf = (search) => (search === '' ? [3, 2, 1] : [2]);
    main.snapshot = ok({ ...snapshot, head: [withImages(task)] });
    await connect();
    setLibrarySearch('fox');
    await expect.poll(cells).toEqual(['image 2']);
    main.send(6, ...keep(9));
    expect(cells()).toEqual(['image 2']);
    main.viewOf = () => [9, 3, 2, 1];
    main.viewSequence = 6;
    setLibrarySearch('');
    await expect.poll(cells).toEqual(['image 9', 'image 3', 'image 2', 'image 1']);
    // A change of its task names the picture again, which keeps its place.
    main.send(7, ...keep(9).slice(1));
    expect(cells()).toEqual(['image 9', 'image 3', 'image 2', 'image 1']);
  });

  test('that was opened before a picture was kept has it in front', async () => {
    const { connect, cells, setLibrarySearch } = await load();
    main.viewOf = (search) => (search === '' ? [3] : []);
    await connect();
    setLibrarySearch('x');
    await expect.poll(cells).toEqual([]);
    main.viewSequence = 6;
    setLibrarySearch('');
    main.send(7, ...keep(9));
    main.viewOf = () => [9, 3];
    await expect.poll(cells).toEqual(['image 9', 'image 3']);
  });

  test('is the one for the latest search, in whichever order the answers arrive', async () => {
    const { connect, cells, setLibrarySearch, useGallery } = await load();
    await connect();
    const seen: string[] = [];
    useGallery.subscribe(() => seen.push(...cells()));
    let answer: (ids: readonly number[]) => void = () => undefined;
    const slow = new Promise<readonly number[]>((resolve) => (answer = resolve));
    main.viewOf = (search) => (search === 's' ? slow : search === 'sn' ? [5] : [6]);
    setLibrarySearch('s');
    setLibrarySearch('sn');
    await expect.poll(cells).toEqual(['image 5']);
    answer([4]);
    await slow;
    setLibrarySearch('sno');
    await expect.poll(cells).toEqual(['image 6']);
    expect(seen).not.toContain('image 4');
  });
});

describe('a mark', () => {
  const task = sampleTask(processing);
  const marked = (round: number, imageIds: readonly number[] | null): Change => ({ kind: 'marks', round, imageIds, moved: false });

  test('is shown on pictures of the view and on new ones, whether the change names them or not, and so is its undoing', async () => {
    const { connect, ratings } = await load();
    main.viewOf = () => [3, 2, 1];
    main.snapshot = ok({ ...snapshot, head: [withImages(task)] });
    await connect();
    main.viewOf = () => [9, 3, 2, 1];
    main.send(6, { kind: 'image-kept', image: keptImage(9, task.id), savedAt: 1 }, { kind: 'task', task: withImages({ ...task, state: completed(1) }, keptImage(9, task.id)) });
    await expect.poll(ratings).toEqual([0, 0, 0, 0]);
    main.ratings = new Map([[9, 4], [2, 5]]);
    main.send(7, marked(1, [9, 2]));
    await expect.poll(ratings).toEqual([4, 0, 5, 0]);
    main.ratings = new Map([[1, 3]]);
    main.send(8, marked(2, null));
    await expect.poll(ratings).toEqual([0, 0, 0, 3]);
  });

  test('that changes while columns are being read makes them be read again', async () => {
    const { connect, ratings } = await load();
    main.viewOf = () => [3, 2, 1];
    await connect();
    main.ratings = new Map([[3, 1]]);
    main.send(6, marked(1, [3]));
    main.ratings = new Map([[3, 2]]);
    main.send(7, marked(2, [3]));
    await expect.poll(ratings).toEqual([2, 0, 0]);
  });

  test.each<[string, Change]>([
    ['a mark', marked(1, [3])],
    ['a mark on too many to name', marked(1, null)],
    ['a move into the trash', { kind: 'marks', round: 1, imageIds: [1], moved: true }],
    ['an import', { kind: 'imports', imports: { latest: null, round: 1, byHand: 0 } }],
  ])('%s that the snapshot contains and the view does not is followed', async (_, change) => {
    const { connect, cells, ratings } = await load();
    main.viewOf = () => [3, 2, 1];
    main.viewSequence = 5;
    main.snapshot = ok({ ...snapshot, sequence: 6 });
    main.beforeSnapshot = () => main.send(6, change);
    const connecting = connect();
    // Main has read the view.
    const isOfMarks = change.kind === 'marks' && !change.moved;
    if (isOfMarks) main.ratings = new Map([[3, 4]]);
    else main.viewOf = () => [3, 2];
    await connecting;
    await expect.poll((): readonly unknown[] => (isOfMarks ? ratings() : cells())).toEqual(isOfMarks ? [4, 0, 0] : ['image 3', 'image 2']);
  });
});
