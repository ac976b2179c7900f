import { places, type Place } from '../../commands/command.ts';
import { commandsIn, helpOf, keysOf } from '../../commands/registry.ts';
import { useWords } from '../../words/words.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import { Chords } from '../../ui/shortcuts/kbd.tsx';
import { isMac } from '../../ui/shortcuts/key-listener.ts';
import styles from './shortcuts-dialog.module.css';

/** Every command that has keys, by the place where they act. */
export function ShortcutsDialog() {
  const say = useWords();
  return (
    <Dialog title={say('shortcut.title')} wide>
      <div className={styles.columns}>
        {places.map((place) => (
          <OfPlace key={place} place={place} />
        ))}
      </div>
    </Dialog>
  );
}

function OfPlace({ place }: { readonly place: Place }) {
  const say = useWords();
  return (
    <section className={styles.area}>
      <h3 className={styles.heading}>{say(`shortcut.area.${place}`)}</h3>
      <dl>
        {commandsIn(place).map((id) => (
          <div key={id} className={styles.row}>
            <dt>{helpOf(say, id, place)}</dt>
            <dd className={styles.chords}>
              <Chords chords={worthShowing(keysOf(id, place) ?? [])} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Leaves out doubles: `=` is `+` without Shift, and Delete on a Mac is Backspace. */
function worthShowing(chords: readonly Chord[]): readonly Chord[] {
  return chords.filter((chord) => chord.key !== '=' && chord.key !== (isMac() ? 'Delete' : 'Backspace'));
}
