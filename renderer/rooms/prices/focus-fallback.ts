/** Candidates for the focus: the strip's line that Tab leads to, the list of the queue, and the strip itself. No text field, because it would capture the undo key. */
const places = ['[data-strip-panel] [data-line][tabindex="0"]', 'main [role="treegrid"][tabindex="0"]', '[data-strip-row]'] as const;

/** The element that gets the focus if the control that opened the dialog is gone. This happens if a higher budget let its task be sent. */
export function focusFallback(): HTMLElement | null {
  for (const place of places) {
    const found = document.querySelector<HTMLElement>(place);
    if (found) return found;
  }
  return null;
}
