/** What a popup that closes returns to Base UI, so that this element gets the focus. */
export function focusIn(to: HTMLElement): HTMLElement | false {
  if (to.tabIndex >= 0) return to;
  // In an element that Tab does not reach, such as the viewer, Base UI would focus the first button.
  queueMicrotask(() => to.focus({ preventScroll: true }));
  return false;
}
