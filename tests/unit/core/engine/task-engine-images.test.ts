import { describe, expect, it } from 'vitest';
import type { AnsweredImage, DownloadOutcome } from '../../../../electron/core/service/outcomes.ts';
import type { ImageState, TaskId } from '../../../../shared/task.ts';
import { completed, kept, notFound, processing, trouble } from '../../../support/scripted-ports.ts';
import { diskFull, openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';

const second = 1_000;
const minute = 60 * second;
const address = (name: string): string => `https://pictures.test/${name}.png`;

const expired: DownloadOutcome = { kind: 'expired' };
const cut: DownloadOutcome = { kind: 'trouble', detail: 'ECONNRESET', retryAfterMs: null };
const gone: DownloadOutcome = { kind: 'library', problem: 'unreachable', detail: '/pictures' };

const urlsOf = (rig: EngineRig): readonly string[] => rig.downloads.requests.map(({ image }) => (image.kind === 'url' ? image.url : 'inline'));
const imagesOf = async (rig: EngineRig, id: TaskId): Promise<readonly ImageState[]> => (await rig.stored(id)).images.map(({ state }) => state);
const statuses = async (rig: EngineRig, id: TaskId): Promise<readonly string[]> => (await imagesOf(rig, id)).map(({ status }) => status);

/** A task whose first query says that it is completed with these pictures; the queries after that say `later`. */
async function finished(images: readonly (string | AnsweredImage)[], later = completed(...images), before?: (rig: EngineRig) => void): Promise<{ rig: EngineRig; id: TaskId }> {
  const rig = await openEngineRig();
  rig.service.onQuery = (_, count) => (count === 1 ? completed(...images) : later);
  before?.(rig);
  const [id = ''] = await rig.submit();
  await rig.clock.advance(4 * second);
  return { rig, id };
}

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

  it('shows no address of a picture to the app', async () => {
    const { rig } = await finished([address('secret')]);
    expect(JSON.stringify(rig.changes)).not.toContain('secret');
  });

  it('can have no pictures', async () => {
    const { rig, id } = await finished([]);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', imageCount: 0 } }, images: [] });
  });

  it('has at most four downloads under way, over all tasks', async () => {
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
    rig.downloads.onDownload = () => gone;
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
    await rig.engine.ask(id);
    await rig.clock.advance(10 * second);
    expect(await statuses(rig, id)).toEqual(['kept', 'kept']);
    expect(rig.downloads.requests.filter(({ index }) => index === 1).length).toBe(1);
  });
});

describe('a download that breaks off', () => {
  it('is retried with growing pauses until it is complete', async () => {
    const { rig, id } = await finished([address('a')], undefined, (it_) => {
      it_.downloads.onDownload = (request, count) => (count <= 5 ? cut : kept(request));
    });
    expect(await imagesOf(rig, id)).toEqual([{ status: 'waiting', attempts: 1, trouble: 'ECONNRESET' }]);
    await rig.clock.advance(10 * minute);
    expect(await statuses(rig, id)).toEqual(['kept']);
    expect(rig.downloads.requests.length).toBe(6);
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

describe('a library that takes no files', () => {
  it('is reported once; the pictures wait and are saved when it is back', async () => {
    const { rig, id } = await finished([address('a'), address('b'), address('c'), address('d'), address('e'), address('f')], undefined, (it_) => {
      it_.downloads.onDownload = () => gone;
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
