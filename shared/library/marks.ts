import type { AppError } from '../errors.ts';
import type { UndoToken } from '../undo-token.ts';

/** Identifies an album, also outside the database. */
export type AlbumId = string;

export const flags = ['pick', 'reject'] as const;
export type Flag = (typeof flags)[number];

/** The labels in the order of their keys. The database stores their position in this list, from 1. */
export const labels = ['red', 'yellow', 'green', 'blue', 'purple'] as const;
export type Label = (typeof labels)[number];

/** The highest rating. */
export const mostStars = 5;

/** The marks that are columns of a picture's row. Each has an entry in `ownMarks`. */
export interface OwnMarks {
  readonly favourite: boolean;
  /** 0 to `mostStars`; 0 is no rating. */
  readonly rating: number;
  readonly flag: Flag | null;
  readonly label: Label | null;
  /** Empty: it has none. */
  readonly note: string;
  /** Milliseconds since the epoch; null: it is not in the trash. */
  readonly trashedAt: number | null;
}

/** All marks of one picture. */
export interface ImageMarks extends OwnMarks {
  /** In alphabetical order. */
  readonly tags: readonly string[];
  /** The albums that it is in, in their order. */
  readonly albums: readonly AlbumId[];
}

/** The own marks as cells and bars show them. */
export interface Marks extends Omit<OwnMarks, 'note' | 'trashedAt'> {
  readonly noted: boolean;
  readonly trashed: boolean;
}

/** Why a near copy counts as marked. `described`: it has a label, a tag or a note. */
export const markedReasons = ['picked', 'favourites', 'rated', 'described', 'inAlbums'] as const;
export type MarkedReason = (typeof markedReasons)[number];

/** What a column holds. 0 or null: the picture does not have the mark. */
export type StoredValue = number | string | null;

interface MarkFacts {
  /** The words after `is:` that depend on it. */
  readonly words: readonly string[];
  /** The keys of filters that depend on it. */
  readonly filters: readonly string[];
  /** Null: it does not keep a near copy out of the trash. */
  readonly reason: MarkedReason | null;
}

interface OwnMark<Value> extends MarkFacts {
  /** The value of a picture without the mark. */
  readonly empty: Value;
  toColumn(value: Value): StoredValue;
  fromColumn(stored: StoredValue): Value;
  readonly shownAs: keyof Marks;
  /** Its bits in `packedMarks`. A column that may be null has one bit, which says whether there is a value. */
  readonly bits: number;
}

/** A mark that a picture has or does not have. */
const yesOrNo = { empty: false, bits: 1, toColumn: (value: boolean) => (value ? 1 : 0), fromColumn: (stored: StoredValue) => stored === 1 } as const;

/**
 * The table of marks. Code that reads, writes, copies, restores, packs or finds marks walks through it, so that no mark can be left out. The SQL of each mark
 * is in electron/database/tables/pictures/mark-columns.ts, its schema in mark-schemas.ts, and its sign in renderer/parts/marks/mark-signs.tsx.
 */
export const ownMarks = {
  favourite: { ...yesOrNo, shownAs: 'favourite', words: ['favourite'], filters: [], reason: 'favourites' },
  rating: { empty: 0, toColumn: (stars) => stars, fromColumn: Number, shownAs: 'rating', bits: 3, words: ['rated', 'unrated'], filters: ['rating'], reason: 'rated' },
  flag: {
    empty: null,
    toColumn: (flag) => (flag === 'pick' ? 1 : flag === 'reject' ? -1 : 0),
    // In two bits, -1 is 3.
    fromColumn: (stored) => (stored === 1 ? 'pick' : stored === -1 || stored === 3 ? 'reject' : null),
    shownAs: 'flag',
    bits: 2,
    words: ['picked', 'rejected', 'unflagged'],
    filters: ['flag'],
    reason: 'picked',
  },
  label: {
    empty: null,
    toColumn: (label) => (label === null ? 0 : labels.indexOf(label) + 1),
    fromColumn: (stored) => labels[Number(stored) - 1] ?? null,
    shownAs: 'label',
    bits: 3,
    words: ['labelled'],
    filters: ['label'],
    reason: 'described',
  },
  note: { empty: '', toColumn: (note) => note || null, fromColumn: (stored) => String(stored ?? ''), shownAs: 'noted', bits: 1, words: ['noted'], filters: ['note'], reason: 'described' },
  trashedAt: { empty: null, toColumn: (at) => at, fromColumn: (stored) => (stored === null ? null : Number(stored)), shownAs: 'trashed', bits: 1, words: ['trashed'], filters: [], reason: null },
} as const satisfies { readonly [Key in OwnMarkKey]: OwnMark<OwnMarks[Key]> };

