import { bridge } from '../bridge.ts';
import { chosenShortcuts } from '../stores/chosen-shortcuts.ts';
import { isSameChord, type Chord } from '../ui/shortcuts/chords.ts';
import { notifyIfFailed } from '../ui/toast.tsx';
import { addedTo, isChanged, withKeys, withoutKeys, type ShortcutRecord } from './changed-keys.ts';
import { places, type Place } from './command.ts';
import type { KeyConflict } from './key-conflicts.ts';
import { commands, commandsIn, ownKeysOf, type CommandId } from './registry.ts';

const save = (shortcuts: ShortcutRecord): Promise<unknown> => notifyIfFailed(bridge.settingsUpdate({ shortcuts }));

const recordNow = (): ShortcutRecord => chosenShortcuts().shortcuts;

/** Sets all keys of a command in a place. None: it is switched off. */
export const setKeys = (id: CommandId, place: Place, chords: readonly Chord[]): Promise<unknown> => save(withKeys(recordNow(), id, place, commands[id], chords));

/** Gives a command another key, and takes it from the command that has it. */
export function addKey(id: CommandId, place: Place, chord: Chord, from: KeyConflict | null): Promise<unknown> {
  const before = from === null ? recordNow() : withKeys(recordNow(), from.id, from.place, commands[from.id], ownKeysOf(from.id, from.place).filter((each) => !isSameChord(each, chord)));
  return save(withKeys(before, id, place, commands[id], addedTo(ownKeysOf(id, place), commands[id], place, chord)));
}

/** Takes one key from a command. */
export const removeKey = (id: CommandId, place: Place, chord: Chord): Promise<unknown> => setKeys(id, place, ownKeysOf(id, place).filter((each) => !isSameChord(each, chord)));

/** Gives a command its usual keys again. */
export const resetKeys = (id: CommandId, place: Place): Promise<unknown> => save(withoutKeys(recordNow(), id, place, commands[id]));

/** Gives all commands their usual keys again. What this version cannot read in the settings stays. */
export function resetAllKeys(): Promise<unknown> {
  let record = recordNow();
  for (const place of places) for (const id of commandsIn(place)) if (isKeyChanged(id, place)) record = withoutKeys(record, id, place, commands[id]);
  return save(record);
}

export const isKeyChanged = (id: CommandId, place: Place): boolean => isChanged(recordNow(), id, place, commands[id]);

/** Switches single letters, digits and signs off or on, all at once. */
export const setSingleKeys = (singleKeyShortcuts: boolean): Promise<unknown> => notifyIfFailed(bridge.settingsUpdate({ singleKeyShortcuts }));
