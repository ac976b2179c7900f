/** What Tab does not leave: a dialog, and what lies over the whole window, such as the viewer. */
const loops = '[data-modal], [role="dialog"][aria-modal="true"]';

/**
 * Moves the focus from one end of a dialog to the other. Base UI has an element without content at each end, and moves the focus on a frame after it came
 * there. Tab pressed again before that frame would leave the dialog (floating-ui/floating-ui#3498). Returns what ends that.
 */
export function loopFocus(): () => void {
  window.addEventListener('focusin', goOn, true);
  return () => window.removeEventListener('focusin', goOn, true);
}

function goOn(event: FocusEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || !target.matches('[data-base-ui-focus-guard][data-type="inside"]')) return;
  const ofEnd = target.previousElementSibling?.matches(loops) ? target.previousElementSibling : null;
  const dialog = ofEnd ?? target.nextElementSibling;
  if (!dialog?.matches(loops)) return;
  // Otherwise Base UI would move it once more.
  event.stopPropagation();
  const stops = [...dialog.querySelectorAll<HTMLElement>('*')].filter(({ tabIndex }) => tabIndex >= 0);
  if (ofEnd === null) stops.reverse();
  // What is disabled or hidden does not take the focus.
  for (const stop of stops) {
    stop.focus();
    if (document.activeElement === stop) return;
  }
}
