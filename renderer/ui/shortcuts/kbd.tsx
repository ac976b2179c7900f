import { keyCaps, type Chord } from './chords.ts';
import { isMac } from './key-listener.ts';
import styles from './kbd.module.css';

/** All chords of one command. Keys that they share are shown once. */
export function Chords({ chords }: { readonly chords: readonly Chord[] }) {
  const caps = chords.map((chord) => keyCaps(chord, isMac()));
  const [first = []] = caps;
  const shared = first.slice(0, -1);
  const alike = caps.length > 1 && caps.every((keys) => keys.length === first.length && shared.every((key, at) => keys[at] === key));
  const groups = alike && shared.length > 0 ? [[...shared, ...caps.map((keys) => keys.at(-1) ?? '')]] : caps;
  return groups.map((keys) => <Caps key={keys.join(' ')} keys={keys} />);
}

/** The names of a chord's keys in a sentence: `Ctrl+K`, on a Mac `⌘K`. */
export const keyName = (chord: Chord): string => keyCaps(chord, isMac()).join(isMac() ? '' : '+');

/** Keys that are pressed together. */
export function Caps({ keys }: { readonly keys: readonly string[] }) {
  return (
    <kbd className={styles.keys}>
      {keys.map((cap) => (
        <span key={cap} className={styles.cap}>
          {cap}
        </span>
      ))}
    </kbd>
  );
}

/** Shows the first of these chords as a hint. */
export function KeyHint({ keys: [first] }: { readonly keys: readonly Chord[] }) {
  return first && <Caps keys={keyCaps(first, isMac())} />;
}
