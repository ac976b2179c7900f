import { activePlaces } from './active-places.ts';
import { nothingIn, type Place, type Subject } from './command.ts';
import { actFor, commands, subjectOf, type CommandId } from './registry.ts';

const commandIds = Object.keys(commands) as CommandId[];

/** The commands that apply now and buy nothing, each once, with what it would act on. Those of the page in front come first. The palette and the menu bar offer these. */
export function offeredNow(): ReadonlyMap<CommandId, Subject> {
  const offered = new Map<CommandId, Subject>();
  for (const place of activePlaces()) {
    const subject = subjectOf(place) ?? nothingIn(place);
    for (const id of commandIds) if (!offered.has(id) && isOffered(id, subject)) offered.set(id, subject);
  }
  return offered;
}

function isOffered(id: CommandId, subject: Subject): boolean {
  const { keys, byKeyAlone, shown, disabled, costs } = commands[id];
  // A command without keys acts on what a menu was opened for, or on nothing.
  const isThere = keys === undefined ? subject.place === 'everywhere' : keys[subject.place] !== undefined;
  if (!isThere || byKeyAlone || costs?.(subject)) return false;
  return shown?.(subject) !== false && disabled?.(subject) !== true && actFor(id, subject) !== null;
}

/** Does what the command does in a place. Nothing, if it does not apply there any more. */
export const actIn = (id: CommandId, place: Place): unknown => actFor(id, subjectOf(place) ?? nothingIn(place))?.(pressWithoutKey);

/** A menu, a button or the palette was pressed. */
export const pressWithoutKey = { key: '', shiftKey: false, target: null };
