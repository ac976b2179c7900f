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

/** The first of these chords in a sentence, such as `Ctrl+Enter`. Null: there is none. */
export function chordText([first]: readonly Chord[]): string | null {
  return first ? keyCaps(first, isMac()).join(isMac() ? '' : '+') : null;
}

function Caps({ keys }: { readonly keys: readonly string[] }) {
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
