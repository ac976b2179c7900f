import { beforeEach, describe, expect, it } from 'vitest';
import type { Decoded, Decoder } from '../../../../electron/core/thumbnails/decode-queue.ts';
import { createThumbnailMaker, type ThumbnailMaker } from '../../../../electron/core/thumbnails/thumbnail-maker.ts';
import type { ThumbnailStore } from '../../../../electron/core/thumbnails/thumbnail-store.ts';
import { openThumbnailStore } from '../../../../electron/database/client/open-thumbnail-store.ts';
import { thumbnailWorkerFile } from '../../../support/built-threads.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { found, sampleColours, sampleThumbnail, temporaryFolder, until } from '../../../support/thumbnail-samples.ts';

let folder: string;
let store: ThumbnailStore;
let clock: FakeClock;
let maker: ThumbnailMaker;
/** Kept pictures. */
let library: number[];
let absent: Set<number>;
let moved: Map<number, string>;
let battery: boolean;
/** Every picture that was passed to the decoder, in order. */
let begun: number[];
const keptOnly = new Set<number>();
let underWay: Map<number, (decoded: Decoded) => void>;
let closedDecoders: number;
/** Pictures that were passed to the background decoder. */
let inBackground: number[];
/** Pending reads and writes of the store. One may outlast its test. */
let storesWork = 0;
let roomGivenBack: boolean;

const decoder: Decoder = {
  decode: (id) =>
    new Promise((resolve) => {
      begun.push(id);
      underWay.set(id, resolve);
    }),
  prepare: () => undefined,
  close() {
    closedDecoders += 1;
    for (const resolve of underWay.values()) resolve({ ok: false, reason: 'unavailable' });
  },
};

const backgroundDecoder: Decoder = {
  ...decoder,
  decode(id, want) {
    inBackground.push(id);
    return decoder.decode(id, want);
  },
  close: () => undefined,
};

beforeEach(async () => {
  const temporary = await temporaryFolder();
  ({ folder } = temporary);
  keptOnly.clear();
  inBackground = [];
  clock = createFakeClock();
  [library, absent, moved, battery, begun, underWay, closedDecoders, roomGivenBack] = [[], new Set(), new Map(), false, [], new Map(), 0, false];
  store = openThumbnailStore(folder, thumbnailWorkerFile, () => undefined);
  maker = newMaker(store);
  return async () => {
    maker.close();
    // Otherwise the next test would count what it passes to the decoder.
    await atRest();
    await store.close();
    await temporary.remove();
  };
});

function newMaker(kept: ThumbnailStore, answering = answeringInTurn): ThumbnailMaker {
  return createThumbnailMaker({
    store: counted(answering(kept)),
    decoder,
    backgroundDecoder,
    clock,
    sideBySide: 2,
    keptIds: (below, limit) => Promise.resolve(library.filter((id) => below === null || id < below).toSorted((a, b) => b - a).slice(0, limit)),
    fileOf: (id) => Promise.resolve(absent.has(id) ? null : { path: moved.get(id) ?? `${id}.png`, isShown: !keptOnly.has(id) }),
    onBattery: () => battery,
    progress: () => undefined,
  });
}

/** Parallel reads may end in any order. Here they are answered in order, so that `begun` shows the choices of the maker. */
function answeringInTurn(kept: ThumbnailStore): ThumbnailStore {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...kept,
    read(id) {
      const answer = last.then(() => kept.read(id));
      last = answer;
      return answer;
    },
  };
}

/** Waits for the disk, however long it takes. */
function counted(kept: ThumbnailStore): ThumbnailStore {
  const count =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      storesWork += 1;
      return ask(...asked).finally(() => (storesWork -= 1));
    };
  return { ...kept, read: count(kept.read), look: count(kept.look), write: count(kept.write), markBroken: count(kept.markBroken), forget: count(kept.forget), walked: count(kept.walked), setWalked: count(kept.setWalked), vacuum: count(() => kept.vacuum().then(() => void (roomGivenBack = true))) };
}

async function restart(): Promise<void> {
  maker.close();
  await atRest();
  await store.close();
  store = openThumbnailStore(folder, thumbnailWorkerFile, () => undefined);
  [begun, underWay] = [[], new Map()];
  maker = newMaker(store);
}

