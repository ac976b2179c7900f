/** The line of the strip that Tab leads to. It gets the focus if the task in question has left the strip. */
export const stripLine = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-strip-panel] [data-line][tabindex="0"]');
