import { Folder, Search, SquareCheckBig, Tag, TextQuote, type LucideIcon } from 'lucide-react';
import type { ListedEntry } from '../../../shared/library/albums.ts';
import type { TagCount } from '../../../shared/library/marks.ts';
import type { PastPrompt, SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import type { Words } from '../../../shared/words/index.ts';
import { activePlaces } from '../../commands/active-places.ts';
import { noKey } from '../../commands/command-menu.tsx';
import { nothingIn, type Place, type Subject } from '../../commands/command.ts';
import { actFor, commands, helpOf, keysOf, nameOf, subjectOf, type CommandId } from '../../commands/registry.ts';
import { showEntry, showTagged } from '../../parts/albums/places.ts';
import { idInAddress } from '../../parts/tasks/id-in-address.ts';
import { takePrompt } from '../../stores/prompts/use-prompt.ts';
import { setSearch } from '../../stores/tasks/history-view.ts';
import { goToTasks } from '../../stores/windows/view-store.ts';
import type { Chord } from '../../ui/shortcuts/chords.ts';
import type { Findable } from '../../parts/search/rank-entries.ts';

export interface PaletteEntry extends Findable {
  readonly icon: LucideIcon | null;
  readonly hint?: string;
  readonly chords?: readonly Chord[];
  /** It buys nothing, whatever it is: only the compose form does. */
  readonly run: () => unknown;
}

/** The commands that apply now, each once, in the place where its key would act. Those of the page in front come first. */
export function commandEntries(say: Words): readonly PaletteEntry[] {
  const taken = new Set<CommandId>();
  return activePlaces().flatMap((place) => {
    const subject = subjectOf(place) ?? nothingIn(place);
    const offered = commandIds.filter((id) => !taken.has(id) && isOffered(id, subject));
    for (const id of offered) taken.add(id);
    return offered.map((id) => commandEntry(say, id, subject));
  });
}

const commandIds = Object.keys(commands) as CommandId[];

function commandEntry(say: Words, id: CommandId, subject: Subject): PaletteEntry {
  const { icon = null, help } = commands[id];
  const { place } = subject;
  const name = nameOf(say, id, subject);
  const chords = keysOf(id, place);
  // What `?` says of it is understood without the menu around it.
  return { key: id, group: 'command', text: help === undefined ? name : helpOf(say, id, place), also: name, icon, ...(chords && { chords }), run: () => actNow(id, place) };
}

function isOffered(id: CommandId, subject: Subject): boolean {
  const { keys, byKeyAlone, shown, disabled, costs } = commands[id];
  // A command without keys acts on what a menu was opened for, or on nothing.
  const isThere = keys === undefined ? subject.place === 'everywhere' : keys[subject.place] !== undefined;
  if (!isThere || id === 'palette' || byKeyAlone || costs?.(subject)) return false;
  return shown?.(subject) !== false && disabled?.(subject) !== true && actFor(id, subject) !== null;
}

const actNow = (id: CommandId, place: Place): unknown => actFor(id, subjectOf(place) ?? nothingIn(place))?.(noKey);

export const placeEntries = (say: Words, listed: readonly ListedEntry[]): readonly PaletteEntry[] =>
  listed.map((entry) => {
    const hint = say(`palette.hint.${entry.kind}`);
    return { key: `${entry.kind} ${entry.id}`, group: 'place', text: entry.name, also: hint, hint, icon: entry.kind === 'album' ? Folder : Search, run: () => showEntry(entry) };
  });

export const tagEntries = (tags: readonly TagCount[]): readonly PaletteEntry[] =>
  tags.map(({ name }) => ({ key: `tag ${name}`, group: 'tag', text: name, icon: Tag, run: () => showTagged([name]) }));

/** Each fills the compose form and sends nothing. Main found those of the history; `also` lets the words in them count that it found in its own way. */
export function promptEntries(say: Words, saved: readonly SavedPrompt[], past: readonly PastPrompt[], search: string): readonly PaletteEntry[] {
  const common = { group: 'prompt', icon: TextQuote, also: search, hint: say('palette.hint.prompt') } as const;
  const own = saved.map((prompt) => ({ ...common, key: `saved ${prompt.id}`, text: prompt.title, run: () => takePrompt(prompt) }));
  const others = past.filter(({ prompt }) => saved.every((each) => each.prompt !== prompt));
  return [...own, ...others.map((prompt) => ({ ...common, key: `prompt ${prompt.prompt}`, text: prompt.prompt, run: () => takePrompt(prompt) }))];
}

const taskKey = 'task ';

/** Of what may be an ID, or the address of a task. */
export function taskEntry(say: Words, search: string): readonly PaletteEntry[] {
  const typed = search.trim();
  const id = idInAddress(typed) ?? (/^(?=.*\d)[\w.:-]{5,128}$/.test(typed) ? typed : null);
  if (id === null || id.includes('"')) return [];
  const show = (): void => {
    setSearch(`id:"${id}" `);
    goToTasks('history');
  };
  return [{ key: `${taskKey}${id}`, group: 'task', text: say('palette.show-task', { id }), also: typed, icon: SquareCheckBig, run: show }];
}

/** The tasks that were found recently by their IDs. */
export const recentTasks = (say: Words, recent: readonly string[]): readonly PaletteEntry[] => recent.flatMap((key) => (key.startsWith(taskKey) ? taskEntry(say, key.slice(taskKey.length)) : []));