/** Lets the decoder finish a picture, once it has it. */
async function decoded(id: number, reason?: 'damaged' | 'unreadable' | 'file-missing'): Promise<void> {
  await until(() => underWay.has(id));
  const resolve = underWay.get(id);
  underWay.delete(id);
  resolve?.(reason === undefined ? { ok: true, bytes: sampleThumbnail(id), width: 4, height: 4, colours: sampleColours(id) } : { ok: false, reason });
}
const underWayNow = (...ids: readonly number[]): Promise<void> => until(() => ids.length === underWay.size && ids.every((id) => underWay.has(id)));
/** Decodes pictures until this many are done. */
async function decodeAll(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    await until(() => underWay.size > 0);
    await decoded([...underWay.keys()][0] ?? 0);
  }
}
const states = async (ids: readonly number[]): Promise<readonly string[]> => (await store.look(ids)).map(({ state }) => state);
const allMade = (): Promise<void> => until(async () => !(await states(library)).includes('none'));
/** Waits until no call of the store is pending and the effects of its answers have run. */
const atRest = async (): Promise<void> => {
  for (let quiet = 0; quiet < 20; quiet = storesWork === 0 ? quiet + 1 : 0) await new Promise((resolve) => setImmediate(resolve));
};

describe('thumbnails of pictures that were removed', () => {
  it('are deleted, also one that is being made, and their space is freed', async () => {
    for (const id of [1, 2, 3]) {
      library.push(id);
      const made = maker.get(id);
      await decoded(id);
      await made;
    }
    const underWayStill = maker.get(4);
    await underWayNow(4);
    library = [3];
    const removed = maker.removed([1, 2, 4]);
    await decoded(4);
    await Promise.all([removed, underWayStill]);
    expect(await states([1, 2, 3, 4])).toEqual(['none', 'none', 'kept', 'none']);
    await until(() => roomGivenBack);
    expect(await found(store, 3)).toEqual(sampleThumbnail(3));
  });
});

describe('a requested thumbnail', () => {
  it('is made once, stored, and then read', async () => {
    const both = [maker.get(7), maker.get(7)];
    await decoded(7);
    expect(await Promise.all(both)).toEqual([sampleThumbnail(7), sampleThumbnail(7)]);
    await restart();
    expect(new Uint8Array((await maker.get(7)) ?? [])).toEqual(sampleThumbnail(7));
    expect(begun).toEqual([]);
    expect(await maker.look([7, 8])).toEqual([
      { colours: sampleColours(7), broken: null },
      { colours: new Uint8Array(16), broken: null },
    ]);
    const [red = 0, green = 0, blue = 0] = sampleColours(7).subarray(13);
    expect([...(await maker.colours([8, 7]))]).toEqual([-1, (red << 16) | (green << 8) | blue]);
  });

  it('is shown even if it cannot be stored', async () => {
    await store.close();
    const got = maker.get(7);
    await decoded(7);
    expect(await got).toEqual(sampleThumbnail(7));
  });

  it('is not made for a broken picture until somebody tries again', async () => {
    const got = maker.get(7);
    await decoded(7, 'unreadable');
    expect(await got).toBeNull();
    await restart();
    expect(await maker.get(7)).toBeNull();
    expect(begun).toEqual([]);
    expect((await maker.look([7]))[0]?.broken).toBe('unreadable');
    const again = maker.tryAgain(7);
    await decoded(7);
    expect(await again).toBe(true);
    expect((await maker.look([7]))[0]?.broken).toBeNull();
  });

  it('is never made for a file that Latent cannot show, not even in the background', async () => {
    library = [7];
    keptOnly.add(7);
    maker.start();
    await until(async () => (await store.walked())?.to === 7);
    expect(await maker.get(7)).toBeNull();
    expect((await maker.look([7]))[0]?.broken).toBe('kept-only');
    expect(await maker.tryAgain(7)).toBe(false);
    expect(begun).toEqual([]);
  });

  it('is made when the missing file is back, and the decoder is not asked before', async () => {
    absent.add(7);
    expect(await maker.get(7)).toBeNull();
    expect((await maker.look([7]))[0]?.broken).toBe('file-missing');
    expect(begun).toEqual([]);
    absent.clear();
    const got = maker.get(7);
    await decoded(7);
    expect(await got).not.toBeNull();
    expect((await maker.look([7]))[0]?.broken).toBeNull();
  });
});

