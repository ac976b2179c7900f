import { beforeEach, describe, expect, it } from 'vitest';
import type { ThumbnailStore } from '../../../../electron/core/thumbnails/thumbnail-store.ts';
import { atRest, decodeAll, decoded, newMaker, restart, rig, startThumbnails, states, underWayNow } from '../../../support/thumbnail-rig.ts';
import { found, sampleColours, sampleThumbnail, until } from '../../../support/thumbnail-samples.ts';

beforeEach(startThumbnails);

describe('thumbnails of pictures that were removed', () => {
  it('are deleted, also one that is being made, and their space is freed', async () => {
    for (const id of [1, 2, 3]) {
      rig.library.push(id);
      const made = rig.maker.get(id);
      await decoded(id);
      await made;
    }
    const underWayStill = rig.maker.get(4);
    await underWayNow(4);
    rig.library = [3];
    const removed = rig.maker.removed([1, 2, 4]);
    await decoded(4);
    await Promise.all([removed, underWayStill]);
    expect(await states([1, 2, 3, 4])).toEqual(['none', 'none', 'kept', 'none']);
    await until(() => rig.roomGivenBack);
    expect(await found(rig.store, 3)).toEqual(sampleThumbnail(3));
  });
});

describe('a requested thumbnail', () => {
  it('is made once, stored, and then read', async () => {
    const both = [rig.maker.get(7), rig.maker.get(7)];
    await decoded(7);
    expect(await Promise.all(both)).toEqual([sampleThumbnail(7), sampleThumbnail(7)]);
    await restart();
    expect(new Uint8Array((await rig.maker.get(7)) ?? [])).toEqual(sampleThumbnail(7));
    expect(rig.begun).toEqual([]);
    expect(await rig.maker.look([7, 8])).toEqual([
      { colours: sampleColours(7), broken: null },
      { colours: new Uint8Array(16), broken: null },
    ]);
    const [red = 0, green = 0, blue = 0] = sampleColours(7).subarray(13);
    expect([...(await rig.maker.colours([8, 7]))]).toEqual([-1, (red << 16) | (green << 8) | blue]);
  });

  it('is shown even if it cannot be stored', async () => {
    await rig.store.close();
    const got = rig.maker.get(7);
    await decoded(7);
    expect(await got).toEqual(sampleThumbnail(7));
  });

  it('is not made for a broken picture until somebody tries again', async () => {
    const got = rig.maker.get(7);
    await decoded(7, 'unreadable');
    expect(await got).toBeNull();
    await restart();
    expect(await rig.maker.get(7)).toBeNull();
    expect(rig.begun).toEqual([]);
    expect((await rig.maker.look([7]))[0]?.broken).toBe('unreadable');
    const again = rig.maker.tryAgain(7);
    await decoded(7);
    expect(await again).toBe(true);
    expect((await rig.maker.look([7]))[0]?.broken).toBeNull();
  });

  it('is never made for a file that Latent cannot show, not even in the background', async () => {
    rig.library = [7];
    rig.withoutPreview.add(7);
    rig.maker.start();
    await until(async () => (await rig.store.walked()) === 7);
    expect(await rig.maker.get(7)).toBeNull();
    expect((await rig.maker.look([7]))[0]?.broken).toBe('no-preview');
    expect(await rig.maker.tryAgain(7)).toBe(false);
    expect(rig.begun).toEqual([]);
  });

  it('is made when the missing file is back, and the decoder is not asked before', async () => {
    rig.absent.add(7);
    expect(await rig.maker.get(7)).toBeNull();
    expect((await rig.maker.look([7]))[0]?.broken).toBe('file-missing');
    expect(rig.begun).toEqual([]);
    rig.absent.clear();
    const got = rig.maker.get(7);
    await decoded(7);
    expect(await got).not.toBeNull();
    expect((await rig.maker.look([7]))[0]?.broken).toBeNull();
  });
});

describe('the proportions that the decoder shows', () => {
  it('are in the row before anything is stored', async () => {
    const got = rig.maker.get(7);
    rig.isReadOnly = true;
    await decoded(7);
    expect(await got).toEqual(sampleThumbnail(7));
    await atRest();
    expect(await states([7])).toEqual(['none']);
    rig.isReadOnly = false;
    const again = rig.maker.get(7);
    await decoded(7);
    await again;
    await until(async () => (await states([7]))[0] === 'kept');
    expect(rig.seen.get(7)).toEqual({ width: 4, height: 3 });
  });
});

