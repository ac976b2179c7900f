/**
 * Chromium clips an element at 33,554,428 physical pixels, which at a device pixel ratio of 2 and a zoom of 2 is a quarter as many CSS pixels.
 * A longer list is scrolled on a scale: one pixel of the scroll bar stands for several pixels of the list.
 *
 * Only a long movement, such as that of the thumb, follows the scale. A small one (a wheel, a key) moves the list by as many pixels as
 * the scroll bar, and so does every movement near either end or in a shorter list. After small movements, the scroll bar is not where the
 * scale puts it. When the scrolling rests, it is moved there, and the list stays.
 *
 * All lengths are CSS pixels.
 */
export interface ScrollRange {
  /** Height of the list. */
  readonly content: number;
  readonly viewport: number;
  /** Height of the scrolled element. Less than that of the list if the list is scrolled on a scale. */
  readonly height: number;
}

/** A scroll position, and the position in the list that it stands for. */
export interface ScrollPlace {
  readonly scrollTop: number;
  /** Position in the list at the upper edge of the viewport. */
  readonly contentTop: number;
}

/** The tallest element that Chromium shows whole at a device pixel ratio of 4. */
export const tallest = 8_000_000;
/** Length at either end that is not scaled. Nobody flings farther at once. */
const natural = 1_000_000;
/** A wheel or a key moves at most this many viewports between two events. */
const smallMovement = 3;

export function scrollRange(content: number, viewport: number): ScrollRange {
  return { content, viewport, height: Math.min(content, tallest) };
}

/** The position in the list that a scroll position stands for on the scale. */
export function contentTopOf({ content, viewport, height }: ScrollRange, scrollTop: number): number {
  const last = Math.max(height - viewport, 0);
  const top = Math.min(Math.max(scrollTop, 0), last);
  if (content === height || top <= natural) return top;
  const beyond = content - height;
  if (top >= last - natural) return top + beyond;
  return top + ((top - natural) / (last - 2 * natural)) * beyond;
}

/** The inverse of `contentTopOf`. */
export function scrollTopOf({ content, viewport, height }: ScrollRange, contentTop: number): number {
  const end = Math.max(content - viewport, 0);
  const top = Math.min(Math.max(contentTop, 0), end);
  if (content === height || top <= natural) return top;
  const beyond = content - height;
  if (top >= end - natural) return top - beyond;
  const last = height - viewport;
  return natural + ((top - natural) / (end - 2 * natural)) * (last - 2 * natural);
}

/** A position in the list, with the scroll position that the scale gives it. */
export function placeAt(range: ScrollRange, contentTop: number): ScrollPlace {
  const top = Math.min(Math.max(contentTop, 0), Math.max(range.content - range.viewport, 0));
  return { scrollTop: scrollTopOf(range, top), contentTop: top };
}

/** Pixels by which the scroll bar may differ from the scale while somebody scrolls. */
const slack = 4000;

/**
 * A position in a list that was laid out again while it is scrolled. Setting the scroll position would stop the movement, so it stays as it is
 * until the scrolling rests. It is set at once if it is far from where the scale puts it, or near an end, which must stand for the end of the list.
 */
export function placeWhileScrolling(range: ScrollRange, scrollTop: number, contentTop: number): ScrollPlace {
  const onScale = placeAt(range, contentTop);
  const toAnEnd = Math.min(scrollTop, range.height - range.viewport - scrollTop);
  return Math.abs(onScale.scrollTop - scrollTop) <= Math.min(slack, toAnEnd / 2) ? { scrollTop, contentTop: onScale.contentTop } : onScale;
}

/** The place after the scroll position has moved from `place` to `scrollTop`. */
export function scrolledTo(range: ScrollRange, place: ScrollPlace, scrollTop: number): ScrollPlace {
  const by = scrollTop - place.scrollTop;
  const last = Math.max(range.height - range.viewport, 0);
  // At either end, sometimes a device pixel before it, the scroll bar stands for the end of the list, however small the movement was.
  if (scrollTop <= 0 || scrollTop >= last - 1 || Math.abs(by) > smallMovement * range.viewport) return { scrollTop, contentTop: contentTopOf(range, scrollTop) };
  return { scrollTop, contentTop: Math.min(Math.max(place.contentTop + by, 0), Math.max(range.content - range.viewport, 0)) };
}
