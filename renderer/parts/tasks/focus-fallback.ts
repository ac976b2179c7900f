/**
 * What gets the focus if the control that opened a dialog has gone, as it does with its task: the list of tasks, or else the strip. No text field, because
 * it would capture the undo key.
 */
export const focusFallback = (): HTMLElement | null => document.querySelector<HTMLElement>('main [role="treegrid"]') ?? document.querySelector<HTMLElement>('[data-strip-row]');

/** Focuses it. The sheet or list stays where it is. */
export const goToFallback = (): void => focusFallback()?.focus({ preventScroll: true });