describe('a file that is moved while it is decoded', () => {
  it('is decoded from its new place', async () => {
    const got = maker.get(7);
    await until(() => underWay.has(7));
    moved.set(7, 'elsewhere/7.png');
    await decoded(7, 'file-missing');
    await decoded(7);
    expect(await got).toEqual(sampleThumbnail(7));
    expect((await maker.look([7]))[0]?.broken).toBeNull();
  });
});

describe('the order of decoding', () => {
  it('is pictures in sight, then new pictures, then the newest of the others', async () => {
    library = [1, 2, 3, 4, 5, 6];
    void maker.get(1);
    void maker.get(2);
    await underWayNow(1, 2);
    maker.kept(6);
    maker.start();
    void maker.get(3);
    await atRest();
    await decodeAll(6);
    expect(begun).toEqual([1, 2, 3, 6, 5, 4]);
  });

  it('leaves out a picture that left the view before its turn', async () => {
    const kept = [1, 2].map((id) => maker.get(id));
    await underWayNow(1, 2);
    const gone = [3, 4, 5].map((id) => maker.get(id));
    await atRest();
    maker.left([1, 3, 4]);
    expect(await Promise.all(gone.slice(0, 2))).toEqual([null, null]);
    await decodeAll(3);
    expect(begun).toEqual([1, 2, 5]);
    // A picture in progress is finished, because it may be wanted soon.
    expect(await Promise.all(kept)).toEqual([sampleThumbnail(1), sampleThumbnail(2)]);
    const back = maker.get(3);
    await decoded(3);
    expect(await back).toEqual(sampleThumbnail(3));
  });

  it('leaves out a picture that left the view while the store was read', async () => {
    void maker.get(1);
    void maker.get(2);
    await underWayNow(1, 2);
    const gone = maker.get(3);
    maker.left([3]);
    const back = maker.get(3);
    expect(await gone).toBeNull();
    await decodeAll(3);
    expect(await back).toEqual(sampleThumbnail(3));
    expect(begun).toEqual([1, 2, 3]);
  });

  it('includes a new picture that left the view', async () => {
    void maker.get(1);
    void maker.get(2);
    await underWayNow(1, 2);
    maker.kept(9);
    const shown = maker.get(9);
    await atRest();
    maker.left([9]);
    await decodeAll(3);
    expect(await shown).toEqual(sampleThumbnail(9));
  });
});

describe('a picture that a person waits for', () => {
  it('is decoded at once, and the background work alone by the decoder of low priority', async () => {
    library = [1, 2, 3];
    maker.start();
    await underWayNow(3, 2);
    void maker.get(9);
    maker.kept(8);
    await underWayNow(3, 2, 9);
    await decodeAll(5);
    expect(inBackground).toEqual([3, 2, 8, 1]);
  });

  it('is decoded when its file is placed, and stored when its row is saved', async () => {
    const saved = Promise.withResolvers<boolean>();
    maker.placed(7, saved.promise);
    await decoded(7);
    await atRest();
    expect(await states([7])).toEqual(['none']);
    const shown = maker.get(7);
    expect(await shown).toEqual(sampleThumbnail(7));
    saved.resolve(true);
    maker.kept(7);
    await until(async () => (await states([7]))[0] === 'kept');
    expect([begun, inBackground]).toEqual([[7], []]);
  });

  it('leaves nothing in the store if its row was not saved', async () => {
    const saved = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
    saved.forEach(({ promise }, index) => maker.placed(index, promise));
    await decoded(0);
    await decoded(1, 'unreadable');
    for (const { resolve } of saved) resolve(false);
    await atRest();
    expect(await states([0, 1])).toEqual(['none', 'none']);
  });

  it('delays no other while its row is not saved', async () => {
    for (const id of [1, 2, 3]) maker.placed(id, new Promise(() => undefined));
    for (const id of [1, 2, 3]) await decoded(id);
    const other = maker.get(4);
    await decoded(4);
    expect(await other).toEqual(sampleThumbnail(4));
  });
});

