import { create } from 'zustand';
import type { Range } from '../../../shared/library/view.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ImageId } from '../../../shared/task.ts';
import { isHalfTyped } from '../../../shared/search/broken.ts';
import { bridge } from '../../bridge.ts';
import { freshMarked, useGallery, viewOpened } from './gallery-store.ts';
import { loadFirstThumbnails } from './first-thumbnails.ts';
import { blockSize } from './picture-blocks.ts';
import { pictureView, viewCounted, type PictureView } from './picture-view.ts';
import { readyToReplace, topRow } from './reopened-view.ts';
import { today } from '../now.ts';
import { viewMemory } from '../view-memory.ts';

interface LibrarySearchStore {
  /** The text in the search field. The view follows it. */
  readonly search: string;
  /** Where the caret is. Null: nobody types in the field. */
  readonly caret: number | null;
  /** The view on screen is for an older search. */
  readonly opening: boolean;
  /** Why the latest view could not be opened. */
  readonly error: AppError | null;
}

export const useLibrarySearch = create<LibrarySearchStore>(() => ({ search: viewMemory().search, caret: null, opening: false, error: null }));

/** Number of the latest request for a view. Only its answer is used. */
let latest = 0;
/** Changes up to this are in the newest view of the whole library. */
let contained = 0;

/** Whether a picture kept at this sequence number came after the view that is shown. */
export const isAfterView = (sequence: number): boolean => sequence > contained;

/** The first view of a window. */
export async function openFirstView(): Promise<{ readonly ok: true; readonly view: PictureView } | { readonly ok: false; readonly error: AppError }> {
  latest += 1;
  const { search } = useLibrarySearch.getState();
  const answer = await bridge.libraryOpenGallery({ search });
  if (!answer.ok) return answer;
  if (answer.value === null) return openFirstView();
  contained = answer.value.sequence;
  const view = pictureView(answer.value, search);
  loadFirstThumbnails(view);
  return { ok: true, view };
}

/**
 * Searches at every key press, and again when the caret leaves a filter that cannot be understood. Main stops an older search for a newer one,
 * and answers to older searches are dropped.
 */
export function setLibrarySearch(search: string, caret: number | null = null): void {
  const before = useLibrarySearch.getState();
  if (search === before.search && caret === before.caret) return;
  useLibrarySearch.setState({ search, caret });
  if (search !== before.search || isHalfTyped(search, caret, today()) !== isHalfTyped(search, before.caret, today())) void open(search);
}

type IsWelcome = () => boolean;

const always: IsWelcome = () => true;

/** Token of a view that stays on screen although main has replaced it. 0: none. */
let stays = 0;

/** The search that is being reopened. `again` is set if its matches have changed since. */
let reopening: { readonly search: string; again: IsWelcome | null } | null = null;

/**
 * Opens the same search again, because its matches have changed. If they change again meanwhile, the view is shown first and then reopened.
 * @param isWelcome called when the view is ready: whether to show it, or to keep the present one
 * @returns false if it was not welcome
 */
export async function reopenView(isWelcome = always): Promise<boolean> {
  const { search } = useLibrarySearch.getState();
  if (reopening?.search === search) {
    if (reopening.again !== always) reopening.again = isWelcome;
    return true;
  }
  const own: NonNullable<typeof reopening> = { search, again: null };
  reopening = own;
  const shown = await open(search, isWelcome);
  if (reopening !== own) return true;
  reopening = null;
  if (own.again && useLibrarySearch.getState().search === search) return reopenView(own.again);
  return shown;
}

async function open(search: string, isWelcome = always): Promise<boolean> {
  latest += 1;
  const call = latest;
  const marking = markings;
  useLibrarySearch.setState({ opening: true });
  const halfTyped = isHalfTyped(search, useLibrarySearch.getState().caret, today());
  const answer = await bridge.libraryOpenGallery({ search, ...(halfTyped && { halfTyped }) });
  if (call !== latest) return true;
  if (answer.ok && answer.value === null) return open(search, isWelcome);
  const { view: before, viewBand } = useGallery.getState();
  const opened = answer.ok && answer.value && pictureView(answer.value, search);
  const view = opened && before.token !== 0 && before.search === search ? await readyToReplace(before, opened, wanted.get('sheet'), before.blocks.at(viewBand)?.imageId) : opened;
  if (call !== latest) return true;
  useLibrarySearch.setState({ opening: false, error: answer.ok ? null : answer.error });
  if (!answer.ok || !answer.value || !view) return true;
  if (!isWelcome()) {
    stays = before.token;
    return false;
  }
  // The view was read while pictures were being marked.
  if (marking !== markings) view.blocks.outdate(null);
  show(view, answer.value.sequence);
  return true;
}

function show(view: PictureView, sequence: number): void {
  if (view.search.trim() === '') contained = sequence;
  useGallery.setState((state) => viewOpened(state, view, sequence, topRow.isHeld(state)));
  if (!view.facts) void count();
}

