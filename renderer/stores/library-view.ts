import { create } from 'zustand';
import type { Range } from '../../shared/library/view.ts';
import type { AppError } from '../../shared/errors.ts';
import type { ImageId } from '../../shared/task.ts';
import { isHalfTyped } from '../../shared/search/broken.ts';
import { bridge } from '../bridge.ts';
import { freshMarked, useGallery, viewOpened } from './gallery-store.ts';
import { blockSize } from './picture-blocks.ts';
import type { PictureView } from './picture-view.ts';
import { pictureView, viewCounted } from './picture-view.ts';
import { readyToReplace, topRow } from './reopened-view.ts';
import { today } from './today.ts';
import { viewMemory } from './view-memory.ts';

interface LibrarySearchStore {
  /** What stands in the search field; the view follows. */
  readonly search: string;
  /** Where somebody types in it; null: nobody does. */
  readonly caret: number | null;
  /** The view on screen is for an older search. */
  readonly opening: boolean;
  /** Why the latest view could not be opened. */
  readonly error: AppError | null;
}

export const useLibrarySearch = create<LibrarySearchStore>(() => ({ search: viewMemory().search, caret: null, opening: false, error: null }));

/** Counts the views asked for: only the latest answer is taken. */
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
  return { ok: true, view: pictureView(answer.value, search) };
}

/**
 * Searches with every key that is pressed, and anew when the caret leaves a filter that is not understood. Main leaves an older search for a
 * newer one; answers that come late are dropped.
 */
export function setLibrarySearch(search: string, caret: number | null = null): void {
  const before = useLibrarySearch.getState();
  if (search === before.search && caret === before.caret) return;
  useLibrarySearch.setState({ search, caret });
  if (search !== before.search || isHalfTyped(search, caret, today()) !== isHalfTyped(search, before.caret, today())) void open(search);
}

type IsWelcome = () => boolean;

const always: IsWelcome = () => true;

/** The view that stays on screen though main has another one in its place; 0: none. */
let stays = 0;

/** The search that is being opened anew; `again`: what matches it has changed since. */
let reopening: { readonly search: string; again: IsWelcome | null } | null = null;

/**
 * The same search anew: what matches it has changed. Changes that come faster than it opens do not keep it from being shown.
 * @param isWelcome asked when it is here: whether it is to be shown, or what is on screen has to stay
 * @returns false when it was not welcome
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
  // Read while pictures were marked.
  if (marking !== markings) view.blocks.outdate(null);
  show(view, answer.value.sequence);
  return true;
}

function show(view: PictureView, sequence: number): void {
  if (view.search.trim() === '') contained = sequence;
  useGallery.setState((state) => viewOpened(state, view, sequence, topRow.isHeld(state)));
  if (!view.facts) void count();
}

/** All of the view: how many there are, and its months. */
export async function count(): Promise<void> {
  const { token } = useGallery.getState().view;
  const answer = await bridge.libraryReady({ token });
  if (!answer.ok) return;
  // Another took its place, or it begins otherwise than it was told of at first.
  if (answer.value === null) return reopenIfShown(token);
  const facts = answer.value;
  useGallery.setState(({ view }) => (view.token === token ? { view: viewCounted(view, facts) } : {}));
}

/** Position of a picture in the view that is shown; -1 when it is not there; null when another view came. */
export async function locate(imageId: ImageId): Promise<number | null> {
  const { token, blocks } = useGallery.getState().view;
  const here = blocks.positionOf(imageId);
  if (here >= 0 || token === 0) return here;
  const answer = await bridge.libraryLocatePicture({ token, imageId });
  return answer.ok && useGallery.getState().view.token === token ? answer.value : null;
}

/** Position of the first picture saved before a time (seconds since the epoch); null when another view came. */
export async function locateTime(time: number): Promise<number | null> {
  const { token } = useGallery.getState().view;
  if (token === 0) return null;
  const answer = await bridge.libraryAtTime({ token, time });
  return answer.ok && useGallery.getState().view.token === token ? answer.value : null;
}

type Wanter = 'sheet' | 'viewer';

/** Positions that each place of the window needs now, and no others: what was scrolled away is not asked for any more. */
const wanted = new Map<Wanter, Range>();
const asking = new Set<string>();
/** Enough to keep main busy, and few enough that a jump waits for nothing old. */
const atOnce = 2;
let soon = false;

/** Asks for the columns of these positions, unless they are here. Of several wishes of one frame the last one counts. */
export function wantPictures(wanter: Wanter, range: Range | null): void {
  if (range) wanted.set(wanter, range);
  else wanted.delete(wanter);
  if (soon) return;
  soon = true;
  queueMicrotask(() => {
    soon = false;
    askForWanted();
  });
}

/** Fresh pictures whose marks are asked for at once: a commit that belongs to a submission waits for one such read at most. */
const signsAtOnce = 500;

/** Counts markings: columns that were read before the latest may hold older marks. */
let markings = 0;

/** Asks anew for what is shown of pictures that were marked; null: too many to name. What is out of sight follows when it is looked at. */
export async function marksOutdated(imageIds: readonly ImageId[] | null): Promise<void> {
  markings += 1;
  useGallery.getState().view.blocks.outdate(imageIds);
  askForWanted();
  const named = imageIds && new Set(imageIds);
  const { fresh, arriving } = useGallery.getState();
  const here = [...fresh, ...arriving].flatMap(({ imageId }) => (named === null || named.has(imageId) ? [imageId] : []));
  for (let at = 0; at < here.length; at += signsAtOnce) {
    const piece = here.slice(at, at + signsAtOnce);
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
  const answer = await bridge.libraryPictures({ token, range: [first, first + blockSize] });
  asking.delete(key);
  const now = useGallery.getState().view;
  if (now.token === token && answer.ok) {
    // Another view of the room took its place without this window's doing.
    if (answer.value === null) {
      // What is here may be old for as long as it stays.
      const isEnough = token === stays && now.blocks.block(number, now.length) !== null;
      return isEnough ? undefined : reopenIfShown(token);
    }
    now.blocks.put(answer.value);
    if (marking !== markings) now.blocks.outdate([...answer.value.ids]);
    useGallery.setState({ view: { ...now } });
  }
  // A failing database is not asked again and again: the next scroll does.
  if (answer.ok) askForWanted();
}

async function reopenIfShown(token: number): Promise<void> {
  if (useGallery.getState().view.token === token && !useLibrarySearch.getState().opening) await reopenView();
}