describe('a file that is moved while it is decoded', () => {
  it('is decoded from its new place', async () => {
    const got = rig.maker.get(7);
    await until(() => rig.underWay.has(7));
    rig.moved.set(7, 'elsewhere/7.png');
    await decoded(7, 'file-missing');
    await decoded(7);
    expect(await got).toEqual(sampleThumbnail(7));
    expect((await rig.maker.look([7]))[0]?.broken).toBeNull();
  });
});

describe('the order of decoding', () => {
  it('is pictures in sight, then new pictures, then the newest of the others', async () => {
    rig.library = [1, 2, 3, 4, 5, 6];
    void rig.maker.get(1);
    void rig.maker.get(2);
    await underWayNow(1, 2);
    rig.maker.kept(6);
    rig.maker.start();
    void rig.maker.get(3);
    await atRest();
    await decodeAll(6);
    expect(rig.begun).toEqual([1, 2, 3, 6, 5, 4]);
  });

  it('leaves out a picture that left the view before its turn', async () => {
    const kept = [1, 2].map((id) => rig.maker.get(id));
    await underWayNow(1, 2);
    const gone = [3, 4, 5].map((id) => rig.maker.get(id));
    await atRest();
    rig.maker.left([1, 3, 4]);
    expect(await Promise.all(gone.slice(0, 2))).toEqual([null, null]);
    await decodeAll(3);
    expect(rig.begun).toEqual([1, 2, 5]);
    // A picture in progress is finished, because it may be wanted soon.
    expect(await Promise.all(kept)).toEqual([sampleThumbnail(1), sampleThumbnail(2)]);
    const back = rig.maker.get(3);
    await decoded(3);
    expect(await back).toEqual(sampleThumbnail(3));
  });

  it('leaves out a picture that left the view while the store was read', async () => {
    void rig.maker.get(1);
    void rig.maker.get(2);
    await underWayNow(1, 2);
    const gone = rig.maker.get(3);
    rig.maker.left([3]);
    const back = rig.maker.get(3);
    expect(await gone).toBeNull();
    await decodeAll(3);
    expect(await back).toEqual(sampleThumbnail(3));
    expect(rig.begun).toEqual([1, 2, 3]);
  });

  it('includes a new picture that left the view', async () => {
    void rig.maker.get(1);
    void rig.maker.get(2);
    await underWayNow(1, 2);
    rig.maker.kept(9);
    const shown = rig.maker.get(9);
    await atRest();
    rig.maker.left([9]);
    await decodeAll(3);
    expect(await shown).toEqual(sampleThumbnail(9));
  });
});

describe('a picture that a person waits for', () => {
  it('is decoded at once, and the background work alone by the decoder of low priority', async () => {
    rig.library = [1, 2, 3];
    rig.maker.start();
    await underWayNow(3, 2);
    void rig.maker.get(9);
    rig.maker.kept(8);
    await underWayNow(3, 2, 9);
    await decodeAll(5);
    expect(rig.inBackground).toEqual([3, 2, 8, 1]);
  });

  it('is decoded when its file is placed, and stored when its row is saved', async () => {
    const saved = Promise.withResolvers<boolean>();
    rig.maker.placed(7, saved.promise);
    await decoded(7);
    await atRest();
    expect(await states([7])).toEqual(['none']);
    const shown = rig.maker.get(7);
    expect(await shown).toEqual(sampleThumbnail(7));
    saved.resolve(true);
    rig.maker.kept(7);
    await until(async () => (await states([7]))[0] === 'kept');
    expect([rig.begun, rig.inBackground]).toEqual([[7], []]);
  });

  it('leaves nothing in the store if its row was not saved', async () => {
    const saved = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
    saved.forEach(({ promise }, index) => rig.maker.placed(index, promise));
    await decoded(0);
    await decoded(1, 'unreadable');
    for (const { resolve } of saved) resolve(false);
    await atRest();
    expect(await states([0, 1])).toEqual(['none', 'none']);
  });

  it('delays no other while its row is not saved', async () => {
    for (const id of [1, 2, 3]) rig.maker.placed(id, new Promise(() => undefined));
    for (const id of [1, 2, 3]) await decoded(id);
    const other = rig.maker.get(4);
    await decoded(4);
    expect(await other).toEqual(sampleThumbnail(4));
  });
});

describe('reads of the store', () => {
  it('are limited to four at once, and skip pictures that left the view', async () => {
    const asked: number[] = [];
    const answers: (() => void)[] = [];
    const slow: ThumbnailStore = {
      ...rig.store,
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
