import { isKeyChanged } from '../../commands/change-keys.ts';
import type { Place } from '../../commands/command.ts';
import { helpOf, ownKeysOf, useKeysOf, type CommandId } from '../../commands/registry.ts';
import { ask } from '../../ui/dialogs/ask.ts';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { Chords } from '../../ui/shortcuts/kbd.tsx';
import { isMac } from '../../ui/shortcuts/key-listener.ts';
import { useWords } from '../../words/words.ts';
import styles from './shortcuts-dialog.module.css';

interface KeyRowProps {
  readonly id: CommandId;
  readonly place: Place;
}

/** What a command does and its keys. A press opens them. */
export function KeyRow({ id, place }: KeyRowProps) {
  const say = useWords();
  const keysOf = useKeysOf();
  const shown = worthShowing(keysOf(id, place) ?? []);
  const isAsleep = shown.length === 0 && ownKeysOf(id, place).length > 0;
  return (
    <li>
      <button type="button" className={styles.row} data-changed={isKeyChanged(id, place) || undefined} onClick={() => void ask('change-keys', { id, place })}>
        <span className={styles.name}>
          {helpOf(say, id, place)}
          {isKeyChanged(id, place) && <span className={styles.mark}>{say('shortcut.changed')}</span>}
        </span>
        <span className={styles.chords}>{shown.length > 0 ? <Chords chords={shown} /> : <span className={styles.off}>{say(isAsleep ? 'shortcut.single-off' : 'shortcut.off')}</span>}</span>
      </button>
    </li>
  );
}

/** Leaves out doubles: `=` is `+` without Shift, and Delete on a Mac is Backspace. */
function worthShowing(chords: readonly Chord[]): readonly Chord[] {
  const doubles = chords.filter(({ key }) => key !== '=' && key !== (isMac() ? 'Delete' : 'Backspace'));
  return doubles.length > 0 ? doubles : chords;
}
