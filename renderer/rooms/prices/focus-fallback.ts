/** The line of the strip that Tab leads to, the list of the queue, and the strip itself. No text field, which would capture the undo key of the window. */
const places = ['[data-strip-panel] [data-line][tabindex="0"]', 'main [role="treegrid"][tabindex="0"]', '[data-strip-row]'] as const;

/** What gets the focus if the control that opened a dialog has gone meanwhile, because more room in the budget has sent its task. */
export function focusFallback(): HTMLElement | null {
  for (const place of places) {
    const found = document.querySelector<HTMLElement>(place);
    if (found) return found;
  }
  return null;
}
