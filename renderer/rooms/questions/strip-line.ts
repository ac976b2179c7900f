/** The line of the strip's list that Tab leads to. It gets the focus where the task that was asked about has gone from the list. */
export const stripLine = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-strip-panel] [data-line][tabindex="0"]');
