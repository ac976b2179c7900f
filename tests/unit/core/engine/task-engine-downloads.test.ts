import { describe, expect, it } from 'vitest';
import type { DownloadOutcome } from '../../../../electron/core/engine/downloads/download-outcome.ts';
import { completed, kept, notFound, processing, trouble } from '../../../support/engine-fakes.ts';
import { address, cut, finished, imagesOf, statuses, urlsOf } from '../../../support/finished-task.ts';

const second = 1_000;
const minute = 60 * second;
const expired: DownloadOutcome = { kind: 'expired' };

describe('an address that no longer works', () => {
  it('is requested again with the same task id, and the fresh one is fetched', async () => {
    const { rig, id } = await finished([address('old')], completed(address('fresh')), (it_) => {
      it_.downloads.onDownload = (request) => (request.image.kind === 'url' && request.image.url === address('old') ? expired : kept(request));
    });
    await rig.clock.advance(4 * second);
    expect(urlsOf(rig)).toEqual([address('old'), address('fresh')]);
    const [first, again] = rig.service.queries;
    expect((again?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(3 * second);
    expect(await statuses(rig, id)).toEqual(['kept']);
    expect(rig.service.posts.length).toBe(1);
  });

  it.each([
    ['names the dead one again', completed(address('old')), 4],
    ['names none', completed(), 1],
    ['says that it is still processing', processing, 1],
    ['does not know the task any more', notFound, 1],
  ])('is expired when the service %s three times', async (_, later, downloads) => {
    const { rig, id } = await finished([address('old')], later, (it_) => {
      it_.downloads.onDownload = () => expired;
    });
    await rig.clock.advance(10 * minute);
    expect(await imagesOf(rig, id)).toEqual([{ status: 'expired' }]);
    expect(await rig.state(id)).toMatchObject({ status: 'completed' });
    expect(rig.service.queries.length).toBe(4);
    expect(rig.downloads.requests.length).toBe(downloads);
    expect(rig.service.posts.length).toBe(1);
  });

  it('is refused as not a picture after four error pages', async () => {
    const { rig, id } = await finished([address('old')], undefined, (it_) => {
      it_.service.onQuery = (_, count) => completed(address(`try-${count}`));
      it_.downloads.onDownload = () => ({ kind: 'error-page', detail: 'text/html' });
    });
    await rig.clock.advance(10 * minute);
    expect(await imagesOf(rig, id)).toEqual([{ status: 'refused', why: 'not-a-picture', detail: 'text/html' }]);
    expect(urlsOf(rig).length).toBe(4);
    expect(rig.service.posts.length).toBe(1);
  });

  it('is kept if it follows an error page, and expired if its address then stops working', async () => {
    const { rig, id } = await finished([address('a'), address('b')], undefined, (it_) => {
      it_.downloads.onDownload = (request, count) => (count <= 2 ? { kind: 'error-page', detail: 'text/html' } : request.index === 0 ? kept(request) : expired);
    });
    await rig.clock.advance(10 * minute);
    expect(await statuses(rig, id)).toEqual(['kept', 'expired']);
  });

  it('does not count as expired if it works a little later', async () => {
    const { rig, id } = await finished([address('slow host')], undefined, (it_) => {
      it_.downloads.onDownload = (request, count) => (count === 1 ? expired : kept(request));
    });
    await rig.clock.advance(4 * second);
    expect(await statuses(rig, id)).toEqual(['kept']);
  });

  it('counts as expired if three fresh ones do not work either', async () => {
    const { rig, id } = await finished([address('old')], undefined, (it_) => {
      it_.service.onQuery = (_, count) => completed(address(`try-${count}`));
      it_.downloads.onDownload = () => expired;
    });
    await rig.clock.advance(10 * minute);
    expect(await imagesOf(rig, id)).toEqual([{ status: 'expired' }]);
    expect(urlsOf(rig).length).toBe(4);
  });

  it('is requested until there is an answer', async () => {
    const { rig, id } = await finished([address('old')], undefined, (it_) => {
      it_.service.onQuery = (_, count) => (count === 1 ? completed(address('old')) : count < 9 ? trouble() : completed(address('fresh')));
      it_.downloads.onDownload = (request) => (request.image.kind === 'url' && request.image.url === address('old') ? expired : kept(request));
    });
    await rig.clock.advance(10 * minute);
    expect(await statuses(rig, id)).toEqual(['kept']);
  });

  it('can be tried again by a person', async () => {
    const { rig, id } = await finished([address('old'), address('ok')], undefined, (it_) => {
      it_.downloads.onDownload = (request) => (request.index === 0 ? expired : kept(request));
    });
    await rig.clock.advance(10 * minute);
    expect(await statuses(rig, id)).toEqual(['expired', 'kept']);
    rig.downloads.onDownload = (request) => kept(request);
    await rig.engine.check(id);
    await rig.clock.advance(10 * second);
    expect(await statuses(rig, id)).toEqual(['kept', 'kept']);
    expect(rig.downloads.requests.filter(({ index }) => index === 1).length).toBe(1);
  });
});

describe('a download that breaks off', () => {
  it('is retried with growing pauses until it is complete', async () => {
    const times: number[] = [];
    const { rig, id } = await finished([address('a')], undefined, (it_) => {
      it_.downloads.onDownload = (request, count) => {
        times.push(it_.clock.monotonic());
        return count <= 5 ? cut : kept(request);
      };
    });
    expect(await imagesOf(rig, id)).toEqual([{ status: 'waiting', attempts: 1, trouble: 'ECONNRESET' }]);
    await rig.clock.advance(10 * minute);
    expect(await statuses(rig, id)).toEqual(['kept']);
    expect(times.slice(1).map((at, before) => at - (times[before] ?? 0))).toEqual([4_500, 9_000, 18_000, 36_000, 72_000]);
    expect(rig.service.queries.length).toBe(1);
  });

  it('gets a fresh address from the service if nothing answers at the old one', async () => {
    const { rig, id } = await finished([address('moved')], completed(address('new')), (it_) => {
      it_.downloads.onDownload = (request) => (request.image.kind === 'url' && request.image.url === address('new') ? kept(request) : { ...cut, detail: 'ECONNREFUSED' });
    });
    await rig.clock.advance(5 * minute);
    expect(await statuses(rig, id)).toEqual(['kept']);
    expect(urlsOf(rig)).toEqual([address('moved'), address('moved'), address('new')]);
    expect(rig.service.queries.length).toBe(2);
  });

  it.each(['HTTP 401 pictures.test', 'HTTP 403 pictures.test'])('gets a fresh address from the service if its host lets nobody in (%s), and never ends', async (detail) => {
    const { rig, id } = await finished([address('closed')], completed(address('closed')), (it_) => {
      it_.downloads.onDownload = (request) => (request.image.kind === 'url' && request.image.url === address('open') ? kept(request) : { ...cut, detail });
    });
    expect(await imagesOf(rig, id)).toEqual([{ status: 'waiting', attempts: 1, trouble: detail }]);
    await rig.clock.advance(6 * 60 * minute);
    expect(await statuses(rig, id)).toEqual(['waiting']);
    // After a while, at most every five minutes.
    expect(rig.downloads.requests.length).toBeLessThan(80);
    rig.service.onQuery = () => completed(address('open'));
    await rig.engine.check(id);
    await rig.clock.advance(minute);
    expect(await statuses(rig, id)).toEqual(['kept']);
    expect(rig.service.posts.length).toBe(1);
  });

  it('respects Retry-After when it asks for fresh addresses', async () => {
    const { rig, id } = await finished([address('a'), address('b'), address('c')], trouble(10 * minute), (it_) => {
      it_.downloads.onDownload = () => ({ ...cut, detail: 'ECONNREFUSED' });
    });
    await rig.clock.advance(9 * minute);
    expect(rig.downloads.requests.length).toBeGreaterThan(9);
    expect(rig.service.queries.length).toBe(2);
    rig.service.onQuery = () => completed(address('a'), address('b'), address('c'));
    rig.downloads.onDownload = kept;
    await rig.clock.advance(15 * minute);
    expect(await statuses(rig, id)).toEqual(['kept', 'kept', 'kept']);
  });

  it('continues at the next start, from the stored address', async () => {
    const { rig, id } = await finished([address('a'), address('b')], undefined, (it_) => {
      it_.downloads.onDownload = (request) => (request.index === 1 ? cut : kept(request));
    });
    await rig.crash();
    rig.downloads.requests.length = 0;
    rig.downloads.onDownload = (request) => kept(request);
    await rig.crash();
    expect(urlsOf(rig)).toEqual([address('b')]);
    expect(await statuses(rig, id)).toEqual(['kept', 'kept']);
    expect(rig.service.queries.length).toBe(1);
  });

  it('is tried again soon after a start, however often it failed before', async () => {
    const { rig } = await finished([address('a')], undefined, (it_) => {
      it_.downloads.onDownload = () => cut;
    });
    await rig.clock.advance(60 * minute);
    await rig.crash();
    rig.downloads.requests.length = 0;
    await rig.clock.advance(minute / 2);
    expect(rig.downloads.requests.length).toBeGreaterThan(1);
  });

  it('is tried at once when the network is said to be back, but not before Retry-After', async () => {
    const { rig } = await finished([address('a'), address('b')], undefined, (it_) => {
      it_.downloads.onDownload = (request) => (request.index === 0 ? cut : { ...cut, retryAfterMs: 5 * minute });
    });
    await rig.clock.advance(2 * minute);
    const before = rig.downloads.requests.length;
    rig.engine.wake();
    await rig.settle();
    expect(rig.downloads.requests.slice(before).map(({ index }) => index)).toEqual([0]);
  });

  it('is aborted when Latent quits, and its picture waits for the next start', async () => {
    const { rig, id } = await finished([address('a')], undefined, (it_) => {
      it_.downloads.onDownload = ({ signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve({ kind: 'trouble', detail: 'ABORTED', retryAfterMs: null }));
        });
    });
    await rig.engine.close();
    expect(await imagesOf(rig, id)).toEqual([{ status: 'waiting', attempts: 0, trouble: null }]);
    expect(rig.clock.waiting()).toBe(0);
  });
});
