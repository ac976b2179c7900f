import { useWords } from '../../words/words.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Chords } from '../../ui/shortcuts/kbd.tsx';
import { shortcutTable, type Chord, type ShortcutArea, type ShortcutId } from '../../ui/shortcuts/shortcut-table.ts';
import { isMac } from '../../ui/shortcuts/use-shortcut.ts';
import styles from './shortcuts-dialog.module.css';

const areas: readonly ShortcutArea[] = ['everywhere', 'compose', 'history', 'queue', 'prompts', 'tags', 'gallery', 'viewer', 'cull', 'compare', 'overlay', 'difference', 'matrix'];

const ids = Object.keys(shortcutTable) as ShortcutId[];

/** Every shortcut, by the place where it works, drawn from the one table. */
export function ShortcutsDialog() {
  const say = useWords();
  return (
    <Dialog title={say('shortcut.title')} wide>
      <div className={styles.columns}>
        {areas.map((area) => (
          <Area key={area} area={area} />
        ))}
      </div>
    </Dialog>
  );
}

function Area({ area }: { readonly area: ShortcutArea }) {
  const say = useWords();
  return (
    <section className={styles.area}>
      <h3 className={styles.heading}>{say(`shortcut.area.${area}`)}</h3>
      <dl>
        {ids
          .filter((id) => shortcutTable[id].area === area)
          .map((id) => (
            <div key={id} className={styles.row}>
              <dt>{say(shortcutTable[id].words)}</dt>
              <dd className={styles.chords}>
                <Chords chords={worthShowing(shortcutTable[id].chords)} />
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
