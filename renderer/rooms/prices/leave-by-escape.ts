import type { KeyboardEvent } from 'react';

/** For a part of a dialog that has its own way back: Escape leaves that part, and not the whole dialog with what was typed. Null: it has none now. */
export function leaveByEscape(leave: (() => void) | null): { readonly onKeyDown: (event: KeyboardEvent) => void } {
  return {
    onKeyDown(event) {
      if (leave === null || event.key !== 'Escape' || event.nativeEvent.isComposing) return;
      event.stopPropagation();
      leave();
    },
  };
}
