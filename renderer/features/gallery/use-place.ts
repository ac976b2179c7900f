import { useEffect, useLayoutEffect, useRef } from 'react';
import { indexAfter, slotsOf } from '../../stores/cells.ts';
import type { GalleryState } from '../../stores/gallery-store.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { locate, locateTime } from '../../stores/library-view.ts';
import type { Anchor } from '../../stores/way-back.ts';
import { leftAt, rememberPlace } from '../../stores/way-back.ts';
import type { Hold, SheetLayout } from './sheet-layout.ts';
import { holdAt, topFor } from './sheet-layout.ts';
import type { SheetScroll } from './use-sheet-scroll.ts';

/** Milliseconds after which the place is written down. */
const restAfter = 300;

interface Kept {
  /** The cell at the upper edge, in the view that is shown; null at the top. */
  hold: Hold | null;
  /** The picture that the person last scrolled to: what is looked for in every other view. */
  anchor: Anchor | null;
  /** Where in the view the anchor is to be shown as soon as the view reaches so far. */
  wanted: { readonly position: number; readonly offset: number } | null;
  /** Counts what makes an older search for the anchor void. */
  generation: number;
}

interface Sheet {
  readonly layout: SheetLayout;
  readonly gallery: GalleryState;
  readonly scroll: Pick<SheetScroll, 'top' | 'goTo' | 'onMove'>;
  /** The scroller was measured. */
  readonly ready: boolean;
}

/**
 * Keeps what the eye holds on to where it is: when cells get another size or place, when others come above it, when another view is
 * opened, and from one visit or start to the next.
 */
export function usePlace(sheet: Sheet): void {
  const kept = useRef<Kept>({ hold: null, anchor: null, wanted: null, generation: 0 });
  const latest = useRef<Sheet | null>(null);
  /** The sheet is moved by this hook, not by the person. */
  const own = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const rememberSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current && remember(latest.current.gallery, kept.current), restAfter);
  };
  const goTo = (top: number): void => {
    own.current = true;
    latest.current?.scroll.goTo(top);
    own.current = false;
  };
  const showWanted = (): void => {
    const { wanted } = kept.current;
    const now = latest.current;
    if (!wanted || !now?.ready || wanted.position >= now.gallery.view.length) return;
    const hold = { index: slotsOf(now.gallery).length + wanted.position, offset: wanted.offset };
    kept.current = { ...kept.current, hold, wanted: null };
    goTo(topFor(now.layout, hold));
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
    kept.current = { ...kept.current, wanted: { position: inside, offset: anchor.offset } };
    showWanted();
  };

  const before = useRef<Sheet | null>(null);
  useLayoutEffect(() => {
    sheet.scroll.onMove(() => {
      const now = latest.current;
      if (!now || own.current) return;
      const hold = holdAt(now.layout, now.scroll.top());
      kept.current = { hold, anchor: anchorOf(now.gallery, hold), wanted: null, generation: kept.current.generation + 1 };
      rememberSoon();
    });
    const previous = before.current;
    before.current = sheet;
    latest.current = sheet;
    if (!sheet.ready) return;
    if (!previous?.ready) {
      const { anchor } = leftAt();
      if (!anchor) return;
      kept.current = { ...kept.current, anchor, wanted: { position: anchor.position, offset: anchor.offset } };
      showWanted();
      void find(anchor);
    } else if (previous.gallery.view.token !== sheet.gallery.view.token) {
      const { anchor } = kept.current;
      kept.current = { ...kept.current, hold: null, wanted: null };
      goTo(0);
      if (anchor) void find(anchor);
      rememberSoon();
    } else {
      const { hold } = kept.current;
      const index = hold && indexAfter(previous.gallery, sheet.gallery, hold.index);
      if (hold && index !== null && (index !== hold.index || previous.layout !== sheet.layout)) {
        kept.current = { ...kept.current, hold: { ...hold, index } };
        goTo(topFor(sheet.layout, { ...hold, index }));
      }
      // The picture that was scrolled to before it was here.
      if (kept.current.hold && !kept.current.anchor) {
        kept.current = { ...kept.current, anchor: anchorOf(sheet.gallery, kept.current.hold) };
        rememberSoon();
      }
      showWanted();
    }
  });

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (latest.current?.ready) remember(latest.current.gallery, kept.current);
    },
    [],
  );
}

/** The picture of a held cell; null where there is none, or it is not here yet. */
function anchorOf(gallery: GalleryState, hold: Hold | null): Anchor | null {
  const position = hold ? hold.index - slotsOf(gallery).length : -1;
  const picture = position < 0 ? null : gallery.view.blocks.at(position);
  return hold && picture && { imageId: picture.imageId, position, savedAt: picture.savedAt, offset: Math.round(hold.offset) };
}

function remember(gallery: GalleryState, { hold, anchor }: Kept): void {
  rememberPlace({ search: gallery.view.search, anchor: hold && (anchorOf(gallery, hold) ?? anchor) });
}
