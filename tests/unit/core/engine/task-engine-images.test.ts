import { describe, expect, it } from 'vitest';
import { completed, kept, processing } from '../../../support/engine-fakes.ts';
import { address, cut, finished, imagesOf, libraryGone, statuses, urlsOf } from '../../../support/finished-task.ts';
import { diskFull, openEngineRig } from '../../../support/task-engine-rig.ts';

const second = 1_000;
const minute = 60 * second;

describe('a completed task', () => {
  it('fetches its pictures at once, and shows them when they are on disk', async () => {
    const { rig, id } = await finished([address('a'), address('b')]);
    expect(await statuses(rig, id)).toEqual(['kept', 'kept']);
    expect(rig.downloads.requests).toMatchObject([
      { taskId: id, index: 0, prompt: 'picture 0', baseUrl: 'https://service.test', image: { url: address('a') } },
      { taskId: id, index: 1, image: { url: address('b') } },
    ]);
    expect(rig.keptImages.map(({ index }) => index)).toEqual([0, 1]);
    expect(rig.changes.at(-1)?.images.map(({ state }) => state.status)).toEqual(['kept', 'kept']);
    await rig.clock.advance(60 * minute);
    expect(rig.service.queries.length).toBe(1);
    expect(rig.clock.waiting()).toBe(0);
  });

  it('has its pictures known before their rows are saved, and told whether they were', async () => {
    const disk = Promise.withResolvers<void>();
    const { rig } = await finished([address('a')], undefined, (it_) => {
      it_.diskBusy = (method) => (method === 'saveImage' ? disk.promise : null);
    });
    expect([...rig.placed.values(), rig.keptImages.length]).toEqual([null, 0]);
    disk.resolve();
    await rig.settle();
    expect([...rig.placed.values(), rig.keptImages.length]).toEqual([true, 1]);
  });

  it('has a picture told as not saved if the app quits first', async () => {
    const { rig } = await finished([address('a')], undefined, (it_) => {
      it_.disk = (method) => (method === 'saveImage' ? diskFull : null);
    });
    expect([...rig.placed.values()]).toEqual([null]);
    const closing = rig.engine.close();
    await rig.clock.advance(2_000);
    await closing;
    expect([...rig.placed.values()]).toEqual([false]);
  });

  it('shows no address of a picture to the app', async () => {
    const { rig } = await finished([address('secret')]);
    expect(JSON.stringify(rig.changes)).not.toContain('secret');
  });

  it('can have no pictures', async () => {
    const { rig, id } = await finished([]);
    await rig.clock.advance(15_000);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', imageCount: 0 } }, images: [] });
  });

  it('has at most four downloads under way from one host, over all tasks', async () => {
    const rig = await openEngineRig();
    const release: (() => void)[] = [];
    rig.downloads.onDownload = (request) =>
      new Promise((resolve) => {
        release.push(() => resolve(kept(request)));
      });
    rig.service.onQuery = (remoteId) => completed(address(`${remoteId}-a`), address(`${remoteId}-b`));
    const ids = await rig.submit(10);
    await rig.clock.advance(10 * second);
    expect(rig.downloads.requests.length).toBe(4);
    while (release.length > 0) {
      release.shift()?.();
      await rig.settle();
    }
    expect(rig.downloads.mostAtOnce).toBe(4);
    for (const id of ids) expect(await statuses(rig, id)).toEqual(['kept', 'kept']);
  });

  it('keeps some pictures although one is refused', async () => {
    const { rig, id } = await finished([address('a'), address('b'), address('c')], undefined, (it_) => {
      it_.downloads.onDownload = (request) => (request.index === 1 ? { kind: 'refused', why: 'not-a-picture', detail: 'text/html' } : kept(request));
    });
    await rig.clock.advance(60 * minute);
    expect(await imagesOf(rig, id)).toMatchObject([{ status: 'kept' }, { status: 'refused', why: 'not-a-picture', detail: 'text/html' }, { status: 'kept' }]);
    expect(rig.downloads.requests.length).toBe(3);
  });
});

