import { sameArrangement } from '../../../shared/library/arrangement.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { Anchor } from '../../../shared/windows/view-memory.ts';
import { isReturning } from '../selection/return-to.ts';
import { useSelection, type Selection } from '../selection/selection-store.ts';
import { remember, viewMemory } from '../windows/remember-view.ts';
import { rowAt } from '../windowed/blocks.ts';
import { keepPlace, type DrawnView } from '../windowed/place-keeper.ts';
import { indexOfImage, locate, locateTime, useGallery, type PictureView } from './gallery-store.ts';
import { flow, flowIfFree, pointedImage } from './cells-in-use.ts';
import { cameAbove, sawBelow } from './sheet-top.ts';

/** The view that is drawn, and what was selected in it before the latest pictures came or went. */
let drawn: PictureView | null = null;
/** The measure of its cells. */
let measure: string | undefined;
let selected: Selection = null;

/** Whether the best ones come first. The person has asked for them. */
const beginsWithBest = ({ arrangement: { by } }: PictureView): boolean => by === 'similarity' || by === 'relevance';

/**
 * Keeps the scroll position of the grid. After a deletion, the later cells close the gap, so a cell in use among them keeps its height on the screen, but
 * its column may change.
 */
const keeper = keepPlace<PictureView, Anchor>({
  anchorAt: ({ blocks }, position, offset) => {
    const picture = rowAt(blocks, position);
    return picture && { imageId: picture.imageId, position, savedAt: picture.savedAt, offset: Math.round(offset) };
  },
  find: async (view, { imageId, savedAt }) => {
    const there = await locate(imageId, view);
    if (there !== -1) return there;
    const position = await locateTime(savedAt + 1, view);
    const shown = useGallery.getState().view;
    const { length } = shown.token === view.token ? shown : view;
    // The last cell if all are newer.
    return position === null || length === 0 ? null : Math.min(position, length - 1);
  },
  isSame: (before, now) => before.search === now.search && sameArrangement(before.arrangement, now.arrangement),
  isLikely: ({ search, arrangement }) => search === viewMemory().search && (drawn === null || sameArrangement(drawn.arrangement, arrangement)),
  // The next start and the way back lead to the place.
  leadsTo: (next) => !beginsWithBest(next) || next.search === viewMemory().search,
  leadIn: (next) => (beginsWithBest(next) && next.token !== drawn?.token ? null : useSelection.getState().index),
  inUse: (before, now) =>
    [pointedImage(), selected?.kind === 'image' ? selected.imageId : null]
      .filter((id): id is ImageId => id !== null && indexOfImage({ view: now }, id) >= 0)
      .map((id) => indexOfImage({ view: before }, id)),
  recalled: viewMemory().anchor,
  remember: ({ search }, anchor) => remember({ search, anchor }),
  onMove: (above) => {
    sawBelow(above);
    // Pictures that came while the top was out of sight.
    if (above === 0) flowIfFree();
  },
  onCameAbove: (count) => {
    if (!isReturning()) cameAbove(count);
  },
});

/** Restores the place after a new layout. `asked`: the person moved to a cell, so arrivals above it do not count as unseen. */
export function restoreSheet(sheet: DrawnView<PictureView>, asked: boolean): void {
  keeper.restore(sheet, asked);
  // Cells that get another size move in any case.
  if (sheet.measure !== measure) flow();
  measure = sheet.measure;
  drawn = sheet.view;
  selected = useSelection.getState().selection;
}

export const leaveSheet = keeper.leave;

/** Looks for the place in a view that is not shown yet, of the same pictures in the same order with other stacks or groups. Null: it begins at its top. */
export const findPlaceInStacks = keeper.findPlace;

/** Shows the next view from its beginning instead of at the last scroll position. */
export function forgetPlace(): void {
  remember({ anchor: null });
  keeper.forget();
}

useSelection.subscribe(({ selection, choices }, before) => {
  if (choices !== before.choices) keeper.stay();
  if (useGallery.getState().view === drawn) selected = selection;
});
