import { useState, type KeyboardEvent } from 'react';
import { keyAlongLine } from '../../ui/direction.ts';
import { chordOf, isModifier, type Chord, type KeyPress } from '../../ui/shortcuts/chords.ts';
import { isMac } from '../../ui/shortcuts/key-listener.ts';

/**
 * A button that, once it is pressed, takes the next keys instead of acting on them. Escape ends it and takes nothing, so nobody is kept in it; losing the focus ends
 * it, too.
 */
export function useRecorder(taken: (chord: Chord, press: KeyPress) => void) {
  const [listening, setListening] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!listening) return;
    // Neither the dialog nor the window may act on it.
    event.preventDefault();
    event.stopPropagation();
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (event.repeat || isModifier(event)) return;
    setListening(false);
    if (event.key === 'Escape' && isPlain) return;
    // A key that is being composed says so in its name or only beside it.
    const press: KeyPress = { key: event.nativeEvent.isComposing ? 'Process' : event.key, code: event.code, ctrlKey: event.ctrlKey, metaKey: event.metaKey, shiftKey: event.shiftKey, altKey: event.altKey };
    const chord = chordOf(press, isMac());
    // Kept as it is from left to right.
    taken({ ...chord, key: keyAlongLine(chord.key) }, press);
  };
  return { listening, button: { 'aria-pressed': listening, onClick: () => setListening(true), onBlur: () => setListening(false), onKeyDown } };
}
