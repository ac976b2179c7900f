/**
 * What gets the focus if the control that opened a dialog has gone, as it does with its task: the list of tasks, or else what stands in its place, the strip, or
 * the name of the page in the sidebar. No text field, because it would capture the undo key.
 */
export function focusFallback(): HTMLElement | null {
  for (const home of ['main [role="treegrid"]', '[data-task-section]', '[data-strip-row]', 'nav [aria-current="page"]']) {
    const found = document.querySelector<HTMLElement>(home);
    if (found) return found;
  }
  return null;
}

/** Focuses it. The sheet or list stays where it is. */
export const goToFallback = (): void => focusFallback()?.focus({ preventScroll: true });
