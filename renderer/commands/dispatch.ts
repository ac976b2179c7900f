import { keyAlongLine } from '../ui/direction.ts';
import { isChord, readings, type Chord } from '../ui/shortcuts/chords.ts';
import { isMac, isTyping, type KeyHandler } from '../ui/shortcuts/key-listener.ts';
import { nothingIn, type Place } from './command.ts';
import { actFor, commands, commandsIn, isMounted, keysOf, subjectOf, type CommandId } from './registry.ts';

/** What keys do. `activePlaces`: where they act now; those of the first place go first. */
export function keysIn(activePlaces: () => readonly Place[]): KeyHandler {
  return {
    press: (event) => dispatch(event, activePlaces()),
    isRoomThere() {
      const pages = activePlaces().filter((place) => place !== 'everywhere');
      return pages.length === 0 || pages.some(isMounted);
    },
  };
}

function dispatch(event: KeyboardEvent, active: readonly Place[]): void {
  const modal = isInModal(event.target);
  const typing = isTyping(event.target);
  for (const reading of readings(event)) {
    for (const place of active) {
      for (const id of commandsIn(place)) {
        if (modal && commands[id].inDialogs !== true) continue;
        const chord = keysOf(id, place)?.find((candidate) => isChord(candidate, reading, isMac()));
        if (!chord || (typing && writes(chord)) || copiesText(chord)) continue;
        if (!chord.mod && isControl(event.target) && (chord.key === 'Enter' || chord.key === ' ')) continue;
        if (press(id, place, chord, event)) return;
      }
    }
  }
}

/** Returns false if the command does not apply. */
function press(id: CommandId, place: Place, chord: Chord, event: KeyboardEvent): boolean {
  const act = actFor(id, subjectOf(place) ?? nothingIn(place));
  if (act === null) return false;
  event.preventDefault();
  if (!event.repeat || commands[id].repeats === true) act({ key: keyAlongLine(chord.key), shiftKey: event.shiftKey, target: event.target });
  return true;
}

/** Keys that a text field needs: all that write or move, the clipboard's, undo, and select all. Changed keys cannot be any others of a text field (key-rules.ts). */
function writes(chord: Chord): boolean {
  return !chord.mod || ['a', 'c', 'z', 'ArrowUp', 'ArrowDown'].includes(chord.key);
}

/** If text is selected, the copy key means that text. */
function copiesText(chord: Chord): boolean {
  return chord.mod === true && chord.key === 'c' && !chord.shift && window.getSelection()?.isCollapsed === false;
}

/** Buttons and links keep Enter and Space for themselves. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a[href], [role="slider"], [role="menuitem"]') !== null;
}

/**
 * Dialogs and menus handle their own keys until they close; one that is fading out may still have the focus. A menu gets the focus a frame
 * after it opens, and keys pressed before then must not act on what is below it.
 */
export function isInModal(target: EventTarget | null): boolean {
  if (document.querySelector('[data-modal][data-open], [role="menu"][data-open]') !== null) return true;
  return target instanceof HTMLElement && target.closest('[role="dialog"]:not([data-shortcuts], [data-closed]), [role="alertdialog"]:not([data-closed]), [role="menu"]:not([data-closed])') !== null;
}
