import { isSameChord, type Chord } from '../ui/shortcuts/chords.ts';
import { placesAlike } from './changed-keys.ts';
import type { Place } from './command.ts';
import { commands, commandsIn, ownKeysOf, type CommandId } from './registry.ts';

/** Places whose keys act at the same time (active-places.ts). Those of dialogs and of the whole window stand alone. */
const together: readonly (readonly Place[])[] = [
  ['gallery', 'compose'],
  ['viewer', 'cull'],
  ['compare', 'overlay', 'difference'],
];

/** Dialogs, in which the keys of the window do not act. */
const inDialogs: readonly Place[] = ['prompts', 'tags'];

function actTogether(a: Place, b: Place): boolean {
  if (a === b) return true;
  if (a === 'everywhere') return !inDialogs.includes(b);
  if (b === 'everywhere') return !inDialogs.includes(a);
  return together.some((places) => places.includes(a) && places.includes(b));
}

/** Another command that has a key where a command would get it. */
export interface KeyConflict {
  readonly id: CommandId;
  readonly place: Place;
}

/** The first other command that has the key in one of the places, or where they act together. Null: the key is free. */
export function conflictOf(id: CommandId, place: Place, chord: Chord, places: readonly Place[]): KeyConflict | null {
  const alike = placesAlike(commands[id], place);
  // What the person is looking at comes first.
  for (const other of places.toSorted((a, b) => Number(alike.includes(b)) - Number(alike.includes(a)))) {
    if (!alike.some((each) => actTogether(each, other))) continue;
    const owner = commandsIn(other).find((each) => each !== id && !isTyped(each, chord) && ownKeysOf(each, other).some((theirs) => isSameChord(theirs, chord)));
    if (owner !== undefined) return { id: owner, place: other };
  }
  return null;
}

/** What is typed in a text field is no shortcut beside it. */
const isTyped = (id: CommandId, { mod }: Chord): boolean => commands[id].keysStay === 'field' && !mod;
