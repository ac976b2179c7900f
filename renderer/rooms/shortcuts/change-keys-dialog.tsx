import { Keyboard, X } from 'lucide-react';
import { useState } from 'react';
import { addKey, isKeyChanged, removeKey, resetKeys, setKeys } from '../../commands/change-keys.ts';
import { isRow, placesAlike } from '../../commands/changed-keys.ts';
import { places, type Place } from '../../commands/command.ts';
import { conflictOf, type KeyConflict } from '../../commands/key-conflicts.ts';
import { refusalOf, type KeyRefusal } from '../../commands/key-rules.ts';
import { commands, helpOf, ownKeysOf, type CommandId } from '../../commands/registry.ts';
import { useChosenShortcuts } from '../../stores/chosen-shortcuts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Asked } from '../../ui/dialogs/ask.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { keyAlongLine } from '../../ui/direction.ts';
import { chordText, isSingleKey, type Chord } from '../../ui/shortcuts/chords.ts';
import { Chords, keyName } from '../../ui/shortcuts/kbd.tsx';
import { useWords } from '../../words/words.ts';
import styles from './change-keys-dialog.module.css';
import { useRecorder } from './use-recorder.ts';

interface ChangeKeysProps extends Asked {
  readonly id: CommandId;
  readonly place: Place;
}

/** What was pressed and is no key of the command yet. */
interface Pressed {
  readonly chord: Chord;
  readonly refusal: KeyRefusal | null;
  readonly conflict: KeyConflict | null;
}

/** The keys of one command. Each change is kept at once. */
export function ChangeKeysDialog({ id, place, close }: ChangeKeysProps) {
  const say = useWords();
  const { single } = useChosenShortcuts();
  const command = commands[id];
  const chords = ownKeysOf(id, place);
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const recorder = useRecorder((chord, press) => {
    const refusal = refusalOf(chord, command, place, press);
    const conflict = refusal === null ? conflictOf(id, place, chord, places) : null;
    if (refusal === null && conflict === null) void addKey(id, place, chord, null);
    setPressed(refusal === null && conflict === null ? null : { chord, refusal, conflict });
  });
  const stays = command.keysStay;
  const act = (change: () => Promise<unknown>) => () => {
    setPressed(null);
    void change();
  };
  return (
    <Dialog
      title={helpOf(say, id, place)}
      actions={
        <>
          {!stays && isKeyChanged(id, place) && <Button onClick={act(() => resetKeys(id, place))}>{say('shortcut.reset')}</Button>}
          {!stays && chords.length > 0 && <Button onClick={act(() => setKeys(id, place, []))}>{say('shortcut.switch-off')}</Button>}
          <Button variant={pressed?.conflict ? 'plain' : 'solid'} onClick={close}>
            {say('shortcut.done')}
          </Button>
        </>
      }
    >
      <dl className={styles.facts}>
        <dt>{say('shortcut.acts-in')}</dt>
        {placesAlike(command, place).map((each) => (
          <dd key={each}>{say(`shortcut.area.${each}`)}</dd>
        ))}
      </dl>
      <ul className={styles.keys} aria-label={say('shortcut.keys')}>
        {chords.map((chord) => (
          <li key={chordText(chord)} className={styles.key}>
            <Chords chords={[shownChord(chord)]} />
            {!stays && !isRow(command) && (
              <IconButton size="small" label={say('shortcut.remove-key', { keys: keyText(chord) })} onClick={act(() => removeKey(id, place, chord))}>
                <X size={14} />
              </IconButton>
            )}
          </li>
        ))}
        {chords.length === 0 && <li className={styles.none}>{say('shortcut.no-keys')}</li>}
      </ul>
      {stays ? (
        <p className={styles.said}>{say(`shortcut.refused.${stays}`)}</p>
      ) : (
        <Button {...recorder.button} className={styles.record} icon={<Keyboard size={14} />}>
          {say(recorder.listening ? 'shortcut.press-now' : isRow(command) ? 'shortcut.press-row' : 'shortcut.press')}
        </Button>
      )}
      <div role="status" className={styles.said}>
        {recorder.listening && <p>{say('shortcut.press-explained')}</p>}
        {!recorder.listening && pressed?.refusal && <p>{say(`shortcut.refused.${pressed.refusal}`, { keys: keyText(pressed.chord) })}</p>}
        {!recorder.listening && pressed?.conflict && <p>{say('shortcut.conflict', { keys: keyText(pressed.chord), name: helpOf(say, pressed.conflict.id, pressed.conflict.place), place: say(`shortcut.area.${pressed.conflict.place}`) })}</p>}
        {!single && chords.some(isSingleKey) && <p>{say('shortcut.single-off-explained')}</p>}
      </div>
      {pressed?.conflict && !recorder.listening && commands[pressed.conflict.id].keysStay === undefined && (
        <div className={styles.choice}>
          <Button onClick={() => setPressed(null)}>{say('shortcut.leave-it')}</Button>
          <Button variant="solid" onClick={act(() => addKey(id, place, pressed.chord, pressed.conflict))}>
            {say('shortcut.move-here')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** As it stands on the keyboard, in the direction in which lines are read. */
const shownChord = (chord: Chord): Chord => ({ ...chord, key: keyAlongLine(chord.key) });

const keyText = (chord: Chord): string => keyName(shownChord(chord));
