import { chordText, isSameChord, isSingleKey, readChord, type Chord } from '../ui/shortcuts/chords.ts';
import type { Command, Place } from './command.ts';
import { refusalOf } from './key-rules.ts';

/*
 * The setting `shortcuts` has the keys that the person changed, in the form of `chordText`: by the id of a command, for all places where it has keys, or by id and
 * place (`open tasks`). An empty list: it has none. Ids that no command has, keys that cannot be read and keys that it may not have come from another version or
 * from a person's editor. They are ignored and kept.
 */
export type ShortcutRecord = Readonly<Record<string, unknown>>;

/** The places in which a command has the same keys as in this one, before any change. They are changed together. */
export function placesAlike({ keys = {} }: Pick<Command, 'keys'>, place: Place): readonly Place[] {
  const wanted = textOf(keys[place]);
  return (Object.keys(keys) as Place[]).filter((each) => textOf(keys[each]) === wanted);
}

const textOf = (chords: readonly Chord[] = []): string => chords.map(chordText).join(' ');

/** What the record says of a command in a place. Null: nothing that can be used. */
function chosenIn(record: ShortcutRecord, id: string, place: Place, command: Command): readonly Chord[] | null {
  const stored = record[`${id} ${place}`] ?? record[id];
  if (!Array.isArray(stored)) return null;
  const chords = stored.flatMap((text: unknown) => (typeof text === 'string' ? (readChord(text) ?? []) : []));
  const allowed = chords.filter((chord) => refusalOf(chord, command, place, null) === null);
  return allowed.length === 0 && stored.length > 0 ? null : allowed;
}

/** The keys of a command in a place. @param single whether single letters are shortcuts */
export function effectiveKeys(record: ShortcutRecord, single: boolean, id: string, place: Place, command: Command): readonly Chord[] {
  const usual = command.keys?.[place] ?? [];
  const chords = command.keysStay ? usual : (chosenIn(record, id, place, command) ?? usual);
  return single || command.keysStay === 'field' ? chords : chords.filter((chord) => !isSingleKey(chord));
}

/** Whether the person changed the keys of a command in a place. */
export const isChanged = (record: ShortcutRecord, id: string, place: Place, command: Command): boolean =>
  textOf(chosenIn(record, id, place, command) ?? command.keys?.[place]) !== textOf(command.keys?.[place]);

/** The record with other keys for a command, in a place and those with the same usual keys. */
export function withKeys(record: ShortcutRecord, id: string, place: Place, command: Command, chords: readonly Chord[]): ShortcutRecord {
  const cleared = withoutKeys(record, id, place, command);
  const usual = command.keys?.[place] ?? [];
  if (textOf(chords) === textOf(usual)) return cleared;
  const alike = placesAlike(command, place);
  const kept = chords.map(chordText);
  if (alike.length === Object.keys(command.keys ?? {}).length) return { ...cleared, [id]: kept };
  return { ...cleared, ...Object.fromEntries(alike.map((each) => [`${id} ${each}`, kept])) };
}

/** The record in which a command has its usual keys, in a place and those with the same ones. */
export function withoutKeys(record: ShortcutRecord, id: string, place: Place, command: Command): ShortcutRecord {
  const alike = placesAlike(command, place);
  // An entry for all places goes on for the others.
  const others = (Object.keys(command.keys ?? {}) as Place[]).filter((each) => !alike.includes(each) && record[id] !== undefined && record[`${id} ${each}`] === undefined);
  const dropped = new Set([id, ...alike.map((each) => `${id} ${each}`)]);
  return { ...Object.fromEntries(Object.entries(record).filter(([name]) => !dropped.has(name))), ...Object.fromEntries(others.map((each) => [`${id} ${each}`, record[id]])) };
}

/** The keys of a command with another one, or, if its keys stand for different things, all of them with these modifiers. */
export function addedTo(chords: readonly Chord[], command: Command, place: Place, added: Chord): readonly Chord[] {
  if (!isRow(command)) return [...chords.filter((chord) => !isSameChord(chord, added)), added];
  return (command.keys?.[place] ?? []).map(({ key }) => ({ ...added, key }));
}

/** Whether its keys mean different things, such as the digits for stars. They are changed together. */
export const isRow = ({ byKeyAlone, needsModifier }: Command): boolean => byKeyAlone === true && needsModifier !== true;
