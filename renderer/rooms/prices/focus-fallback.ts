/**
 * What gets the focus if the control that opened a dialog has gone meanwhile, because more room in the budget has sent its task: the list it was in, or
 * else the prompt.
 */
export const focusFallback = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-strip-panel] [data-line][tabindex="0"]') ?? document.querySelector<HTMLElement>('main [role="treegrid"][tabindex="0"]') ?? document.querySelector<HTMLElement>('main textarea');
