/** Milliseconds after the field opened in which a press was meant for another program, or for a text that nobody has read yet. */
export const unread = 1_000;

/** What a key event says. */
export interface EnterEvent {
  readonly type: 'keydown' | 'keyup';
  readonly key: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly timeStamp: number;
}

/**
 * When Enter sends: on its release, if the press began here. So a key that is held sends once and cannot reach the main window while it is down, and the release of
 * one that was pressed in another program sends nothing. `too-soon`: the field had just opened.
 */
export function createEnterRule() {
  let openedAt = -Infinity;
  let pressedAt: number | null = null;
  return {
    opened(at: number): void {
      openedAt = at;
      pressedAt = null;
    },
    /** Whether what was done at this moment could not have been meant for what the field shows. */
    isTooSoon: (at: number): boolean => at - openedAt < unread,
    judge({ type, key, repeat, isComposing, shiftKey, altKey, timeStamp }: EnterEvent): 'send' | 'too-soon' | 'held' | 'other' {
      if (key !== 'Enter') return 'other';
      // Shift begins a new line. With Control it sends, as in the compose bar.
      if (type === 'keydown') {
        if (isComposing || shiftKey || altKey) return 'other';
        if (!repeat) pressedAt ??= timeStamp;
        return 'held';
      }
      const began = pressedAt;
      pressedAt = null;
      if (began === null || isComposing) return 'other';
      return began - openedAt < unread ? 'too-soon' : 'send';
    },
  };
}
