import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAlbumMover, type AlbumMover } from '../../../../../electron/core/library/albums/album-mover.ts';
import { createUndoLog, type UndoLog } from '../../../../../electron/core/undo/undo-log.ts';
import type { Store } from '../../../../../electron/database/client/database-contract.ts';
import { openConnection } from '../../../../../electron/database/schema/connection.ts';
import { createStore } from '../../../../../electron/database/tables/store.ts';
import type { SelectionTarget } from '../../../../../shared/library/view.ts';
import type { Direction } from '../../../../../shared/reverting.ts';
import type { UndoToken } from '../../../../../shared/undo-token.ts';
import { testAccount } from '../../../../support/open-test-database.ts';
import { makeAlbum, makeAnswer, makeFile, makeSources, makeTask } from '../../../database/samples.ts';

const album = makeAlbum(1);
const at = { token: 1, revision: 0 };

let db: DatabaseSync;
let store: Store;
let mover: AlbumMover;
let undoLog: UndoLog;
let moves: number;
/** The most pictures in one call. */
let together: number;
/** The disk refuses changes after so many. */
let room: number;
beforeEach(() => {
  db = openConnection(':memory:');
  ({ store } = createStore(db, (message) => expect.fail(message)));
  store.saveAccount(testAccount);
  store.putAlbum(album);
  [done, undone] = [[], []];
  moves = 0;
  together = 0;
  room = Infinity;
  undoLog = createUndoLog();
  mover = createAlbumMover({
    undoLog,
    repository: {
      albumPlaces: async (id, images) => {
        together = Math.max(together, images.length);
        return store.albumPlaces(id, images);
      },
      placeInAlbum: async (id, images, places) => {
        together = Math.max(together, images.length);
        room -= 1;
        if (room < 0) throw new Error('disk-full');
        store.placeInAlbum(id, images, places);
      },
      roomInAlbum: async (...args) => store.roomInAlbum(...args),
    },
    views: { pictureIds: async ({ token }, ranges) => (token === at.token ? Int32Array.from(ranges.flatMap(([first, end]) => inOrder().slice(first, end))) : null) },
    moved: () => (moves += 1),
  });
  return () => db.close();
});

/** Puts new pictures into the album. Their ids count from 1. */
function fill(count: number): void {
  const task = { ...makeTask({ state: { status: 'completed', remoteId: 'made', imageCount: count } }), accountId: testAccount.id };
  store.insertTasks([{ ...task, state: { status: 'queued', waitingFor: 'turn' } }]);
  const ids = store.saveCompletion(task, makeSources(count), makeAnswer()).map(({ id }) => id);
  for (const id of ids) store.saveImage(id, { status: 'kept', file: makeFile({ path: `${id}.png` }) });
  store.markImages(Int32Array.from(ids), { kind: 'album', album: album.id });
}

/** Tokens of moves, latest last. */
let done: string[] = [];
let undone: string[] = [];

/** Moves pictures, and resolves to their number. */
async function move(...args: Parameters<AlbumMover['move']>): Promise<number> {
  const { token, pictures } = await mover.move(...args);
  if (token !== null) [done, undone] = [[...done, token], []];
  return pictures;
}

/** Undoes or redoes a move. Resolves to `done`, or to why it did nothing. */
async function revert(what: Direction, token: UndoToken | null): Promise<string> {
  const reverted = await undoLog.run(token ?? '', what, false);
  return reverted.came === 'nothing' ? reverted.why : reverted.came;
}

/** Undoes the latest move. Resolves to whether it could. */
async function undo(): Promise<boolean> {
  const token = done.at(-1);
  if (token === undefined || (await revert('undo', token)) !== 'done') return false;
  undone.push(...done.splice(-1));
  return true;
}

async function redo(): Promise<boolean> {
  const token = undone.at(-1);
  if (token === undefined || (await revert('redo', token)) !== 'done') return false;
  done.push(...undone.splice(-1));
  return true;
}

