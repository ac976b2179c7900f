import type { Decoded, Decoder } from '../../electron/core/thumbnails/decoder-process.ts';
import { createThumbnailMaker, type ThumbnailMaker } from '../../electron/core/thumbnails/thumbnail-maker.ts';
import type { ThumbnailStore } from '../../electron/core/thumbnails/thumbnail-store.ts';
import { openThumbnailStore } from '../../electron/database/client/open-thumbnail-store.ts';
import { thumbnailWorkerFile } from './built-threads.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { sampleColours, sampleHash, sampleThumbnail, temporaryFolder, until } from './thumbnail-samples.ts';

/** What a test sees and changes. */
interface ThumbnailRig {
  store: ThumbnailStore;
  clock: FakeClock;
  maker: ThumbnailMaker;
  /** Kept pictures. */
  library: number[];
  /** Pictures whose files are missing. */
  absent: Set<number>;
  readonly moved: Map<number, string>;
  /** Pictures that Latent cannot show. */
  readonly withoutPreview: Set<number>;
  /** The proportions that the decoder showed. */
  readonly seen: Map<number, { readonly width: number; readonly height: number }>;
  /** No row can be written. */
  isReadOnly: boolean;
  battery: boolean;
  /** Every picture that was passed to a decoder, in order. */
  begun: number[];
  underWay: Map<number, (decoded: Decoded) => void>;
  /** Pictures that were passed to the background decoder. */
  readonly inBackground: number[];
  closedDecoders: number;
  roomGivenBack: boolean;
}

export let rig: ThumbnailRig;
let folder: string;
/** Pending reads and writes of the store. One may outlast its test. */
let storesWork = 0;

const decoder: Decoder = {
  decode: (id) =>
    new Promise((resolve) => {
      rig.begun.push(id);
      rig.underWay.set(id, resolve);
    }),
  prepare: () => undefined,
  close() {
    rig.closedDecoders += 1;
    for (const resolve of rig.underWay.values()) resolve({ ok: false, reason: 'unavailable' });
  },
};

const backgroundDecoder: Decoder = {
  ...decoder,
  decode(id, want) {
    rig.inBackground.push(id);
    return decoder.decode(id, want);
  },
  close: () => undefined,
};

/** For `beforeEach`. */
export async function startThumbnails(): Promise<() => Promise<void>> {
  const temporary = await temporaryFolder();
  ({ folder } = temporary);
  const store = openThumbnailStore(folder, thumbnailWorkerFile, () => undefined);
  const clock = createFakeClock();
  const nothing = { library: [], absent: new Set<number>(), moved: new Map(), withoutPreview: new Set<number>(), seen: new Map(), isReadOnly: false, battery: false, begun: [], underWay: new Map(), inBackground: [], closedDecoders: 0, roomGivenBack: false };
  rig = { store, clock, maker: newMaker(store, answeringInTurn, clock), ...nothing };
  return async () => {
    rig.maker.close();
    // Otherwise the next test would count what it passes to the decoder.
    await atRest();
    await rig.store.close();
    await temporary.remove();
  };
}

export function newMaker(kept: ThumbnailStore, answering = answeringInTurn, clock = rig.clock): ThumbnailMaker {
  return createThumbnailMaker({
    store: counted(answering(kept)),
    decoder,
    backgroundDecoder,
    clock,
    sideBySide: 2,
    keptIds: (below, limit) => Promise.resolve(rig.library.filter((id) => below === null || id < below).toSorted((a, b) => b - a).slice(0, limit)),
    fileOf: (id) => Promise.resolve(rig.absent.has(id) ? null : { path: rig.moved.get(id) ?? `${id}.png`, isShown: !rig.withoutPreview.has(id) }),
    seen: (id, size) => (rig.isReadOnly ? Promise.reject(new Error('the disk is full')) : Promise.resolve(void rig.seen.set(id, size))),
    onBattery: () => rig.battery,
    progress: () => undefined,
    hashed: () => undefined,
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
  return { ...kept, read: count(kept.read), look: count(kept.look), write: count(kept.write), markBroken: count(kept.markBroken), forget: count(kept.forget), walked: count(kept.walked), setWalked: count(kept.setWalked), vacuum: count(() => kept.vacuum().then(() => void (rig.roomGivenBack = true))) };
}

export async function restart(): Promise<void> {
  rig.maker.close();
  await atRest();
  await rig.store.close();
  rig.store = openThumbnailStore(folder, thumbnailWorkerFile, () => undefined);
  [rig.begun, rig.underWay] = [[], new Map()];
  rig.maker = newMaker(rig.store);
}

/** Lets the decoder finish a picture, once it has it. */
export async function decoded(id: number, reason?: 'damaged' | 'unreadable' | 'file-missing'): Promise<void> {
  await until(() => rig.underWay.has(id));
  const resolve = rig.underWay.get(id);
  rig.underWay.delete(id);
  resolve?.(reason === undefined ? { ok: true, bytes: sampleThumbnail(id), width: 4, height: 3, colours: sampleColours(id), hash: sampleHash(id) } : { ok: false, reason });
}
export const underWayNow = (...ids: readonly number[]): Promise<void> => until(() => ids.length === rig.underWay.size && ids.every((id) => rig.underWay.has(id)));
/** Decodes pictures until this many are done. */
export async function decodeAll(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    await until(() => rig.underWay.size > 0);
    await decoded([...rig.underWay.keys()][0] ?? 0);
  }
}
export const states = async (ids: readonly number[]): Promise<readonly string[]> => (await rig.store.look(ids)).map(({ state }) => state);
export const allMade = (): Promise<void> => until(async () => !(await states(rig.library)).includes('none'));
/** Waits until no call of the store is pending and the effects of its answers have run. */
export const atRest = async (): Promise<void> => {
  for (let quiet = 0; quiet < 20; quiet = storesWork === 0 ? quiet + 1 : 0) await new Promise((resolve) => setImmediate(resolve));
};
