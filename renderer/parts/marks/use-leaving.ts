import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Keeps what is typed into a field when it is left: the focus goes elsewhere, the field disappears while it has the focus, or the window closes.
 * Give both handlers to the field.
 */
export function useLeaving(keep: () => void): { readonly onFocus: () => void; readonly onBlur: () => void } {
  const focused = useRef(false);
  const leave = useEffectEvent(() => {
    if (focused.current) keep();
  });
  useEffect(() => {
    window.addEventListener('beforeunload', leave);
    return () => {
      window.removeEventListener('beforeunload', leave);
      leave();
    };
  }, []);
  return {
    onFocus() {
      focused.current = true;
    },
    onBlur() {
      focused.current = false;
      keep();
    },
  };
}
