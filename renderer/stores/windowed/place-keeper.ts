import { firstSeen, fixedAt, fixedOn, topFor, type Fixed, type ScrolledList } from '../../ui/scrolling/scroll-anchor.ts';
import type { ListScroll } from '../../ui/scrolling/use-list-scroll.ts';
import { rowAt } from './blocks.ts';
import { nextAfter } from './moved-rows.ts';
import { splicesSince, type WindowedView } from './windowed-view.ts';

/** Milliseconds without movement until the place is saved. */
const restAfter = 300;

/** Where a row was, so that it can be looked for in another view. */
export interface Anchor {
  readonly position: number;
  /** Pixels from the upper edge of the viewport down to the row. */
  readonly offset: number;
}

/** A view as it is drawn. */
export interface DrawnView<View> {
  readonly view: View;
  readonly layout: ScrolledList;
  readonly scroll: Pick<ListScroll, 'top' | 'goTo' | 'keepAt' | 'onMove'>;
  /** Height of the viewport. 0 until it is measured. */
  readonly viewport: number;
  /** Equal for layouts whose rows have the same sizes. */
  readonly measure?: string;
}

interface PlaceRules<View, Kept extends Anchor> {
  /** Null: the row is not loaded. */
  readonly anchorAt: (view: View, index: number, offset: number) => Kept | null;
  /** The present position of an anchor. Null: it is not in the view, or the view is gone. */
  readonly find: (view: View, anchor: Kept) => Promise<number | null>;
  /** Whether the two views are of the same search and order. */
  readonly isSame: (before: View, now: View) => boolean;
  /** Whether the position of the anchor can be expected to be right in the view. */
  readonly isLikely: (view: View, anchor: Kept) => boolean;
  /** Whether the view is to show the row that was at the upper edge in another view. */
  readonly leadsTo: (view: View, anchor: Kept) => boolean;
  /** Row in sight to keep in place in `next`, before the one at the upper edge. -1: none. Null: no earlier one carries over either. */
  readonly leadIn: (next: View) => number | null;
  /** Positions before the change of rows that are in use and must not move on the screen, the most important first. */
  readonly inUse?: (before: View, now: View) => readonly number[];
  /** What was remembered in the last session. */
  readonly recalled: Kept | null;
  /** Keeps for the next start what is shown and where. `earlier`: where the person scrolled last, maybe in another view. */
  readonly remember: (view: View, anchor: Kept | null, earlier: Kept | null) => void;
  /** The list has moved, and this many rows are above those in sight. */
  readonly onMove?: (above: number) => void;
  /** Rows came above those in sight. */
  readonly onCameAbove?: (count: number) => void;
}

export interface PlaceKeeper<View> {
  /** Restores the place after a new layout. `asked`: the person moved to a row, so those that came above it do not count. */
  restore(now: DrawnView<View>, asked?: boolean): void;
  /** Looks for the place in a view, which may not be shown yet. Resolves to the position of the row that leads to it, or null. */
  findPlace(view: View): Promise<number | null>;
  /** The person is busy with what is in sight: the view does not go to another place any more. */
  stay(): void;
  /** Shows the next view from its beginning. */
  forget(): void;
  /** The list is no longer drawn. */
  leave(): void;
}

/**
 * Keeps in place what the person is looking at: when rows change their size or position, when others arrive above, when another view
 * opens, and across visits and restarts. When rows come or go, one that is in use has priority.
 */
