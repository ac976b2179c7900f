import { describe, expect, it } from 'vitest';
import { kept } from '../../../support/engine-fakes.ts';
import { address, finished, libraryGone, statuses } from '../../../support/finished-task.ts';
import { diskFull } from '../../../support/task-engine-rig.ts';

const second = 1_000;
const minute = 60 * second;

describe('a library that takes no files', () => {
  it('is reported once; the pictures wait and are saved when it is back', async () => {
    const { rig, id } = await finished([address('a'), address('b'), address('c'), address('d'), address('e'), address('f')], undefined, (it_) => {
      it_.downloads.onDownload = () => libraryGone;
    });
    expect(rig.notices.get('library-unreachable')).toBe('/pictures');
    const before = rig.downloads.requests.length;
    await rig.clock.advance(10 * minute);
    // One tries now and then.
    expect(rig.downloads.requests.length - before).toBe(20);
    rig.downloads.onDownload = (request) => kept(request);
    rig.engine.libraryChanged();
    await rig.settle();
    expect(rig.notices.size).toBe(0);
    expect(new Set(await statuses(rig, id))).toEqual(new Set(['kept']));
  });

  it('is used again by itself when it is back', async () => {
    const { rig, id } = await finished([address('a'), address('b')], undefined, (it_) => {
      it_.downloads.onDownload = () => ({ kind: 'library', problem: 'full', detail: '/pictures' });
    });
    expect([...rig.notices.keys()]).toEqual(['library-full']);
    rig.downloads.onDownload = (request) => kept(request);
    await rig.clock.advance(31 * second);
    expect(rig.notices.size).toBe(0);
    expect(await statuses(rig, id)).toEqual(['kept', 'kept']);
  });
});

describe('a full disk', () => {
  it('that refuses the row of a saved file is retried until it takes it', async () => {
    const { rig, id } = await finished([address('a')], undefined, (it_) => {
      it_.disk = (method) => (method === 'saveImage' ? diskFull : null);
    });
    expect(rig.keptImages).toEqual([]);
    await rig.clock.advance(2 * minute);
    rig.disk = () => null;
    await rig.clock.advance(2 * minute);
    expect(rig.keptImages.length).toBe(1);
    expect(await statuses(rig, id)).toEqual(['kept']);
    expect(rig.downloads.requests.length).toBe(1);
  });

  it('that refuses the completion makes Latent query again', async () => {
    const { rig, id } = await finished([address('a')], undefined, (it_) => {
      it_.disk = (method) => (method === 'saveCompletion' ? diskFull : null);
    });
    expect(rig.downloads.requests.length).toBe(0);
    rig.disk = () => null;
    await rig.clock.advance(minute);
    expect(await statuses(rig, id)).toEqual(['kept']);
  });
});