const inOrder = (): readonly number[] => db.prepare('SELECT image FROM album_images WHERE gone = 0 ORDER BY place, image').all().map(({ image }) => Number(image));
const these = (...imageIds: readonly number[]): SelectionTarget => ({ token: null, revision: 0, ranges: [], imageIds });
const positions = (...ranges: SelectionTarget['ranges']): SelectionTarget => ({ ...at, ranges, imageIds: [] });

describe('pictures of an album', () => {
  it('are moved together before another one, to the beginning and to the end', async () => {
    fill(5);
    expect(await move(album.id, these(4, 5), at, 1)).toBe(2);
    expect(inOrder()).toEqual([1, 4, 5, 2, 3]);
    await move(album.id, these(3), at, 0);
    expect(inOrder()).toEqual([3, 1, 4, 5, 2]);
    await move(album.id, positions([0, 2]), at, 5);
    expect(inOrder()).toEqual([4, 5, 2, 3, 1]);
    expect(moves).toBe(3);
  });

  it('go before the first one that stays', async () => {
    fill(5);
    await move(album.id, positions([0, 1], [2, 4]), at, 2);
    expect(inOrder()).toEqual([2, 1, 3, 4, 5]);
  });

  it('return to their places, step by step, and go again', async () => {
    fill(4);
    const seen = [inOrder()];
    for (const [id, to] of [[4, 0], [2, 4], [3, 1]] as const) {
      await move(album.id, these(id), at, to);
      seen.push(inOrder());
    }
    for (const before of seen.toReversed().slice(1)) {
      expect(await undo()).toBe(true);
      expect(inOrder()).toEqual(before);
    }
    expect(await undo()).toBe(false);
    for (const after of seen.slice(1)) {
      expect(await redo()).toBe(true);
      expect(inOrder()).toEqual(after);
    }
  });

  it('find room however often others are put into the same gap, and all of it can be undone', async () => {
    fill(30);
    const expected = [...inOrder()];
    for (let round = 0; round < 120; round += 1) {
      const last = inOrder().at(-1) ?? 0;
      await move(album.id, these(last), at, 1);
      expected.splice(1, 0, expected.pop() ?? 0);
      expect(inOrder()).toEqual(expected);
    }
    for (let round = 0; round < 50; round += 1) {
      await undo();
      expected.push(...expected.splice(1, 1));
      expect(inOrder()).toEqual(expected);
    }
  });

  it('get room in arrays of their own, because those of an answer are transferred to another thread, which works only once', () => {
    fill(2);
    const [one, other] = [store.roomInAlbum(album.id, 2, 1), store.roomInAlbum(album.id, 2, 1)];
    expect(one.images.buffer).not.toBe(other.images.buffer);
    expect(one.places.buffer).not.toBe(other.places.buffer);
  });

  it('are read and moved some hundred at a time, so that no submission waits for a large selection', async () => {
    fill(1_203);
    expect(await move(album.id, positions([2, 1_203]), at, 0)).toBe(1_201);
    expect(inOrder().slice(-3)).toEqual([1_203, 1, 2]);
    expect(together).toBe(500);
  });

  it('go again although one of them was taken out meanwhile', async () => {
    fill(4);
    await move(album.id, these(3, 4), at, 0);
    store.markImages(Int32Array.of(4), { kind: 'unalbum', album: album.id });
    expect(await undo()).toBe(true);
    expect(inOrder()).toEqual([1, 2, 3]);
    expect(await redo()).toBe(true);
    expect(inOrder()).toEqual([3, 1, 2]);
  });

  it('can return to their places however often the disk refuses', async () => {
    fill(1_600);
    const before = inOrder();
    const half = positions([800, 1_600]);
    room = 1;
    expect(await mover.move(album.id, half, at, 0).then((part) => (done.push(part.token ?? ''), part))).toMatchObject({ pictures: 500, failure: { code: 'internal' } });
    room = Infinity;
    expect(await undo(), 'of the part that was done').toBe(true);
    expect(inOrder()).toEqual(before);
    await move(album.id, half, at, 0);
    const after = inOrder();
    for (const refusedAt of [0, 1]) {
      room = refusedAt;
      await expect(undo()).rejects.toThrow('disk-full');
      room = Infinity;
      expect(await undo()).toBe(true);
      expect(inOrder()).toEqual(before);
      expect(await redo()).toBe(true);
      expect(inOrder()).toEqual(after);
    }
    expect(moves).toBeGreaterThan(5);
  });

  it('go back by the name of their move: later ones of the same album first, whatever happened in another one', async () => {
    fill(4);
    const first = await mover.move(album.id, these(4), at, 0);
    const before = inOrder();
    const second = await mover.move(album.id, these(1), at, 4);
    expect(await revert('undo', first.token)).toBe('later');
    expect(await revert('undo', crypto.randomUUID()), 'of an earlier run').toBe('forgotten');
    expect(await revert('undo', second.token)).toBe('done');
    expect(inOrder()).toEqual(before);
    expect(await revert('undo', second.token), 'again').toBe('already');
    expect(await revert('undo', first.token)).toBe('done');
    expect(await revert('redo', second.token)).toBe('later');
    expect(await revert('redo', first.token)).toBe('done');
    const third = await mover.move(album.id, these(2), at, 0);
    expect(await revert('redo', second.token), 'what is done anew ends what could be redone').toBe('changed');
    expect(await revert('undo', third.token)).toBe('done');
    expect(inOrder()).toEqual(before);
  });

  it('stay where they are if a later move of the same album was forgotten', async () => {
    fill(4);
    const target: SelectionTarget = { token: null, revision: 0, ranges: [], imageIds: [4] };
    const first = await mover.move(album.id, target, at, 0);
    await mover.move(album.id, { ...target, imageIds: [3] }, at, 0);
    expect(await revert('undo', first.token)).toBe('later');
    const nothing = () => Promise.resolve({ came: 'nothing', why: 'gone' } as const);
    for (let act = 0; act < 99; act += 1) undoLog.record({ undo: nothing, redo: nothing });
    const before = inOrder();
    expect(await revert('undo', first.token)).toBe('changed');
    expect(inOrder()).toEqual(before);
  });

  it('stay where they are if the move before was half undone and then forgotten', async () => {
    fill(1_600);
    const first = await mover.move(album.id, positions([800, 1_600]), at, 0);
    const second = await mover.move(album.id, these(1), at, 1_600);
    expect(await revert('undo', second.token)).toBe('done');
    room = 1;
    await expect(revert('undo', first.token)).rejects.toThrow('disk-full');
    room = Infinity;
    expect(await revert('redo', second.token)).toBe('later');
    const nothing = () => Promise.resolve({ came: 'nothing', why: 'gone' } as const);
    for (let act = 0; act < 99; act += 1) undoLog.record({ undo: nothing, redo: nothing });
    const before = inOrder();
    expect(await revert('redo', second.token)).toBe('changed');
    expect(inOrder()).toEqual(before);
  });

  it('continue with the same move after the disk refused a part, in both directions', async () => {
    fill(1_600);
    const start = inOrder();
    const { token } = await mover.move(album.id, positions([800, 1_600]), at, 0);
    const end = inOrder();
    for (const [what, wanted] of [['undo', start], ['redo', end], ['undo', start]] as const) {
      room = 1;
      await expect(revert(what, token)).rejects.toThrow('disk-full');
      room = Infinity;
      expect(await revert(what, token)).toBe('done');
      expect(inOrder()).toEqual(wanted);
    }
    // A redo that got half way can also be undone.
    room = 1;
    await expect(revert('redo', token)).rejects.toThrow('disk-full');
    room = Infinity;
    expect(await revert('undo', token)).toBe('done');
    expect(inOrder()).toEqual(start);
  });

  it('are not moved if they are not in it, or if the view is closed', async () => {
    fill(2);
    expect(await move(album.id, these(77), at, 0)).toBe(0);
    await expect(move(album.id, these(1), { token: 9, revision: 0 }, 0)).rejects.toThrow('view-replaced');
    expect(await undo()).toBe(false);
  });
});
