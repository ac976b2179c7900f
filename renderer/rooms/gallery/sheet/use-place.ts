import { useEffect, useRef } from 'react';
import type { ImageId } from '../../../../shared/task.ts';
import type { Anchor } from '../../../../shared/view-memory.ts';
import { entryAt, indexAfter, indexOfImage } from '../../../stores/gallery/cells.ts';
import { useGallery, type GalleryState } from '../../../stores/gallery/gallery-store.ts';
import { locate, locateTime } from '../../../stores/gallery/locating.ts';
import { isReturning } from '../../../stores/selection/return-to.ts';
import { remember as rememberView, viewMemory } from '../../../stores/view-memory.ts';
import { onForgetPlace } from '../../../stores/gallery/way-back.ts';
import { pointedImage } from '../../../stores/gallery/held.ts';
import { useSelection, type Selection } from '../../../stores/selection/selection-store.ts';
import { rowAt } from '../../../stores/windowed/blocks.ts';
import { cameAbove, sawBelow } from '../../../stores/gallery/sheet-top.ts';
import { holdAt, holdOn, topFor, type Hold, type SheetLayout } from '../layout/sheet-layout.ts';
import type { ListScroll } from '../../../ui/use-list-scroll.ts';

/** Milliseconds without movement until the place is saved. */
const restAfter = 300;

interface Kept {
  /** The cell that stays where it is, in the view that is shown; null at the top. */
  hold: Hold | null;
  /** The picture at the upper edge of where the person last scrolled to: what is looked for in every other view. */
  anchor: Anchor | null;
  /** The anchor is not known to be in the view. The cell that is held only stands in for it. */
  away: boolean;
  /** Where in the view the anchor is to be shown as soon as the view reaches so far. */
  wanted: { readonly position: number; readonly offset: number } | null;
  /** Counts what makes an older search for the anchor void. */
  generation: number;
}

interface Sheet {
  readonly layout: SheetLayout;
  readonly gallery: GalleryState;
  readonly scroll: Pick<ListScroll, 'top' | 'goTo' | 'keepAt' | 'onMove' | 'sight'>;
  /** Height of what is seen of the sheet; 0 until it was measured. */
  readonly viewport: number;
}

/**
 * Keeps in place what the person is looking at: when cells change their size or position, when others arrive above, when another view
 * opens, and across visits and restarts. When pictures come or go, a held cell has priority. After a deletion the later cells close the
 * gap, so a held cell among them keeps its height on the screen, but its column may change.
 * @returns a function that restores the position after a new layout; `asked`: the person moved to a cell, so arrivals above it do not count as unseen
 */
