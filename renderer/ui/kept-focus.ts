import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/** What the region does with the events of its focus. React reports no blur for a control that is removed. */
interface KeptFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** Calls `focusHome` when the control that has the focus in a region is removed or disabled, because nothing is left for it to do, or when the region is. */
export function useKeptFocus(region: RefObject<HTMLElement | null>, focusHome: () => void): KeptFocus {
  const focused = useRef(false);
  const home = useRef(focusHome);
  useLayoutEffect(() => {
    home.current = focusHome;
    // Chromium takes the focus from a disabled control only with the next frame.
    if (!focused.current || !(document.activeElement === document.body || document.activeElement?.matches(':disabled'))) return;
    // Once. What it focuses may not be there.
    focused.current = false;
    focusHome();
  });
  useLayoutEffect(() => {
    const leaving = region.current;
    return () => {
      if (leaving?.contains(document.activeElement)) home.current();
    };
  }, [region]);
  return { onFocus: () => void (focused.current = true), onBlur: () => void (focused.current = false) };
}