describe('reads of the store', () => {
  it('are limited to four at once, and skip pictures that left the view', async () => {
    const asked: number[] = [];
    const answers: (() => void)[] = [];
    const slow: ThumbnailStore = {
      ...store,
      read(id) {
        asked.push(id);
        return new Promise((resolve) => answers.push(() => resolve({ state: 'kept', thumbnail: sampleThumbnail(id) })));
      },
    };
    const own = newMaker(slow, (kept) => kept);
    const shown = [1, 2, 3, 4, 5, 6, 7].map((id) => own.get(id));
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual([1, 2, 3, 4]);
    own.left([5]);
    answers.splice(0).forEach((answer) => answer());
    await until(() => asked.length >= 6);
    answers.splice(0).forEach((answer) => answer());
    expect(await Promise.all(shown)).toEqual([1, 2, 3, 4, null, 6, 7].map((id) => (id === null ? null : sampleThumbnail(id))));
    expect(asked).toEqual([1, 2, 3, 4, 6, 7]);
    own.close();
  });
});

describe('the background', () => {
  it('waits while the person scrolls or types, and pictures in sight do not wait', async () => {
    library = [1, 2, 3, 4, 5];
    maker.busy();
    maker.start();
    await atRest();
    expect(begun).toEqual([]);
    await clock.advance(600);
    maker.busy();
    await clock.advance(600);
    expect(begun).toEqual([]);
    const got = maker.get(1);
    await decoded(1);
    expect(await got).not.toBeNull();
    expect(begun).toEqual([1]);
    await clock.advance(700);
    await underWayNow(5, 4);
  });

  it('makes one at a time on battery', async () => {
    library = [1, 2, 3];
    battery = true;
    maker.start();
    await underWayNow(3);
    await atRest();
    expect(begun).toEqual([3]);
    await decoded(3);
    await underWayNow(2);
    battery = false;
    await decoded(2);
    await decoded(1);
  });

  it('continues after a restart, with newer pictures first, and makes nothing twice', async () => {
    library = Array.from({ length: 1_500 }, (_, at) => at + 1);
    maker.start();
    await decodeAll(700);
    await until(() => underWay.size === 2);
    await restart();
    library.push(1_501, 1_502);
    maker.start();
    await decodeAll(802);
    await allMade();
    expect(begun.slice(0, 2)).toEqual([1_502, 1_501]);
    expect(begun.slice(2, 6)).toEqual([800, 799, 798, 797]);
    expect(new Set(begun).size).toBe(802);
    await restart();
    maker.start();
    await until(async () => (await store.walked())?.from === 1);
    expect(await store.walked()).toEqual({ from: 1, to: 1_502 });
    expect(begun).toEqual([]);
  });

  it('leaves nothing out if it ends among pictures that are newer than its last complete walk', async () => {
    library = [1, 2];
    maker.start();
    await decodeAll(2);
    await until(async () => (await store.walked())?.from === 1);
    library = Array.from({ length: 1_502 }, (_, at) => at + 1);
    await restart();
    maker.start();
    await decodeAll(600);
    await until(() => underWay.size === 2);
    await restart();
    maker.start();
    await decodeAll(900);
    await allMade();
  });

  it('leaves out broken pictures, and tries again those whose files were missing', async () => {
    library = [1, 2, 3, 4];
    absent = new Set([3]);
    await store.markBroken(2, 'damaged');
    maker.start();
    await decoded(4);
    await decoded(1);
    await atRest();
    expect(begun).toEqual([4, 1]);
    absent.clear();
    await restart();
    maker.start();
    await decoded(3);
    await atRest();
    expect(begun).toEqual([3]);
  });

  it('can be ended at any time, and the next start makes the rest', async () => {
    library = [1, 2, 3, 4];
    maker.start();
    await underWayNow(4, 3);
    const wanted = [9, 8, 1].map((id) => maker.get(id));
    await underWayNow(4, 3, 9, 8);
    maker.close();
    expect(await Promise.all(wanted)).toEqual([null, null, null]);
    expect(await maker.get(2)).toBeNull();
    expect(closedDecoders).toBe(1);
    await atRest();
    expect(begun).toEqual([4, 3, 9, 8]);
    expect(await found(store, 4)).toBe('none');
    await restart();
    maker.start();
    await decodeAll(4);
    await allMade();
    expect(begun).toEqual([4, 3, 2, 1]);
  });
});
