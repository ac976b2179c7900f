import type { TaskStatus } from '../task.ts';
import type { StatusWord } from './statuses.ts';

/**
 * What is searched for, as data: the database makes SQL of it, the search field chips, the results their highlights.
 *
 * All clauses must hold; of a clause's parts any one. `fox OR cat snow` is (fox or cat) and snow.
 * What lies in the trash is found only by a search that speaks of it: `placeOf` says where one looks.
 */
export interface SearchQuery {
  /** Exactly what was typed; every span points into it. */
  readonly text: string;
  readonly clauses: readonly SearchClause[];
  /** Filters that are no condition yet, or not one that can be understood. Unless they are being typed, nothing is found: `brokenFilters`. */
  readonly pending: readonly PendingFilter[];
}

export interface SearchClause {
  /** At least one. */
  readonly anyOf: readonly SearchPart[];
}

export type SearchPart = SearchTerm | SearchFilter;

/** A stretch of the typed text, in UTF-16 units: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word or a quoted phrase, to be found in prompts, models, ids, errors, tags and file names. */
export interface SearchTerm {
  readonly kind: 'term';
  /** Normalised (NFC), runs of white space one space; never empty. */
  readonly text: string;
  readonly quoted: boolean;
  /** Its last word may go on: it is still being typed, or has an asterisk after it. */
  readonly prefix: boolean;
  readonly negated: boolean;
  readonly span: Span;
}

/** Any one of `values`, of which there is at least one. */
interface FilterOf<Key extends string, Value> {
  readonly kind: 'filter';
  readonly key: Key;
  readonly values: readonly Value[];
  readonly negated: boolean;
  readonly span: Span;
}

export type SearchFilter =
  | FilterOf<'model' | 'quality' | 'account' | 'id', NameValue>
  | FilterOf<'tag', TagValue>
  | FilterOf<'size', SizeValue>
  /** Stars; a picture without a rating has 0. */
  | FilterOf<'rating', NumberRange>
  | FilterOf<'status', StatusWord>
  | FilterOf<'is', SearchFlag>
  | FilterOf<'in', PlaceValue>
  /** By the day on which the task was made. */
  | FilterOf<'before' | 'after' | 'on', DayValue>;

export type FilterKey = SearchFilter['key'];

/**
 * A name as it was typed. `exact`: the whole name, else a word of the name begins with it; an id as a whole begins with it.
 * `matchesName` decides, without regard to case and accents.
 */
export interface NameValue {
  readonly text: string;
  readonly exact: boolean;
}

/** `none`: has no tag. A tag's name is exact unless an asterisk follows: `cat` is not `category`. */
export type TagValue = { readonly of: 'none' } | ({ readonly of: 'name' } & NameValue);

/** Whole numbers, both ends included; null: open. */
export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** Sides are the picture's own, in pixels; where there is no picture yet, those that were asked for. */
export type SizeValue =
  | { readonly of: 'sides'; readonly width: NumberRange; readonly height: NumberRange }
  | { readonly of: 'longer-side'; readonly side: NumberRange }
  | { readonly of: 'shape'; readonly shape: SizeShape }
  /** A size that services have a word for (`auto`, `2K`): compared with what was asked for. */
  | ({ readonly of: 'asked' } & NameValue);

export const sizeShapes = ['landscape', 'portrait', 'square'] as const;
export type SizeShape = (typeof sizeShapes)[number];

/**
 * `kept`: at least one picture is in the library. `imported`: it came from elsewhere. `failed`: the status is failed or rejected. `unknown`: that status.
 * `running`: queued, submitting, processing or paused.
 */
export const searchFlags = ['favourite', 'rated', 'unrated', 'tagged', 'untagged', 'kept', 'running', 'failed', 'unknown', 'imported', 'trashed'] as const;
export type SearchFlag = (typeof searchFlags)[number];

/**
 * `folder`: the picture's file lies in it or below it. The path has forward slashes and may begin at any folder below the
 * library: `2026-11` finds `2026/2026-11/…`. `anywhere`: in the trash or not.
 */
export type PlaceValue = { readonly of: 'trash' } | { readonly of: 'anywhere' } | { readonly of: 'folder'; readonly path: string };

/** A day of the calendar, by the clock on the wall: months and days count from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** From the beginning of `from` up to, not including, the beginning of `until`; null: open. */
export interface DayValue {
  /** As it was typed: `7d` means another day tomorrow. */
  readonly text: string;
  readonly from: CivilDate | null;
  readonly until: CivilDate | null;
}

export interface PendingFilter {
  readonly key: FilterKey;
  readonly why: 'empty' | 'unreadable';
  /** Of the whole filter when it is empty, else of the value that means nothing. */
  readonly span: Span;
  /** Of the whole filter. */
  readonly filter: Span;
}

/** In the order in which they are suggested. */
export const filterKeys = [
  'model', 'size', 'quality', 'account', 'status', 'is', 'tag', 'rating', 'before', 'after', 'on', 'in', 'id',
] as const satisfies readonly FilterKey[];

export const taskStatuses = Object.keys({
  queued: true, submitting: true, processing: true, paused: true, completed: true,
  failed: true, rejected: true, unknown: true, missing: true, withdrawn: true,
} satisfies Record<TaskStatus, true>) as readonly TaskStatus[];
