import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import type { ImageId } from '../../../shared/task.ts';
import { sameArrangement, type Arrangement } from '../../../shared/library/arrangement.ts';
import type { Input } from '../../../shared/ipc/schemas.ts';
import type { OpenedPictures } from '../../../shared/library/view.ts';
import { isHalfTyped } from '../../../shared/search/field/broken-filters.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { isForDuplicates } from '../../../shared/search/search-scope.ts';
import { ok } from '../../../shared/result.ts';
import { thumbnailAddress } from '../../../shared/windows/picture-addresses.ts';
import { bridge } from '../../bridge.ts';
import { today } from '../now.ts';
import { isReturning } from '../selection/return-to.ts';
import { useSelection } from '../selection/selection-store.ts';
import { viewMemory } from '../windows/remember-view.ts';
import { useView } from '../windows/view-store.ts';
import { followView } from '../windowed/follow-view.ts';
import { arrangementFor, plainArrangement } from './arrangements.ts';
import { findPlaceInStacks } from './gallery-scroll.ts';
import { beginStacks, openStacks } from './open-stacks.ts';
import { openGallery, picturesOf, pictureView, useGallery, viewAdvanced, type Picture, type PictureView } from './gallery-store.ts';
import { maySheetFlow } from './cells-in-use.ts';
import { isCurrentJustMarked } from './just-marked.ts';

interface LibrarySearchStore {
  /** The text in the search field. The view follows it. */
  readonly search: string;
  /** Where the caret is. Null: nobody types in the field. */
  readonly caret: number | null;
  /** Whether the view on screen belongs to an older search. */
  readonly opening: boolean;
  /** Why the latest view could not be opened. */
  readonly error: AppError | null;
}

export const useLibrarySearch = create<LibrarySearchStore>(() => ({ search: viewMemory().search, caret: null, opening: false, error: null }));

/** Milliseconds that a view with other stacks or groups waits for its place, so that it does not jump there later. */
const patience = 250;
/** Pictures on both sides of its place that it is shown with. */
const around = 128;

/** Number of the latest request for a view. Only its answer is used. */
let latest = 0;
/** Changes up to this are in the view that is shown. */
let contained = 0;
/** Names the pictures that the view leaves out for now. `new-pictures.ts` sets it. */
let leftOut = (): readonly ImageId[] => [];

export function leaveOut(pictures: () => readonly ImageId[]): void {
  leftOut = pictures;
}

/** Whether a picture kept at this sequence number came after the view was opened. */
export const isAfterView = (sequence: number): boolean => sequence > contained;

const follower = followView<Picture, PictureView>({
  view: () => useGallery.getState().view,
  show: (view, located) =>
    useGallery.setState((state) => {
      const isNext = view.revision !== state.view.revision;
      return viewAdvanced(state, isNext ? { ...view, located } : view, isNext && (isReturning() || maySheetFlow()));
    }),
  read: async (at, range) => {
    const answer = await bridge.libraryPictures({ ...at, range: [...range] });
    return answer.ok ? ok(answer.value && picturesOf(answer.value)) : answer;
  },
  asks: () => {
    const { selection } = useSelection.getState();
    return { imageIds: selection?.kind === 'image' ? [selection.imageId] : [], without: [...leftOut()], ...openedStacks(useGallery.getState().view.arrangement) };
  },
  waits: isCurrentJustMarked,
  gone: () => {
    if (!useLibrarySearch.getState().opening) void open(useLibrarySearch.getState().search);
  },
  failed: () => undefined,
});

export const { count, want: wantPictures } = follower;

/** Whether the library changed while a view was being opened. Main may have read the view before the change. */
let missed = false;

/** Updates the view soon after the library changed, but not while that would move a picture that the person acts on. */
export function libraryChanged(): void {
  if (useLibrarySearch.getState().opening) missed = true;
  else follower.changed();
}

/** Updates the view now, because the person has removed or restored pictures or wants to see new ones. */
export async function followNow(): Promise<void> {
  if (useLibrarySearch.getState().opening) missed = true;
  else await follower.advance();
}

