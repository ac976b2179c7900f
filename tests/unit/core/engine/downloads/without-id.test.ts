import { describe, expect, it } from 'vitest';
import type { DownloadOutcome, DownloadRequest } from '../../../../../electron/core/engine/downloads/download-outcome.ts';
import { createTaskDownloads, type TaskDownloads } from '../../../../../electron/core/engine/downloads/task-downloads.ts';
import type { StoredImage } from '../../../../../electron/core/engine/task-store.ts';
import type { AnsweredImage } from '../../../../../electron/core/service/answers/answered-image.ts';
import { newTask, type ImageState, type TaskWithImages } from '../../../../../shared/task.ts';
import { kept } from '../../../../support/engine-fakes.ts';
import { createFakeClock, type FakeClock } from '../../../../support/fake-clock.ts';

/** Pictures that came in the answer to the POST, without an id: the service cannot be asked for them again. */

const second = 1_000;
const minute = 60 * second;
const data = 'data:image/png;base64,iVBORw0KGgo=';
const url = 'https://pictures.test/1.png';
const libraryGone: DownloadOutcome = { kind: 'library', problem: 'unreachable', detail: '' };
const expired: DownloadOutcome = { kind: 'expired' };

interface Rig {
  readonly downloads: TaskDownloads;
  readonly clock: FakeClock;
  readonly requests: { readonly at: number; readonly request: DownloadRequest }[];
  readonly entry: TaskWithImages;
  state: ImageState;
  queries: number;
}

function open(onDownload: (request: DownloadRequest, count: number) => DownloadOutcome, source: StoredImage['source'] = null, before: ImageState = { status: 'waiting', attempts: 0, trouble: null }): Rig {
  const clock = createFakeClock();
  const task = { ...newTask('task', 'account', { model: '', prompt: 'a fox', size: '', quality: '' }, null, 0), state: { status: 'rejected', said: { httpStatus: null, code: null, message: null } } } as const;
  const image = { id: 1, taskId: task.id, index: 0, state: before };
  const requests: Rig['requests'] = [];
  const downloads = createTaskDownloads({
    clock,
    random: () => 0.5,
    downloads: {
      download(request) {
        requests.push({ at: clock.monotonic(), request });
        return Promise.resolve(onDownload(request, requests.length));
      },
    },
    keys: { baseUrl: () => Promise.resolve('https://service.test') },
    ledger: {
      saveImage: (_task, _id, state) => {
        rig.state = state;
        return Promise.resolve();
      },
      storedImages: () => Promise.resolve([{ ...image, source }]),
    },
    requery: () => {
      rig.queries += 1;
    },
    events: { notice: () => undefined },
  });
  const rig: Rig = { downloads, clock, requests, entry: { task, images: [image] }, state: before, queries: 0 };
  return rig;
}

const sourcesOf = ({ requests }: Rig): readonly AnsweredImage[] => requests.map(({ request }) => request.image);

describe('bytes that cannot be requested again', () => {
  it.each([
    ['as they are', { kind: 'inline', base64: 'iVBORw0KGgo=', isOnly: true }, { kind: 'inline', base64: 'iVBORw0KGgo=', isOnly: true }],
    ['as an address', { kind: 'url', url: data }, { kind: 'inline', base64: data, isOnly: true }],
  ] satisfies [string, AnsweredImage, AnsweredImage][])('%s are held until the library takes them', async (_name, named, fetched) => {
    const rig = open((request, count) => (count < 5 ? libraryGone : kept(request)));
    rig.downloads.named(rig.entry, [named]);
    await rig.clock.advance(10 * minute);
    expect(sourcesOf(rig)).toEqual(Array.from({ length: 5 }, () => fetched));
    expect(rig.state.status).toBe('kept');
    await rig.downloads.bytesTaken('task');
    expect(rig.queries).toBe(0);
  });

  it('that are stored as an address are taken from there after a restart', async () => {
    const rig = open(kept, { kind: 'url', url: data });
    rig.downloads.resume(rig.entry);
    await rig.clock.advance(second);
    expect(sourcesOf(rig)).toEqual([{ kind: 'inline', base64: data, isOnly: true }]);
    expect(rig.state.status).toBe('kept');
  });

  it('that are no picture are refused, and looked at again when a person asks', async () => {
    const rig = open((request, count) => (count === 1 ? { kind: 'error-page', detail: 'b64_json' } : kept(request)), { kind: 'url', url: data });
    rig.downloads.resume(rig.entry);
    await rig.clock.advance(second);
    expect(rig.state).toEqual({ status: 'refused', why: 'not-a-picture', detail: 'b64_json' });
    rig.downloads.refresh({ ...rig.entry, images: rig.entry.images.map((image) => ({ ...image, state: rig.state })) });
    await rig.clock.advance(second);
    expect(rig.state.status).toBe('kept');
    expect(rig.queries).toBe(0);
  });
});

describe('an address without an id', () => {
  it.each([
    ['gone', expired, { status: 'expired' }],
    ['a page', { kind: 'error-page', detail: 'text/html' }, { status: 'refused', why: 'not-a-picture', detail: 'text/html' }],
  ] satisfies [string, DownloadOutcome, ImageState][])('that is %s is tried again with growing pauses, and by a person at any time', async (_name, outcome, last) => {
    const rig = open(() => outcome, { kind: 'url', url });
    rig.downloads.named(rig.entry, [{ kind: 'url', url }]);
    await rig.clock.advance(10 * minute);
    const pauses = rig.requests.slice(1).map(({ at }, before) => at - (rig.requests[before]?.at ?? 0));
    expect(pauses).toHaveLength(3);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(rig.state).toEqual(last);
    rig.downloads.refresh({ ...rig.entry, images: rig.entry.images.map((image) => ({ ...image, state: last })) });
    await rig.clock.advance(10 * minute);
    expect(sourcesOf(rig)).toEqual(Array.from({ length: 8 }, () => ({ kind: 'url', url })));
    expect(rig.queries).toBe(0);
  });

  it.each(['ECONNREFUSED', 'HTTP 401 pictures.test', 'ECONNRESET'])('that meets %s is tried until it works, and nothing is queried', async (detail) => {
    const rig = open((request, count) => (count < 9 ? { kind: 'trouble', detail, retryAfterMs: null } : kept(request)));
    rig.downloads.named(rig.entry, [{ kind: 'url', url }]);
    await rig.clock.advance(100 * minute);
    expect(rig.state.status).toBe('kept');
    expect(rig.queries).toBe(0);
  });

  it('that was not stored either is expired', async () => {
    const rig = open(kept, { kind: 'inline' });
    rig.downloads.resume(rig.entry);
    await rig.clock.advance(second);
    expect(rig.state).toEqual({ status: 'expired' });
  });
});