describe('a slow disk', () => {
  it('delays no query of other tasks, however many completions wait, and writes each once', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 16;
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    rig.diskBusy = (method) => (method === 'saveCompletion' ? free : null);
    rig.service.onQuery = (remoteId) => (remoteId === 'remote-30' ? processing : completed({ kind: 'url', url: address(remoteId) }));
    const ids = await rig.submit(30);
    await rig.clock.advance(60 * second);
    const queries = rig.service.queries.map(({ remoteId }) => remoteId);
    expect(queries.filter((remoteId) => remoteId === 'remote-30').length).toBeGreaterThan(15);
    expect(queries.filter((remoteId) => remoteId !== 'remote-30').length).toBe(29);
    release();
    await rig.clock.advance(20 * second);
    for (const id of ids.slice(0, 29)) expect(await statuses(rig, id)).toEqual(['kept']);
  });
});

describe('a picture within the answer', () => {
  const inline = { kind: 'inline', base64: 'aGVsbG8=' } as const;

  it('is saved from its bytes, which are not stored with the task', async () => {
    const { rig, id } = await finished([inline]);
    expect(rig.downloads.requests).toMatchObject([{ image: inline }]);
    expect(await statuses(rig, id)).toEqual(['kept']);
    const saved = rig.calls.find(({ method }) => method === 'saveCompletion');
    expect(JSON.stringify(saved)).not.toContain(inline.base64);
  });

  it('is requested again after a restart, which loses its bytes', async () => {
    const { rig, id } = await finished([inline], undefined, (it_) => {
      it_.downloads.onDownload = () => new Promise(() => undefined);
    });
    await rig.crash();
    rig.downloads.onDownload = (request) => kept(request);
    await rig.clock.advance(4 * second);
    expect(await statuses(rig, id)).toEqual(['kept']);
    expect(rig.service.posts.length).toBe(1);
  });

  it('delays further answers until it is saved, so that memory does not fill up', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 16;
    rig.downloads.onDownload = () => new Promise(() => undefined);
    rig.service.onQuery = () => completed(inline);
    await rig.submit(30);
    await rig.clock.advance(60 * second);
    expect(rig.service.queries.length).toBe(8);
  });

  it('does not delay polling while the library takes no files', async () => {
    const rig = await openEngineRig();
    rig.settings.concurrentSubmissions = 16;
    rig.downloads.onDownload = () => libraryGone;
    rig.service.onQuery = (remoteId) => (remoteId === 'remote-30' ? processing : completed(inline));
    const ids = await rig.submit(30);
    await rig.clock.advance(5 * minute);
    expect(rig.service.queries.filter(({ remoteId }) => remoteId === 'remote-30').length).toBeGreaterThan(80);
    rig.downloads.onDownload = (request) => kept(request);
    rig.engine.libraryChanged();
    await rig.clock.advance(20 * second);
    for (const id of ids.slice(0, 29)) expect(await statuses(rig, id)).toEqual(['kept']);
  });
});

describe('an address with the key in it', () => {
  const telling = { kind: 'url', url: address('sk-key'), holdsKey: true } as const;

  it('is used and never stored; after a restart it is requested again, without another POST', async () => {
    const { rig, id } = await finished([telling], undefined, (it_) => {
      it_.downloads.onDownload = () => new Promise(() => undefined);
    });
    expect(urlsOf(rig)).toEqual([telling.url]);
    const saved = rig.calls.find(({ method }) => method === 'saveCompletion');
    expect(saved).toBeDefined();
    expect(JSON.stringify(saved)).not.toContain(telling.url);
    await rig.crash();
    rig.downloads.onDownload = (request) => kept(request);
    await rig.clock.advance(4 * second);
    expect(await statuses(rig, id)).toEqual(['kept']);
    expect(urlsOf(rig)).toEqual([telling.url, telling.url]);
    expect(rig.service.posts.length).toBe(1);
  });
});

describe('without a key', () => {
  it('pictures are fetched anyway, because addresses expire', async () => {
    const { rig, id } = await finished([address('a')], undefined, (it_) => {
      it_.downloads.onDownload = () => cut;
    });
    rig.accounts.key = null;
    await rig.crash();
    rig.downloads.onDownload = (request) => kept(request);
    await rig.clock.advance(minute);
    expect(rig.downloads.requests.at(-1)?.baseUrl).toBe('http://127.0.0.1:1');
    expect(await statuses(rig, id)).toEqual(['kept']);
  });
});
