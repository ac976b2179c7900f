import { Keyboard, Search, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { fold } from '../../../shared/search/text/fold.ts';
import type { Words } from '../../../shared/words/index.ts';
import { isKeyChanged, resetAllKeys, setSingleKeys } from '../../commands/change-keys.ts';
import { places, type Place } from '../../commands/command.ts';
import { commandsIn, helpOf, ownKeysOf, type CommandId } from '../../commands/registry.ts';
import { useChosenShortcuts } from '../../stores/chosen-shortcuts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { isSameChord, type Chord } from '../../ui/shortcuts/chords.ts';
import { Chords } from '../../ui/shortcuts/kbd.tsx';
import { useWords } from '../../words/words.ts';
import { KeyRow } from './key-row.tsx';
import styles from './shortcuts-dialog.module.css';
import { useRecorder } from './use-recorder.ts';

/** Every command that has keys, by the place where they act. Each row leads to its keys, which can be changed. */
export function ShortcutsDialog() {
  const say = useWords();
  const { single } = useChosenShortcuts();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [pressed, setPressed] = useState<Chord | null>(null);
  const recorder = useRecorder((chord) => setPressed(chord));
  const areas = places.map((place) => ({ place, ids: foundIn(say, place, search, pressed) })).filter(({ ids }) => ids.length > 0);
  const isAnyChanged = places.some((place) => commandsIn(place).some((id) => isKeyChanged(id, place)));
  /** A letter that is pressed in the list begins a search. */
  const typed = (event: KeyboardEvent): void => {
    if (event.target === list.current && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) field.current?.focus();
  };
  // It contains rows of buttons, but must scroll with the keyboard.
  const scrolls = { ref: list, tabIndex: 0, onKeyDown: typed };
  const resetAll = async (): Promise<void> => {
    if (await ask('confirm', { title: say('shortcut.reset-all-title'), description: say('shortcut.reset-all-explained'), confirm: say('shortcut.reset-all') })) void resetAllKeys();
  };
  return (
    <Dialog title={say('shortcut.title')} fills initialFocus={list}>
      <div className={styles.bar}>
        <div className={styles.search}>
          <Search size={15} aria-hidden className={styles.glass} />
          <input ref={field} className={styles.field} aria-label={say('shortcut.search-words')} placeholder={say('shortcut.search-words')} value={search} maxLength={100} spellCheck={false} onChange={({ currentTarget }) => setSearch(currentTarget.value)} />
        </div>
        <Button {...recorder.button} icon={<Keyboard size={14} />}>
          {pressed && !recorder.listening ? <Chords chords={[pressed]} /> : say(recorder.listening ? 'shortcut.press-now' : 'shortcut.search-keys')}
        </Button>
        {pressed && (
          <IconButton label={say('shortcut.search-keys-clear')} onClick={() => setPressed(null)}>
            <X size={14} />
          </IconButton>
        )}
        <span className={styles.space} />
        <Checkbox checked={single} onCheckedChange={(checked) => void setSingleKeys(checked)}>
          {say('shortcut.single')}
        </Checkbox>
        <Button disabled={!isAnyChanged} onClick={() => void resetAll()}>
          {say('shortcut.reset-all')}
        </Button>
      </div>
      <p role="status" className={styles.found}>
        {areas.length === 0 && say('shortcut.nothing-found')}
      </p>
      <div {...scrolls} className={styles.list} role="region" aria-label={say('shortcut.title')}>
        <div className={styles.columns}>
          {areas.map(({ place, ids }) => (
            <section key={place} className={styles.area} aria-label={say(`shortcut.area.${place}`)}>
              <h3 className={styles.heading}>{say(`shortcut.area.${place}`)}</h3>
              <ul>
                {ids.map((id) => (
                  <KeyRow key={id} id={id} place={place} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

/** The commands of a place whose words and keys were searched for. */
function foundIn(say: Words, place: Place, search: string, pressed: Chord | null): readonly CommandId[] {
  const words = fold(search).split(/\s+/u);
  return commandsIn(place).filter((id) => {
    const text = fold(`${helpOf(say, id, place)} ${say(`shortcut.area.${place}`)}`);
    return words.every((word) => text.includes(word)) && (pressed === null || ownKeysOf(id, place).some((chord) => isSameChord(chord, pressed)));
  });
}
