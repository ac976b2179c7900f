import { keyCaps } from './chords.ts';
import { shortcutTable, type Chord, type ShortcutId } from './shortcut-table.ts';
import { isMac } from './use-shortcut.ts';
import styles from './kbd.module.css';

/** All chords of one shortcut. Keys that they share are shown once. */
export function Chords({ chords }: { readonly chords: readonly Chord[] }) {
  const caps = chords.map((chord) => keyCaps(chord, isMac()));
  const [first = []] = caps;
  const shared = first.slice(0, -1);
  const alike = caps.length > 1 && caps.every((keys) => keys.length === first.length && shared.every((key, at) => keys[at] === key));
  const groups = alike && shared.length > 0 ? [[...shared, ...caps.map((keys) => keys.at(-1) ?? '')]] : caps;
  return groups.map((keys) => <Caps key={keys.join(' ')} keys={keys} />);
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

/** Shows a chord of a shortcut as a hint. @param at its index, if there are several */
export function ShortcutHint({ id, at = 0 }: { readonly id: ShortcutId; readonly at?: number }) {
  const chords: readonly Chord[] = shortcutTable[id].chords;
  return <Caps keys={keyCaps(chords[at] ?? shortcutTable[id].chords[0], isMac())} />;
}