/** Waits for the whole view, and takes its length and months. */
export async function count(): Promise<void> {
  const { token } = useGallery.getState().view;
  const answer = await bridge.libraryReady({ token });
  if (!answer.ok) return;
  // Another view has replaced it, or its first answer is out of date.
  if (answer.value === null) return reopenIfShown(token);
  const facts = answer.value;
  useGallery.setState(({ view }) => (view.token === token ? { view: viewCounted(view, facts) } : {}));
}

/** Position of a picture in the view that is shown. -1 if it is not there, null if another view was opened meanwhile. */
export async function locate(imageId: ImageId): Promise<number | null> {
  const { token, blocks } = useGallery.getState().view;
  const loaded = blocks.positionOf(imageId);
  if (loaded >= 0 || token === 0) return loaded;
  const answer = await bridge.libraryLocatePicture({ token, revision: 0, imageId });
  return answer.ok && useGallery.getState().view.token === token ? answer.value : null;
}

/** Position of the first picture saved before a time (seconds since the epoch). Null if another view was opened meanwhile. */
export async function locateTime(time: number): Promise<number | null> {
  const { token } = useGallery.getState().view;
  if (token === 0) return null;
  const answer = await bridge.libraryAtTime({ token, revision: 0, time });
  return answer.ok && useGallery.getState().view.token === token ? answer.value : null;
}

type Viewport = 'sheet' | 'viewer';

/** The positions that each part of the window needs now. Positions that were scrolled away are no longer requested. */
const wanted = new Map<Viewport, Range>();
const asking = new Set<string>();
/** Blocks requested at once. Two keep main busy, and a jump waits for no more than two old ones. */
const atOnce = 2;
let soon = false;

/** Requests the columns of these positions, unless they are loaded. Of several calls in one turn, the last one counts. */
export function wantPictures(viewport: Viewport, range: Range | null): void {
  if (range) wanted.set(viewport, range);
  else wanted.delete(viewport);
  if (soon) return;
  soon = true;
  queueMicrotask(() => {
    soon = false;
    askForWanted();
  });
}

/** Fresh pictures whose marks are requested in one call. The commit of a submission waits for one such read at most. */
const signsAtOnce = 500;

/** Counts changes of marks. Columns that were requested before the latest change may contain older marks. */
let markings = 0;

/** Reloads the marks of pictures that are shown. Null: too many to name. Those out of sight are reloaded when they are shown again. */
export async function marksOutdated(imageIds: readonly ImageId[] | null): Promise<void> {
  markings += 1;
  useGallery.getState().view.blocks.outdate(imageIds);
  askForWanted();
  const named = imageIds && new Set(imageIds);
  const { fresh, arriving } = useGallery.getState();
  const marked = [...fresh, ...arriving].flatMap(({ imageId }) => (named === null || named.has(imageId) ? [imageId] : []));
  for (let at = 0; at < marked.length; at += signsAtOnce) {
    const piece = marked.slice(at, at + signsAtOnce);
    const answer = await bridge.marksSigns({ imageIds: piece });
    if (!answer.ok) return;
    const marks = new Map(piece.map((imageId, index) => [imageId, answer.value[index] ?? 0]));
    useGallery.setState((state) => freshMarked(state, marks));
  }
}

function askForWanted(): void {
  const { view } = useGallery.getState();
  if (view.token === 0) return;
  for (const range of wanted.values()) {
    for (const number of view.blocks.missing(range, view.length)) {
      if (asking.size >= atOnce) return;
      if (!asking.has(keyOf(view, number))) void askForBlock(view, number);
    }
  }
}

const keyOf = ({ token }: PictureView, number: number): string => `${token} ${number}`;

async function askForBlock(view: PictureView, number: number): Promise<void> {
  const { token } = view;
  const key = keyOf(view, number);
  asking.add(key);
  const first = number * blockSize;
  const marking = markings;
  const answer = await bridge.libraryPictures({ token, revision: 0, range: [first, first + blockSize] });
  asking.delete(key);
  const now = useGallery.getState().view;
  if (now.token === token && answer.ok) {
    // Something other than this window has replaced the view.
    if (answer.value === null) {
      // While the view stays on screen, its loaded rows may be out of date.
      const isEnough = token === stays && now.blocks.block(number, now.length) !== null;
      return isEnough ? undefined : reopenIfShown(token);
    }
    now.blocks.put(answer.value);
    if (marking !== markings) now.blocks.outdate([...answer.value.ids]);
    useGallery.setState({ view: { ...now } });
  }
  // After an error, only the next scroll asks again.
  if (answer.ok) askForWanted();
}

async function reopenIfShown(token: number): Promise<void> {
  if (useGallery.getState().view.token === token && !useLibrarySearch.getState().opening) await reopenView();
}