export function keepPlace<View extends WindowedView<unknown>, Kept extends Anchor>(rules: PlaceRules<View, Kept>): PlaceKeeper<View> {
  /** The row that stays where it is, in the view that is drawn. Null at the top. */
  let fixed: Fixed | null = null;
  /** What was in sight when the person last scrolled. It is looked for in every other view. */
  let atTop: Kept | null = rules.recalled;
  /** The row that leads to the next view, if it was in sight. It is looked for first. */
  let lead: Kept | null = null;
  /** Where to show the view as soon as it is long enough. */
  let wanted: (Anchor & Pick<Fixed, 'whole'> & Pick<WindowedView<unknown>, 'token'>) | null = null;
  /** The view that was searched for the place last. */
  let searched = 0;
  /** Changes with each search, and with everything that makes a search obsolete. */
  let searches = 0;
  /** The view as it was drawn last, and whether it still is. */
  let latest: DrawnView<View> | null = null;
  let isDrawn = false;
  /** Whether a movement of the list is made here and not by the person. */
  let isOwnMove = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const goTo = (top: number): void => {
    isOwnMove = true;
    latest?.scroll.goTo(top);
    isOwnMove = false;
  };
  /** The anchor of the row that stays, or of the first row in sight if that one only has to stay in sight (`whole`). */
  const anchorOf = ({ layout, scroll, view }: DrawnView<View>, row: Fixed | null): Kept | null => {
    const at = row?.whole ? fixedAt(layout, scroll.top()) : row;
    return at && rules.anchorAt(view, at.index, at.offset);
  };
  const remember = (): void => {
    clearTimeout(timer);
    if (latest && isDrawn) rules.remember(latest.view, fixed && (anchorOf(latest, fixed) ?? atTop), atTop);
  };
  const rememberSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(remember, restAfter);
  };
  const goBackTo = (now: DrawnView<View>, at: Fixed): void => {
    goTo(topFor(now.layout, at, now.viewport));
    fixed = fixedAt(now.layout, now.scroll.top()) && at;
    // Main may have looked for it so long that the view was remembered without it.
    rememberSoon();
  };
  const showWanted = (): void => {
    if (!wanted || !isDrawn || latest?.view.token !== wanted.token || wanted.position >= latest.view.length) return;
    const { position, offset, whole } = wanted;
    wanted = null;
    goBackTo(latest, { index: position, offset, whole });
  };

  const findPlace = async (view: View): Promise<number | null> => {
    searches += 1;
    const search = searches;
    searched = view.token;
    const leads = rules.leadIn(view);
    if (leads !== null && isDrawn && latest && latest.view.token !== view.token) lead = leadInSight(latest, leads) ?? lead;
    const anchors = [...(lead && leads !== null ? [lead] : []), ...(atTop && rules.leadsTo(view, atTop) ? [atTop] : [])];
    // The same view, opened again, stays where it is until its place is found.
    const likely = isDrawn && latest && rules.isSame(latest.view, view) ? undefined : anchors.find((anchor) => rules.isLikely(view, anchor));
    // The row that leads there stays in sight, also if the other view has a header where it was.
    const wantedAt = (anchor: Kept, position: number): typeof wanted => ({ token: view.token, position, offset: anchor.offset, whole: anchor === lead });
    wanted = likely ? wantedAt(likely, likely.position) : null;
    // At once: if Latent quits now, the next start must not search for what the person has cleared.
    rules.remember(view, atTop, atTop);
    for (const anchor of anchors) {
      const position = await rules.find(view, anchor);
      if (search !== searches) return null;
      if (position === null) continue;
      wanted = wantedAt(anchor, position);
      showWanted();
      return position;
    }
    return null;
  };
  const leadInSight = (now: DrawnView<View>, index: number): Kept | null =>
    index >= 0 && isInSight(now, index) ? rules.anchorAt(now.view, index, fixedOn(now.layout, index, now.scroll.top()).offset) : null;

  const moved = (index: number | null): void => {
    if (!latest || !isDrawn) return;
    rules.onMove?.(firstSeen(latest.layout, latest.scroll.top()));
    if (isOwnMove) return;
    fixed = index === null ? fixedBy(latest) : fixedOn(latest.layout, index, latest.scroll.top(), true);
    atTop = anchorOf(latest, fixed);
    lead = null;
    stay();
    rememberSoon();
  };
  const stay = (): void => {
    wanted = null;
    searches += 1;
    // A view that is not drawn yet gets the place that the person has gone to.
    if (latest?.view.token !== searched) searched = 0;
  };

  const restore = (now: DrawnView<View>, asked = false): void => {
    now.scroll.onMove(moved);
    if (!now.viewport) return;
    const [before, isBack] = [latest, !isDrawn];
    const splices = before && splicesSince(before.view, now.view);
    [latest, isDrawn] = [now, true];
    if (before && splices) follow(before, now, (index) => nextAfter(splices, index), isBack, asked);
    else openAt(before, now);
    showWanted();
  };
  /** Another view than before is drawn, or it is not known how the rows moved. */
  const openAt = (before: DrawnView<View> | null, now: DrawnView<View>): void => {
    fixed = null;
    if (searched !== now.view.token || before?.view.token === now.view.token) void findPlace(now.view);
    if (before && !rules.isSame(before.view, now.view)) goTo(0);
    rememberSoon();
  };
  /** The row in use, if other rows are drawn. */
  const used = (before: DrawnView<View>, now: DrawnView<View>): Fixed | null => {
    const index = rules.inUse?.(before.view, now.view).find((at) => at >= 0 && isInSight(before, at));
    return index === undefined ? null : fixedOn(before.layout, index, before.scroll.top());
  };
  /** The row that leads, if it was wholly in sight and the rows or the viewport have another size now. */
  const leading = (before: DrawnView<View>, now: DrawnView<View>): Fixed | null => {
    if (before.viewport === now.viewport && before.measure === now.measure) return null;
    const index = rules.leadIn(now.view) ?? -1;
    return index >= 0 && index !== fixed?.index && isWhole(before, index) ? fixedOn(before.layout, index, before.scroll.top(), true) : null;
  };
  /** The same view is drawn, with other rows or places. */
  const follow = (before: DrawnView<View>, now: DrawnView<View>, indexNow: (index: number) => number, isBack: boolean, asked: boolean): void => {
    const isOther = before.view.revision !== now.view.revision;
    if (isOther) rememberSoon();
    if (wanted?.token === now.view.token && isOther) wanted = { ...wanted, position: indexNow(wanted.position) };
    if (isBack && !fixed) return;
    const preferred = isBack ? null : isOther ? used(before, now) : leading(before, now);
    const row = preferred ?? fixed;
    const index = row && Math.min(indexNow(row.index), now.layout.count - 1);
    if (row && index !== null && index >= 0) {
      if (isBack) goBackTo(now, { ...row, index });
      else if (index !== row.index || before.layout !== now.layout || (row.whole && before.viewport !== now.viewport)) {
        now.scroll.keepAt(topFor(now.layout, { ...row, index }, now.viewport));
        fixed = fixedAt(now.layout, now.scroll.top()) && { ...row, index };
        if (!asked && firstSeen(now.layout, now.scroll.top()) > 0) rules.onCameAbove?.(index - row.index);
      }
    }
    // The row that was scrolled to before it was loaded.
    if (!fixed || atTop) return;
    atTop = anchorOf(now, fixed);
    rememberSoon();
  };

  return {
    restore,
    findPlace,
    stay,
    forget() {
      [fixed, atTop, lead] = [null, null, null];
      stay();
    },
    leave() {
      remember();
      isDrawn = false;
    },
  };
}

function isInSight<View>({ layout, scroll, viewport }: DrawnView<View>, index: number): boolean {
  const top = scroll.top();
  const { y, height } = layout.placeOf(index);
  return y + height > top && y < top + viewport;
}

function isWhole<View>({ layout, scroll, viewport }: DrawnView<View>, index: number): boolean {
  const top = scroll.top();
  const { y, height } = layout.placeOf(index);
  return y >= top && y + height <= top + viewport;
}

/**
 * The row that stays where it is after the person has scrolled. At the end of the list, it is the last row. Elsewhere, it is the first loaded row in sight,
 * because a row that is not loaded may get another height.
 */
function fixedBy<View extends WindowedView<unknown>>({ layout, view, scroll, viewport }: DrawnView<View>): Fixed | null {
  const top = scroll.top();
  const fixed = fixedAt(layout, top);
  if (!fixed) return null;
  if (top >= layout.height - viewport - 1) return fixedOn(layout, layout.count - 1, top, true);
  for (let index = fixed.index; index < layout.count && layout.placeOf(index).y < top + viewport; index = layout.rowOf(index).end) {
    if (rowAt(view.blocks, index) !== null) return fixedOn(layout, index, top);
  }
  return fixed;
}
