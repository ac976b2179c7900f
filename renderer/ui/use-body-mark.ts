import { useLayoutEffect } from 'react';

type BodyMark = 'data-shows-toast' | 'data-shows-selection-bar' | 'data-shows-one-selected';

/**
 * Marks the body while something is shown, so that style sheets elsewhere make room for it. `body:has(…)` would do without, but Chromium would resolve
 * styles anew for it whenever a row of the grid changes: half of all its work on styles while a person scrolls.
 */
export function useBodyMark(mark: BodyMark, isShown = true): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    document.body.setAttribute(mark, '');
    return () => document.body.removeAttribute(mark);
  }, [mark, isShown]);
}
