import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TaskWithImages } from '../../../../shared/task.ts';
import type { GalleryState } from '../../../../renderer/stores/gallery-store.ts';
import { cellCount, entryAt, imageCount, imageIndexBeside, imageOrdinal, indexAfter, indexOfImage } from '../../../../renderer/stores/cells.ts';
import { expectTasks, forgetTasks, openGallery, taskArrived, tasksArrived, useGallery } from '../../../../renderer/stores/gallery-store.ts';
import * as store from '../../../../renderer/stores/gallery-store.ts';
import { pictureView } from '../../../../renderer/stores/picture-view.ts';
import { select, useSelection } from '../../../../renderer/stores/selection-store.ts';
import { columns } from '../fake-main.ts';
import { completed, keptImage, processing, said, sampleTask, waiting, withImages } from '../sample-tasks.ts';

// The stores talk to main by way of the window; nothing here does.
vi.hoisted(() => vi.stubGlobal('window', { api: {} }));

const view = pictureView({ token: 1, first: columns([9, 8, 7]), total: 3 }, '');
/** Later than the view. */
const imageArrived = (state: GalleryState, image: Parameters<typeof store.imageArrived>[1]): GalleryState => store.imageArrived(state, image, 9);
const looks = (state: GalleryState): string[] =>
  Array.from({ length: cellCount(state) }, (_, at) => {
    const entry = entryAt(state, at);
    return entry?.kind === 'image' ? `image ${entry.imageId}` : 'tile';
  });
const apply = (...steps: ((state: GalleryState) => GalleryState)[]): GalleryState => {
  for (const step of steps) useGallery.setState(step(useGallery.getState()));
  return useGallery.getState();
};
const task = (entry: TaskWithImages) => (state: GalleryState) => taskArrived(state, entry);

beforeEach(() => {
  useSelection.setState({ selection: null, index: 0 });
  openGallery([], view);
});

test('the head comes before the pictures, newest first', () => {
  const [old, young] = [sampleTask(processing), sampleTask(processing)];
  openGallery([withImages(young), withImages(old)], view);
  expect(looks(useGallery.getState())).toEqual(['tile', 'tile', 'image 9', 'image 8', 'image 7']);
  expect(entryAt(useGallery.getState(), 0)).toMatchObject({ taskId: young.id });
});

test('thousands at the head, all of which changed at once, stand as they would one by one', () => {
  const head = Array.from({ length: 3_000 }, () => withImages(sampleTask(processing))).toReversed();
  openGallery(head, view);
  const opened = useGallery.getState();
  expect(opened.slots).toEqual(head.map(({ task: { id } }) => ({ kind: 'task', key: id, taskId: id })));
  const some = head.slice(100, 200);
  const changed = [
    ...some.slice(0, 50).map(({ task: one }, at) => withImages({ ...one, state: completed(1) }, keptImage(1_000 + at, one.id))),
    ...some.slice(50).map(({ task: one }) => withImages({ ...one, polls: 1 })),
    withImages(sampleTask(processing)),
  ];
  const together = tasksArrived(opened, changed);
  const oneByOne = changed.reduce(taskArrived, opened);
  expect(together.slots).toEqual(oneByOne.slots);
  expect(together.tasks).toEqual(oneByOne.tasks);
  expect(together.slots).toHaveLength(3_001);
});

describe('a picture that came while the view was put together', () => {
  const young = sampleTask(processing);
  const done = withImages({ ...young, state: completed(1) }, keptImage(9, young.id));

  test('and is in it is told of again, and stands there once', () => {
    openGallery([withImages(young)], view);
    expect(looks(apply((state) => imageArrived(state, keptImage(9, young.id)), task(done)))).toEqual(['image 9', 'image 8', 'image 7']);
  });

  test('and is in the next view loses its slot, though it is said to be later', () => {
    openGallery([withImages(young)], pictureView({ token: 1, first: columns([8, 7]), total: 2 }, ''));
    expect(looks(apply(task(done), (state) => imageArrived(state, keptImage(9, young.id))))).toEqual(['image 9', 'image 8', 'image 7']);
    expect(looks(apply((state) => store.viewOpened(state, { ...view, token: 2 }, 5)))).toEqual(['image 9', 'image 8', 'image 7']);
  });

  test('and is in the head alone gets its slot', () => {
    openGallery([done], pictureView({ token: 1, first: columns([8, 7]), total: 2 }, ''));
    expect(looks(apply((state) => imageArrived(state, keptImage(9, young.id))))).toEqual(['image 9', 'image 8', 'image 7']);
  });
});

