import { Folder, Search, SquareCheckBig, Tag, TextQuote, type LucideIcon } from 'lucide-react';
import type { ListedEntry } from '../../../shared/library/albums.ts';
import type { TagCount } from '../../../shared/library/marks.ts';
import type { PastPrompt, SavedPrompt } from '../../../shared/prompts/saved-prompt.ts';
import type { Words } from '../../../shared/words/index.ts';
import type { Subject } from '../../commands/command.ts';
import { actIn, offeredNow } from '../../commands/offered.ts';
import { commands, helpOf, keysOf, nameOf, type CommandId } from '../../commands/registry.ts';
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
  return [...offeredNow()].filter(([id]) => id !== 'palette').map(([id, subject]) => commandEntry(say, id, subject));
}

function commandEntry(say: Words, id: CommandId, subject: Subject): PaletteEntry {
  const { icon = null, help } = commands[id];
  const { place } = subject;
  const name = nameOf(say, id, subject);
  const chords = keysOf(id, place);
  // What `?` says of it is understood without the menu around it.
  return { key: id, group: 'command', text: help === undefined ? name : helpOf(say, id, place), also: name, icon, ...(chords && { chords }), run: () => actIn(id, place) };
}

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
