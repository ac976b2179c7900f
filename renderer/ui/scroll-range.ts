/**
 * Chromium cuts an element at 33,554,428 physical pixels, at a device pixel ratio of 2 and a zoom of 2 at a quarter of that. A list
 * that is longer is scrolled on a scale: one pixel of the scroll bar stands for several of the list.
 *
 * Near either end, and for all of a shorter list, a pixel is a pixel. Between them it is so for every small movement (a wheel, a
 * key), and a long one (the thumb of the scroll bar) goes by the scale. What was gained or lost against the scale by small
 * movements is made good when the scrolling rests: the scroll bar moves, the list stays.
 *
 * All lengths are CSS pixels.
 */
export interface ScrollRange {
  /** Height of the list as it would be. */
  readonly content: number;
  /** Height of what is seen of it. */
  readonly viewport: number;
  /** Height that the scrolled element really gets. */
  readonly height: number;
}

/** Where a scroller stands, and what of the list that means. */
export interface ScrollPlace {
  readonly scrollTop: number;
  /** Where the upper edge of the viewport stands in the list. */
  readonly contentTop: number;
}

/** Reaches to a device pixel ratio of 4. */
export const tallest = 8_000_000;
/** At either end a pixel is a pixel for so long: nobody flings farther at once. */
const natural = 1_000_000;
/** Viewports that a wheel or a key moves at most between two events. */
const smallMovement = 3;

export function scrollRange(content: number, viewport: number): ScrollRange {
  return { content, viewport, height: Math.min(content, tallest) };
}

/** By the scale. */
export function contentTopOf({ content, viewport, height }: ScrollRange, scrollTop: number): number {
  const last = Math.max(height - viewport, 0);
  const top = Math.min(Math.max(scrollTop, 0), last);
  if (content === height || top <= natural) return top;
  const beyond = content - height;
  if (top >= last - natural) return top + beyond;
  return top + ((top - natural) / (last - 2 * natural)) * beyond;
}

/** The way back. */
export function scrollTopOf({ content, viewport, height }: ScrollRange, contentTop: number): number {
  const end = Math.max(content - viewport, 0);
  const top = Math.min(Math.max(contentTop, 0), end);
  if (content === height || top <= natural) return top;
  const beyond = content - height;
  if (top >= end - natural) return top - beyond;
  const last = height - viewport;
  return natural + ((top - natural) / (end - 2 * natural)) * (last - 2 * natural);
}

/** A place in the list, and the scroll bar where it belongs. */
export function placeAt(range: ScrollRange, contentTop: number): ScrollPlace {
  const top = Math.min(Math.max(contentTop, 0), Math.max(range.content - range.viewport, 0));
  return { scrollTop: scrollTopOf(range, top), contentTop: top };
}

/** Pixels by which the scroll bar may be wrong while somebody scrolls. */
const slack = 4000;

/**
 * A place in a list that was laid out anew under a scroller that moves. Whoever puts the scroller elsewhere ends its movement, so the
 * scroll bar stays where it is until it rests, unless that is far from where it belongs, or near an end, which must mean the end.
 */
export function heldAt(range: ScrollRange, scrollTop: number, contentTop: number): ScrollPlace {
  const settled = placeAt(range, contentTop);
  const toAnEnd = Math.min(scrollTop, range.height - range.viewport - scrollTop);
  return Math.abs(settled.scrollTop - scrollTop) <= Math.min(slack, toAnEnd / 2) ? { scrollTop, contentTop: settled.contentTop } : settled;
}

/** Where the list stands after the scroller has moved from `place` to `scrollTop`. */
export function scrolledTo(range: ScrollRange, place: ScrollPlace, scrollTop: number): ScrollPlace {
  const by = scrollTop - place.scrollTop;
  const last = Math.max(range.height - range.viewport, 0);
  // At its ends (a device pixel before them, at times) the scroll bar means the ends of the list, however it came there.
  if (scrollTop <= 0 || scrollTop >= last - 1 || Math.abs(by) > smallMovement * range.viewport) return { scrollTop, contentTop: contentTopOf(range, scrollTop) };
  return { scrollTop, contentTop: Math.min(Math.max(place.contentTop + by, 0), Math.max(range.content - range.viewport, 0)) };
}
