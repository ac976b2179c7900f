import type { LucideIcon } from 'lucide-react';
import type { BatchWithProgress } from '../../shared/batch.ts';
import type { ListedEntry } from '../../shared/library/albums.ts';
import type { ImageMarks } from '../../shared/library/marks.ts';
import type { ImageId, Task, TaskWithImages } from '../../shared/task.ts';
import type { WordKey, Words } from '../../shared/words/index.ts';
import type { Offer } from '../parts/tasks/task-offers.tsx';
import { onePicture, type MarkTarget } from '../stores/selection/mark-target.ts';
import type { Chord } from '../ui/shortcuts/chords.ts';

/** Where keys act, in the order of the `?` dialog. `everywhere`: in all places, except for keys that a text field needs. */
export const places = ['everywhere', 'compose', 'tasks', 'prompts', 'tags', 'settings', 'gallery', 'viewer', 'cull', 'compare', 'overlay', 'difference', 'matrix'] as const;

export type Place = (typeof places)[number];

/** What a command acts on. Each place says what is selected in it; a menu says what it was opened for. */
export interface Subject {
  readonly place: Place;
  /** The picture that commands for one picture act on, and whose marks decide what a toggle does. */
  readonly imageId: ImageId | null;
  /** What marks apply to. Null: no picture. */
  readonly of: MarkTarget | null;
  /** The task of the picture, or the only one that is selected. */
  readonly task: Task | null;
  /** The selected tasks, and what can be done to them. */
  readonly entries: readonly TaskWithImages[];
  readonly offers: readonly Offer[];
  readonly batch: BatchWithProgress | null;
  /** The album or saved search. */
  readonly listed: ListedEntry | null;
  /** The marks of the picture. Null: not loaded, as for every key. */
  readonly marks: ImageMarks | null;
  /** Whether the batch of the task has a grid, as far as it is known. */
  readonly hasMatrix: boolean;
}

export const nothingIn = (place: Place): Subject => ({ place, imageId: null, of: null, task: null, entries: [], offers: [], batch: null, listed: null, marks: null, hasMatrix: false });

/** One picture alone. */
export const pictureIn = (place: Place, imageId: ImageId, task: Task | null): Subject => ({ ...nothingIn(place), imageId, of: onePicture(imageId), task });

/** How many pictures are selected together. 0: one alone, or none. */
export const togetherIn = ({ of }: Subject): number => of?.together ?? 0;

/**
 * A key press of a command. `key` is that of its row, whatever the key writes on this keyboard and in whatever direction lines are read: ArrowRight goes on.
 * A menu or a button has no key.
 */
export interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly target: EventTarget | null;
}

/** Something that a person can do, by a key, a menu or a button. It is defined once; all of these are made from it. */
export interface Command {
  readonly icon?: LucideIcon;
  /** Its name in menus. */
  readonly name?: WordKey | ((say: Words, subject: Subject) => string);
  /** Its name on a button and beside its key, if that is another. */
  readonly label?: WordKey;
  /** What the `?` dialog says, if that is not the name. Other words for other places. */
  readonly help?: WordKey | Partial<Readonly<Record<Place, WordKey>>>;
  readonly keys?: Partial<Readonly<Record<Place, readonly Chord[]>>>;
  /** A held key repeats it. Any other command acts once, so that a key that is held down confirms nothing. */
  readonly repeats?: true;
  /** What it does depends on which of its keys is pressed, or it buys. The palette leaves it out. */
  readonly byKeyAlone?: true;
  /** Its keys also work in dialogs, because it changes nothing that a dialog could be about. */
  readonly inDialogs?: true;
  /** Whether it applies. If not, its keys are free and menus leave it out. */
  readonly when?: (subject: Subject) => boolean;
  /** Whether menus show it where it applies. A key that cannot do anything may say why. */
  readonly shown?: (subject: Subject) => boolean;
  readonly disabled?: (subject: Subject) => boolean;
  readonly danger?: true;
  /** Whether its menu item needs a deliberate press, because it may cost money. */
  readonly costs?: (subject: Subject) => boolean;
  /** Without it, the page that is mounted handles the command (`useCommands`), or a widget that has the focus (`isKeyOf`). */
  readonly run?: (subject: Subject, press: Press) => unknown;
}

export const plain = (key: string): Chord => ({ key });
export const mod = (key: string): Chord => ({ key, mod: true });
export const shift = (key: string): Chord => ({ key, shift: true });
export const alt = (key: string): Chord => ({ key, alt: true });
export const modShift = (key: string): Chord => ({ key, mod: true, shift: true });

/** The same keys in several places. */
export function keysIn<Some extends Place>(where: readonly Some[], ...chords: readonly Chord[]): Readonly<Record<Some, readonly Chord[]>> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- fromEntries forgets the keys
  return Object.fromEntries(where.map((place) => [place, chords])) as Record<Some, readonly Chord[]>;
}