/** Marks of pictures have changed. Null: too many to name. */
export function marksOutdated(imageIds: readonly ImageId[] | null): void {
  if (useLibrarySearch.getState().opening) missed = true;
  const named = imageIds && new Set(imageIds);
  follower.outdate(({ imageId }) => named === null || named.has(imageId));
}

// Even if its top stays, a stack may have more pictures than before, or be open.
useGallery.subscribe(({ view }, before) => {
  if (view.arrangement.stack !== null && view.facts !== before.view.facts) follower.outdate(({ stack }) => stack !== null);
});
useSelection.subscribe(follower.released);
useView.subscribe(follower.released);

/** The first view of a window. */
export async function openFirstView(): Promise<{ readonly ok: true; readonly view: PictureView } | { readonly ok: false; readonly error: AppError }> {
  latest += 1;
  const { search } = useLibrarySearch.getState();
  const arrangement = arrangementFor(search);
  const answer = await bridge.libraryOpenGallery({ search, ...arrangedAs(search, arrangement) });
  if (!answer.ok) return answer;
  if (answer.value === null) return openFirstView();
  contained = answer.value.sequence;
  loadFirstThumbnails(answer.value);
  return { ok: true, view: pictureView(answer.value, search, arrangement) };
}

/** Requests the thumbnails of the first screen while React still renders it, so that its cells find them loaded. */
export function loadFirstThumbnails({ first: { ids } }: OpenedPictures): void {
  const { anchor, cellSize } = viewMemory();
  const from = anchor?.position ?? 0;
  const inSight = Math.ceil(window.innerWidth / cellSize) * Math.ceil(window.innerHeight / cellSize);
  for (const id of ids.slice(from, from + inSight)) new Image().src = thumbnailAddress(id);
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

/** The arrangement to send to main. Empty for the one that main shows anyway. */
function arrangedAs(search: string, arrangement: Arrangement): Pick<Input<'library:open-gallery'>, 'arrangement' | 'opened'> {
  // Near copies are to be compared.
  beginStacks(arrangement.stack, arrangement.stack === 'copies' && isForDuplicates(parseSearch(search, today())));
  return { ...(!sameArrangement(arrangement, plainArrangement(search)) && { arrangement }), ...openedStacks(arrangement) };
}

const openedStacks = ({ stack }: Arrangement): Pick<Input<'library:advance'>, 'opened'> => (stack === null ? {} : { opened: openStacks() });

/** Opens the view again when the arrangement of its place changes. */
export function followArrangement(): void {
  const { search, opening } = useLibrarySearch.getState();
  // A view that is on its way may have another arrangement.
  if (opening || !sameArrangement(arrangementFor(search), useGallery.getState().view.arrangement)) void open(search);
}

async function open(search: string): Promise<void> {
  latest += 1;
  const call = latest;
  useLibrarySearch.setState({ opening: true });
  const halfTyped = isHalfTyped(search, useLibrarySearch.getState().caret, today());
  const arrangement = arrangementFor(search);
  const answer = await bridge.libraryOpenGallery({ search, ...arrangedAs(search, arrangement), ...(halfTyped && { halfTyped }) });
  if (call !== latest) return;
  if (answer.ok && answer.value === null) return open(search);
  const view = answer.ok && answer.value ? await withPlace(pictureView(answer.value, search, arrangement)) : null;
  if (call !== latest) return;
  useLibrarySearch.setState({ opening: false, error: answer.ok ? null : answer.error });
  if (!answer.ok || !answer.value || !view) return;
  contained = answer.value.sequence;
  openGallery(view);
  void count();
  if (!missed) return;
  missed = false;
  marksOutdated(null);
  follower.changed();
}

/** If only the stacks or groups are others, a view with the pictures at its place. */
async function withPlace(view: PictureView): Promise<PictureView> {
  const { token, search, arrangement } = useGallery.getState().view;
  const { stack, group } = view.arrangement;
  const isOther = !sameArrangement(arrangement, view.arrangement) && sameArrangement({ ...arrangement, stack, group }, view.arrangement);
  if (token === 0 || search !== view.search || !isOther) return view;
  const whole = findPlaceInStacks(view).then((at) => (at === null ? view : follower.filled(view, [at - around, at + around])));
  return Promise.race([whole, new Promise<PictureView>((resolve) => setTimeout(() => resolve(view), patience))]);
}