/** The marks that are tables of their own. */
export const linkedMarks = {
  tags: { words: ['tagged', 'untagged'], filters: ['tag'], reason: 'described' },
  albums: { words: [], filters: ['album'], reason: 'inAlbums' },
} as const satisfies Readonly<Record<Exclude<keyof ImageMarks, OwnMarkKey>, MarkFacts>>;

export type OwnMarkKey = keyof OwnMarks;
/** A mark that is set to a value. Moving to the trash has a time instead, which main decides. */
export type ValueMarkKey = Exclude<OwnMarkKey, 'trashedAt'>;

export const ownMarkKeys = Object.keys(ownMarks) as readonly OwnMarkKey[];
export const valueMarkKeys = ownMarkKeys.filter((key) => key !== 'trashedAt');

/** An entry, for code that does not know which. */
export const ownMark = (key: OwnMarkKey): OwnMark<unknown> => ownMarks[key];

export const ownMarksFrom = (valueOf: (key: OwnMarkKey) => unknown): OwnMarks => Object.fromEntries(ownMarkKeys.map((key) => [key, valueOf(key)])) as unknown as OwnMarks;

export const noMarks: ImageMarks = { ...ownMarksFrom((key) => ownMark(key).empty), tags: [], albums: [] };

const allMarks: readonly ((typeof ownMarks)[OwnMarkKey] | (typeof linkedMarks)[keyof typeof linkedMarks])[] = [...Object.values(ownMarks), ...Object.values(linkedMarks)];

export type MarkWord = (typeof allMarks)[number]['words'][number];
export const markWords: readonly MarkWord[] = allMarks.flatMap(({ words }) => words);
export const isMarkWord = (word: string): word is MarkWord => markWords.some((known) => known === word);
export const markFilters: readonly string[] = allMarks.flatMap(({ filters }) => filters);

/** Where a mark is in `packedMarks`: its lowest bit, and a mask of its bits moved to the right end. `isPresence`: it says only whether there is a value. */
export interface PackedPlace {
  readonly first: number;
  readonly mask: number;
  readonly isPresence: boolean;
}

export const packedPlaces: ReadonlyMap<OwnMarkKey, PackedPlace> = new Map(
  ownMarkKeys.map((key, at) => {
    const { bits, empty, toColumn } = ownMark(key);
    const first = ownMarkKeys.slice(0, at).reduce((sum, before) => sum + ownMark(before).bits, 0);
    return [key, { first, mask: 2 ** bits - 1, isPresence: toColumn(empty) === null }];
  }),
);

/** All own marks as a number of at most 16 bits. It is not stored anywhere, because each version has its own places. */
export function packedMarks(marks: Marks): number {
  let packed = 0;
  for (const [key, { first, mask, isPresence }] of packedPlaces) {
    const shown = marks[ownMarks[key].shownAs];
    packed |= (Number(isPresence ? shown : ownMark(key).toColumn(shown)) & mask) << first;
  }
  return packed;
}

