import { create } from 'zustand';
import type { Words } from '../../shared/words/index.ts';
import { chosenShortcuts, useChosenShortcuts, type ChosenShortcuts } from '../stores/chosen-shortcuts.ts';
import { isRightToLeft, keyAlongLine } from '../ui/direction.ts';
import type { Chord, KeyPress } from '../ui/shortcuts/chords.ts';
import { keyName } from '../ui/shortcuts/kbd.tsx';
import { isOneOf } from '../ui/shortcuts/key-listener.ts';
import { effectiveKeys } from './changed-keys.ts';
import { places, type Command, type Place, type Press, type Subject } from './command.ts';
import { pictureCommands } from './rows/picture-commands.ts';
import { taskCommands } from './rows/task-commands.ts';
import { viewCommands } from './rows/view-commands.ts';
import { windowCommands } from './rows/window-commands.ts';

const rows = { ...windowCommands, ...viewCommands, ...pictureCommands, ...taskCommands };

export type CommandId = keyof typeof rows;

/** Every command of the window. Menus, bars, the `?` dialog and keys are made from it. */
export const commands: Readonly<Record<CommandId, Command>> = rows;

/** Those that have keys in each place, in the order of the rows. */
const byPlace = new Map<Place, readonly CommandId[]>(places.map((place) => [place, (Object.keys(rows) as CommandId[]).filter((id) => commands[id].keys?.[place] !== undefined)]));

export const commandsIn = (place: Place): readonly CommandId[] => byPlace.get(place) ?? [];

let cached: { readonly of: ChosenShortcuts; readonly rtl: boolean; readonly keys: Map<string, readonly Chord[]> } | null = null;

/** The keys of a command in a place; those that work everywhere in any place. None, if they are switched off. From right to left, the arrow keys along the line change places. */
export function keysOf(id: CommandId, place: Place): readonly Chord[] | undefined {
  const { keys } = commands[id];
  const at = keys?.[place] ? place : 'everywhere';
  if (!keys?.[at]) return undefined;
  const [of, rtl] = [chosenShortcuts(), isRightToLeft()];
  if (cached?.of !== of || cached.rtl !== rtl) cached = { of, rtl, keys: new Map() };
  const name = `${id} ${at}`;
  const known = cached.keys.get(name);
  if (known) return known;
  const chords = effectiveKeys(of.shortcuts, of.single, id, at, commands[id]);
  const shown = rtl ? chords.map((chord) => ({ ...chord, key: keyAlongLine(chord.key) })) : chords;
  cached.keys.set(name, shown);
  return shown;
}

/** The keys of a command in a place, whatever the direction of reading and also if single keys are switched off. For changing them. */
export const ownKeysOf = (id: CommandId, place: Place): readonly Chord[] => effectiveKeys(chosenShortcuts().shortcuts, true, id, place, commands[id]);

/** `keysOf` for what shows keys: renders again when the person changes some. */
export function useKeysOf(): typeof keysOf {
  useChosenShortcuts();
  return keysOf;
}

/** The first keys of a command for a sentence, which has other words for `none`. Renders again when the person changes them. */
export function useKeyName(id: CommandId, place: Place): string {
  const [first] = useKeysOf()(id, place) ?? [];
  return first ? keyName(first) : 'none';
}

/** For widgets that answer to a command's keys while they have the focus. */
export const isKeyOf = (id: CommandId, place: Place, press: KeyPress): boolean => isOneOf(keysOf(id, place) ?? [], press);

/** The command that a key press is for, in whichever place. Null: none. */
export function commandOn(press: KeyPress): { readonly id: CommandId; readonly place: Place } | null {
  for (const place of places) {
    const id = commandsIn(place).find((each) => isKeyOf(each, place, press));
    if (id !== undefined) return { id, place };
  }
  return null;
}

/** What the `?` dialog says that a command does in a place. */
export function helpOf(say: Words, id: CommandId, place: Place): string {
  const { help, name } = commands[id];
  const key = typeof help === 'object' ? (help[place] ?? Object.values(help)[0]) : (help ?? (typeof name === 'string' ? name : undefined));
  return key === undefined ? id : say(key);
}

export function nameOf(say: Words, id: CommandId, subject: Subject): string {
  const { name } = commands[id];
  if (name === undefined) return helpOf(say, id, subject.place);
  return typeof name === 'string' ? say(name) : name(say, subject);
}

/** Its name on a button or beside its key. */
export function labelOf(say: Words, id: CommandId, subject: Subject): string {
  const { label } = commands[id];
  return label ? say(label) : nameOf(say, id, subject);
}

/** What a page does for a command while it is mounted. False: it does not apply now. */
export type Handler = ((press: Press, subject: Subject) => unknown) | false;
export type Handlers = Partial<Readonly<Record<CommandId, Handler>>>;

/** What a mounted page does for the commands of its place, and what is selected in it. */
export interface Mounted {
  readonly place: Place;
  readonly handlers: () => Handlers;
  readonly subject?: (() => Subject) | undefined;
}

/** Of several for one command, the last one mounted acts. */
export const useMounted = create<{ readonly mounted: readonly Mounted[] }>(() => ({ mounted: [] }));

const mountedNow = (): readonly Mounted[] => useMounted.getState().mounted;

/** Returns a function that ends it. */
export function mount(added: Mounted): () => void {
  useMounted.setState(({ mounted }) => ({ mounted: [...mounted, added] }));
  return () => useMounted.setState(({ mounted }) => ({ mounted: mounted.filter((other) => other !== added) }));
}

export const isMounted = (place: Place): boolean => mountedNow().some((each) => each.place === place);

/** What is selected in a place. Null: the place is not mounted. */
export const subjectOf = (place: Place): Subject | null => mountedNow().findLast((each) => each.place === place && each.subject)?.subject?.() ?? null;

/** What would happen, in the place of the subject. Null: the command does not apply. */
export function actFor(id: CommandId, subject: Subject): ((press: Press) => unknown) | null {
  const { run, when } = commands[id];
  for (const each of mountedNow().toReversed()) {
    if (each.place !== subject.place) continue;
    const handler = each.handlers()[id];
    if (handler !== undefined) return handler === false ? null : (press) => handler(press, subject);
  }
  if (!run || when?.(subject) === false) return null;
  return (press) => run(subject, press);
}