describe('a task that is done', () => {
  const young = sampleTask(processing);
  const old = sampleTask(processing);
  const done = withImages({ ...young, state: completed(1) }, keptImage(10, young.id));

  test('becomes its picture in the same place and the same cell, whichever change comes first', () => {
    for (const [first, second] of [
      [task(done), (state: GalleryState) => imageArrived(state, keptImage(10, young.id))],
      [(state: GalleryState) => imageArrived(state, keptImage(10, young.id)), task(done)],
    ] as const) {
      openGallery([withImages(young), withImages(old)], view);
      const tile = entryAt(useGallery.getState(), 0);
      const after = apply(task(withImages({ ...young, state: completed(1) }, { ...keptImage(10, young.id), state: waiting })), first, second);
      expect(looks(after)).toEqual(['image 10', 'tile', 'image 9', 'image 8', 'image 7']);
      expect(entryAt(after, 0)?.key).toBe(tile?.key);
    }
  });

  test('with a picture that is already in the view only loses its tile', () => {
    openGallery([withImages(young)], view);
    const after = apply(task(withImages({ ...young, state: completed(1) }, keptImage(8, young.id))));
    expect(looks(after)).toEqual(['image 9', 'image 8', 'image 7']);
  });

  test('keeps its tile while one of its pictures is still to come', () => {
    openGallery([withImages(young)], view);
    const half = withImages({ ...young, state: completed(2) }, keptImage(10, young.id), { id: 11, taskId: young.id, index: 1, state: waiting });
    expect(looks(apply(task(half))).slice(0, 2)).toEqual(['image 10', 'tile']);
    expect(looks(apply((state) => imageArrived(state, keptImage(11, young.id, 1)))).slice(0, 3)).toEqual(['image 10', 'image 11', 'image 9']);
  });

  test('hands the selection of its tile to the picture', () => {
    openGallery([withImages(young), withImages(old)], view);
    select({ kind: 'task', taskId: young.id });
    apply(task(done));
    expect(useSelection.getState()).toMatchObject({ selection: { kind: 'image', imageId: 10 }, index: 0 });
  });
});

test('a tile that is put away leaves the selection on its neighbour', () => {
  const failed = sampleTask({ status: 'failed', remoteId: 'r', said });
  openGallery([withImages(failed)], view);
  select({ kind: 'task', taskId: failed.id });
  apply(task(withImages({ ...failed, dismissedAt: 1 })));
  expect(useSelection.getState()).toMatchObject({ selection: { kind: 'image', imageId: 9 } });
});

test('a picture without a known task goes to the front, once', () => {
  const stray = keptImage(12, 'ffffffff-0000-4000-8000-000000000000');
  const after = apply((state) => imageArrived(state, stray), (state) => imageArrived(state, stray));
  expect(looks(after)).toEqual(['image 12', 'image 9', 'image 8', 'image 7']);
});

test('a task of old that has changed brings none of its pictures to the front: they stand in a part of the view that is not here', () => {
  const old = sampleTask(completed(2), { dismissedAt: 1 });
  const removed = { id: 500, taskId: old.id, index: 0, state: { status: 'removed', at: 1 } } as const;
  const after = apply(task(withImages(old, removed, keptImage(501, old.id, 1))));
  expect(looks(after)).toEqual(['image 9', 'image 8', 'image 7']);
  expect(after.tasks.size).toBe(0);
});

test('tiles are there at the click and go when main did not take them', () => {
  const [one, two] = [sampleTask({ status: 'queued', waitingFor: 'turn' }), sampleTask({ status: 'queued', waitingFor: 'turn' })];
  expectTasks([one, two]);
  expect(looks(useGallery.getState()).slice(0, 3)).toEqual(['tile', 'tile', 'image 9']);
  forgetTasks([one.id, two.id]);
  expect(useGallery.getState()).toMatchObject({ slots: [], tasks: new Map() });
});

test('what main already said is not overwritten by what was expected', () => {
  const real = sampleTask(processing);
  apply(task(withImages(real)));
  expectTasks([{ ...real, state: { status: 'queued', waitingFor: 'turn' } }]);
  expect(useGallery.getState().tasks.get(real.id)?.task.state).toEqual(processing);
});

describe('the pictures in order', () => {
  const open = sampleTask(processing);
  beforeEach(() => openGallery([withImages(open)], view));

  test('are counted and found without the tiles', () => {
    const state = useGallery.getState();
    expect(imageCount(state)).toBe(3);
    expect(indexOfImage(state, 8)).toBe(2);
    expect(imageOrdinal(state, 2)).toBe(1);
    expect(indexOfImage(state, 99)).toBe(-1);
  });

  test('have neighbours up to both ends', () => {
    const state = apply((before) => imageArrived(before, keptImage(12, 'other')), task(withImages(sampleTask(processing))));
    expect(looks(state)).toEqual(['tile', 'image 12', 'tile', 'image 9', 'image 8', 'image 7']);
    expect(imageIndexBeside(state, 1, 1)).toBe(3);
    expect(imageIndexBeside(state, 3, -1)).toBe(1);
    expect(imageIndexBeside(state, 1, -1)).toBeNull();
    expect(imageIndexBeside(state, 5, 1)).toBeNull();
  });

  test('are followed when cells come and go above them', () => {
    const before = useGallery.getState();
    const after = apply(task(withImages(sampleTask(processing))));
    expect(indexAfter(before, after, 0)).toBe(1);
    expect(indexAfter(before, after, 3)).toBe(4);
    const gone = apply(task(withImages({ ...open, state: { status: 'withdrawn' } })));
    expect(indexAfter(before, gone, 0)).toBeNull();
  });
});
