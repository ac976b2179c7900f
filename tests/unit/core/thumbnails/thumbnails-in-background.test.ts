import { beforeEach, describe, expect, it } from 'vitest';
import { allMade, atRest, decodeAll, decoded, restart, rig, startThumbnails, underWayNow } from '../../../support/thumbnail-rig.ts';
import { found, until } from '../../../support/thumbnail-samples.ts';

beforeEach(startThumbnails);

describe('the background', () => {
  it('waits while the person scrolls or types, and pictures in sight do not wait', async () => {
    rig.library = [1, 2, 3, 4, 5];
    rig.maker.busy();
    rig.maker.start();
    await atRest();
    expect(rig.begun).toEqual([]);
    await rig.clock.advance(600);
    rig.maker.busy();
    await rig.clock.advance(600);
    expect(rig.begun).toEqual([]);
    const got = rig.maker.get(1);
    await decoded(1);
    expect(await got).not.toBeNull();
    expect(rig.begun).toEqual([1]);
    await rig.clock.advance(700);
    await underWayNow(5, 4);
  });

  it('makes one at a time on battery', async () => {
    rig.library = [1, 2, 3];
    rig.battery = true;
    rig.maker.start();
    await underWayNow(3);
    await atRest();
    expect(rig.begun).toEqual([3]);
    await decoded(3);
    await underWayNow(2);
    rig.battery = false;
    await decoded(2);
    await decoded(1);
  });

  it('continues after a restart, with newer pictures first, and makes nothing twice', async () => {
    rig.library = Array.from({ length: 1_500 }, (_, at) => at + 1);
    rig.maker.start();
    await decodeAll(700);
    await until(() => rig.underWay.size === 2);
    await restart();
    rig.library.push(1_501, 1_502);
    rig.maker.start();
    await decodeAll(802);
    await allMade();
    expect(rig.begun.slice(0, 2)).toEqual([1_502, 1_501]);
    expect(rig.begun.slice(2, 6)).toEqual([800, 799, 798, 797]);
    expect(new Set(rig.begun).size).toBe(802);
    await restart();
    rig.maker.start();
    await until(async () => (await rig.store.walked()) === 1_502);
    expect(rig.begun).toEqual([]);
  });

  it('leaves nothing out if it ends among pictures that are newer than its last complete walk', async () => {
    rig.library = [1, 2];
    rig.maker.start();
    await decodeAll(2);
    await until(async () => (await rig.store.walked()) !== null);
    rig.library = Array.from({ length: 1_502 }, (_, at) => at + 1);
    await restart();
    rig.maker.start();
    await decodeAll(600);
    await until(() => rig.underWay.size === 2);
    await restart();
    rig.maker.start();
    await decodeAll(900);
    await allMade();
  });

  it('leaves out broken pictures, and tries again those whose files were missing', async () => {
    rig.library = [1, 2, 3, 4];
    rig.absent = new Set([3]);
    await rig.store.markBroken(2, 'damaged');
    rig.maker.start();
    await decoded(4);
    await decoded(1);
    await atRest();
    expect(rig.begun).toEqual([4, 1]);
    rig.absent.clear();
    await restart();
    rig.maker.start();
    await decoded(3);
    await atRest();
    expect(rig.begun).toEqual([3]);
  });

  it('can be ended at any time, and the next start makes the rest', async () => {
    rig.library = [1, 2, 3, 4];
    rig.maker.start();
    await underWayNow(4, 3);
    const wanted = [9, 8, 1].map((id) => rig.maker.get(id));
    await underWayNow(4, 3, 9, 8);
    rig.maker.close();
    expect(await Promise.all(wanted)).toEqual([null, null, null]);
    expect(await rig.maker.get(2)).toBeNull();
    expect(rig.closedDecoders).toBe(1);
    await atRest();
    expect(rig.begun).toEqual([4, 3, 9, 8]);
    expect(await found(rig.store, 4)).toBe('none');
    await restart();
    rig.maker.start();
    await decodeAll(4);
    await allMade();
    expect(rig.begun).toEqual([4, 3, 2, 1]);
  });
});
