import type { KeyboardEvent } from 'react';

/** For a part of a dialog or of the window that has its own way back: Escape leaves that part, and nothing around it. Null: it has none now. */
export function leaveByEscape(leave: (() => void) | null): { readonly onKeyDown: (event: KeyboardEvent) => void } {
  return {
    onKeyDown(event) {
      if (leave === null || event.key !== 'Escape' || event.nativeEvent.isComposing) return;
      event.stopPropagation();
      leave();
    },
  };
}