export function usePlace(sheet: Sheet): (asked: boolean) => void {
  const kept = useRef<Kept>({ hold: null, anchor: null, away: false, wanted: null, generation: 0 });
  const latest = useRef<Sheet | null>(null);
  /** The sheet is moved by this hook, not by the person. */
  const own = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const rememberSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current && remember(latest.current, kept.current), restAfter);
  };
  const goTo = (top: number): void => {
    own.current = true;
    latest.current?.scroll.goTo(top);
    own.current = false;
  };
  const showWanted = (): void => {
    const { wanted } = kept.current;
    const now = latest.current;
    if (!wanted || !now?.viewport || wanted.position >= now.gallery.view.length) return;
    const hold = { index: wanted.position, offset: wanted.offset, whole: false };
    kept.current = { ...kept.current, hold, wanted: null };
    goTo(topFor(now.layout, hold, now.viewport));
    // Main may have looked for it so long that the sheet was written down without it.
    rememberSoon();
  };
  const find = async (anchor: Anchor): Promise<void> => {
    kept.current.generation += 1;
    const { generation } = kept.current;
    const there = await locate(anchor.imageId);
    const position = there === -1 ? await locateTime(anchor.savedAt + 1) : there;
    if (position === null || generation !== kept.current.generation) return;
    // The last one, where all are newer.
    const inside = there === -1 ? Math.min(position, useGallery.getState().view.length - 1) : position;
    if (inside < 0) return;
    kept.current = { ...kept.current, away: there === -1, wanted: { position: inside, offset: anchor.offset } };
    showWanted();
  };

  /** The cell stays where it is on screen, though others came before it. */
  const stay = ({ layout, scroll, viewport }: Sheet, hold: Hold, wasThere: boolean, more: number): void => {
    const top = topFor(layout, hold, viewport);
    if (wasThere) scroll.keepAt(top);
    else goTo(top);
    kept.current = { ...kept.current, hold: holdAt(layout, scroll.top()) && hold };
    if (scroll.sight.getState().seen > 0) cameAbove(more);
  };

  const before = useRef<Sheet | null>(null);
  /** As long as the gallery is the one that is drawn. */
  const selected = useRef<Selection>(null);
  const settle = (asked: boolean): void => {
    sheet.scroll.onMove((index) => {
      sawBelow(sheet.scroll.sight.getState().seen);
      const now = latest.current;
      if (!now || own.current) return;
      const hold = index === null ? heldBy(now) : holdOn(now.layout, index, now.scroll.top(), true);
      kept.current = { hold, anchor: anchorOf(now, hold), away: false, wanted: null, generation: kept.current.generation + 1 };
      rememberSoon();
    });
    const previous = before.current;
    before.current = sheet;
    place(previous, asked);
    selected.current = useSelection.getState().selection;
  };
  const place = (previous: Sheet | null, asked: boolean): void => {
    latest.current = sheet;
    if (!sheet.viewport) return;
    if (!previous?.viewport) {
      const { anchor } = viewMemory();
      if (!anchor) {
        // While nothing matched the search before, there was no sheet to remember this one.
        if (sheet.gallery.view.token !== 0) rememberSoon();
        return;
      }
      kept.current = { ...kept.current, anchor, away: true, wanted: { position: anchor.position, offset: anchor.offset } };
      showWanted();
      void find(anchor);
      return;
    }
    const indexNow = (index: number): number | null => indexAfter(previous.gallery, sheet.gallery, index);
    if (indexNow(0) === null) {
      const { anchor } = kept.current;
      kept.current = { ...kept.current, hold: null, away: anchor !== null, wanted: null };
      if (previous.gallery.view.search !== sheet.gallery.view.search) {
        goTo(0);
        // At once: if Latent quits now, the next start must not search for what the person has cleared.
        rememberView({ search: sheet.gallery.view.search, anchor });
      }
      if (anchor) void find(anchor);
      rememberSoon();
    } else {
      const isOther = previous.gallery.view.revision !== sheet.gallery.view.revision;
      const { wanted } = kept.current;
      if (isOther) rememberSoon();
      if (wanted && isOther) kept.current.wanted = { ...wanted, position: indexNow(wanted.position) ?? wanted.position };
      const hold = (isOther ? heldInSight(previous, sheet, selected.current) : null) ?? kept.current.hold;
      const index = hold && indexNow(hold.index);
      if (hold && index !== null && index >= 0 && (index !== hold.index || previous.layout !== sheet.layout)) {
        // Too short a view may not have let it stand there. Then the sheet must not be scrolled past its end for it.
        const wasThere = Math.abs(topFor(previous.layout, hold, previous.viewport) - sheet.scroll.top()) < 1;
        stay(sheet, { ...hold, index }, wasThere, asked || isReturning() ? 0 : index - hold.index);
      }
      // The picture that was scrolled to before it was here.
      if (kept.current.hold && !kept.current.anchor) {
        kept.current = { ...kept.current, anchor: anchorOf(sheet, kept.current.hold) };
        rememberSoon();
      }
      showWanted();
    }
  };

  useEffect(
    () =>
      useSelection.subscribe(({ selection }) => {
        if (useGallery.getState() === latest.current?.gallery) selected.current = selection;
      }),
    [],
  );
  useEffect(
    () =>
      onForgetPlace(() => {
        kept.current = { hold: null, anchor: null, away: false, wanted: null, generation: kept.current.generation + 1 };
      }),
    [],
  );
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (latest.current?.viewport) remember(latest.current, kept.current);
    },
    [],
  );
  return settle;
}

/**
 * What the eye holds on to after a movement of its own. At the end of the sheet, the last cell. Else the first row whose pictures are
 * here, if one is in sight: rows that wait for theirs may get other heights.
 */
function heldBy({ layout, gallery, scroll, viewport }: Sheet): Hold | null {
  const top = scroll.top();
  const hold = holdAt(layout, top);
  if (!hold) return null;
  if (top >= layout.height - viewport - 1) return holdOn(layout, layout.count - 1, top, true);
  for (let index = hold.index; index < layout.count && layout.placeOf(index).y < top + viewport; index = layout.rowOf(index).end) {
    if (entryAt(gallery, index)?.kind !== 'blank') return holdOn(layout, index, top);
  }
  return hold;
}

/**
 * A cell in sight that nothing may move under the person's hand, and that is still there: the one under the pointer, or a selected one.
 * @param selected before the pictures came or went
 */
function heldInSight({ layout, gallery, scroll, viewport }: Sheet, now: Sheet, selected: Selection): Hold | null {
  const top = scroll.top();
  const isThere = (id: ImageId | null): id is ImageId => id !== null && indexOfImage(now.gallery, id) >= 0;
  const isInSight = (index: number): boolean => {
    const { y, height } = layout.placeOf(index);
    return y + height > top && y < top + viewport;
  };
  const ids = [pointedImage(), selected?.kind === 'image' ? selected.imageId : null].filter(isThere);
  const index = ids.map((id) => indexOfImage(gallery, id)).find((at) => at >= 0 && isInSight(at));
  return index === undefined ? null : holdOn(layout, index, top);
}

/** The picture that is held, or of the first row, if a cell is held for its own sake; null at the top, and where it is not here yet. */
function anchorOf({ layout, gallery, scroll }: Sheet, held: Hold | null): Anchor | null {
  const hold = held?.whole ? holdAt(layout, scroll.top()) : held;
  const picture = hold && rowAt(gallery.view.blocks, hold.index);
  return hold && picture && { imageId: picture.imageId, position: hold.index, savedAt: picture.savedAt, offset: Math.round(hold.offset) };
}

function remember(sheet: Sheet, { hold, anchor, away }: Kept): void {
  const shown = hold && anchorOf(sheet, hold);
  const kept = away ? anchor && { ...anchor, position: shown?.position ?? 0 } : (shown ?? anchor);
  rememberView({ search: sheet.gallery.view.search, anchor: kept });
}