export function marksOf(packed: number): Marks {
  const entries = Array.from(packedPlaces, ([key, { first, mask, isPresence }]) => {
    const number = (packed >> first) & mask;
    return [ownMarks[key].shownAs, isPresence ? number === 1 : ownMark(key).fromColumn(number)];
  });
  return Object.fromEntries(entries);
}

/** The marks of a picture as they are shown. */
export const marksShown = (marks: OwnMarks): Marks => {
  const entries = Array.from(packedPlaces, ([key, { isPresence }]) => [ownMarks[key].shownAs, isPresence ? marks[key] !== ownMarks[key].empty : marks[key]]);
  return Object.fromEntries(entries);
};

/** What a person can do to pictures. Every mark can be undone, and none changes a file. */
export type Mark =
  | ValueMark
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'untag'; readonly tag: string }
  /** Adds pictures to the end of an album, in their order. Pictures that are already in it keep their place. */
  | { readonly kind: 'album'; readonly album: AlbumId }
  | { readonly kind: 'unalbum'; readonly album: AlbumId }
  | { readonly kind: 'trash' }
  | { readonly kind: 'restore' };

/** Sets an own mark, or removes it with its empty value: `{ kind: 'rating', rating: 4 }`. */
export type ValueMark = { readonly [Key in ValueMarkKey]: { readonly kind: Key } & { readonly [Value in Key]: OwnMarks[Key] } }[ValueMarkKey];

/** Marks that the window shows only once a picture has one, or always if the person wants that. Their keys and searches work nevertheless. */
export const markExtras = ['favourite', 'label'] as const satisfies readonly ValueMarkKey[];
export type MarkExtra = (typeof markExtras)[number];
/** Whether any picture of the library has each of them. */
export type UsedMarks = Readonly<Record<MarkExtra, boolean>>;

/** A mark that sets a value. */
export const valueMark = (key: ValueMarkKey, value: unknown): ValueMark => ({ kind: key, [key]: value }) as unknown as ValueMark;

/** The value that a mark sets. */
export const markValue = (mark: ValueMark): unknown => Object.entries(mark).find(([key]) => key !== 'kind')?.[1];

export const isValueMark = <M extends { readonly kind: string }>(mark: M): mark is Extract<M, ValueMark> => valueMarkKeys.some((key) => key === mark.kind);

/** A step that was done. */
export interface MarkStep {
  readonly mark: Mark;
  /** How many it changed. */
  readonly pictures: number;
  /** Null if it changed nothing. */
  readonly token: UndoToken | null;
  /** Why it ended before its end, if it did. What it changed until then can be undone. */
  readonly failure: AppError | null;
}

/** Progress of marking a large selection. */
export interface MarkingProgress {
  readonly doing: 'mark' | 'trash' | 'restore' | 'undo' | 'redo';
  readonly done: number;
  readonly total: number;
}

export interface TagCount {
  readonly name: string;
  readonly pictures: number;
}

export interface SavedSearch {
  readonly id: number;
  readonly name: string;
  /** In the syntax of shared/search. */
  readonly query: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  readonly pinned: boolean;
  /** Position in the list of albums and saved searches. Null: sorted by time, after entries with a place. */
  readonly place: number | null;
}

/** A search that gets another text. */
export interface RewrittenSearch {
  readonly from: string;
  readonly to: string;
}

/** The most characters in a search. */
export const longestSearch = 1000;

/** The most characters in a tag. */
export const longestTag = 64;

/** The most characters in a note. */
export const longestNote = 4000;

/** The least number of days that a picture stays in the trash before Latent removes it by itself. */
export const daysInTrash = 30;

/** A tag in its stored form: one line, trimmed, single spaces, composed characters (NFC). */
export function tidyTag(tag: string): string {
  return tag.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** A note in its stored form: trimmed, composed characters (NFC), line breaks as one character. */
export function tidyNote(note: string): string {
  return note.normalize('NFC').replace(/\r\n?/gu, '\n').trim();
}
