import { markWords, type Label } from '../library/marks.ts';
import type { TaskStatus } from '../task.ts';
import type { StatusWord } from './statuses.ts';

/**
 * A parsed search. The database turns it into SQL, the search field into chips, and results into highlights.
 *
 * All clauses must match, and any one part of each: `fox OR cat snow` means (fox or cat) and snow.
 * Only a search that mentions the trash finds pictures in it: see `scopeOf`.
 */
export interface SearchQuery {
  /** Exactly as typed. All spans refer to it. */
  readonly text: string;
  readonly clauses: readonly SearchClause[];
  /** Filters that are empty or cannot be understood. Unless they are still being typed, the search finds nothing: see `brokenFilters`. */
  readonly pending: readonly PendingFilter[];
}

export interface SearchClause {
  /** At least one. */
  readonly anyOf: readonly SearchPart[];
}

export type SearchPart = SearchTerm | SearchFilter;

/** A range of the typed text in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word or a quoted phrase. It is searched for in prompts, models, ids, errors, tags and file names. */
export interface SearchTerm {
  readonly kind: 'term';
  /** Normalised (NFC), each run of white space as one space. Never empty. */
  readonly text: string;
  readonly quoted: boolean;
  /** The last word matches as a prefix: it is still being typed, or an asterisk follows. */
  readonly prefix: boolean;
  readonly negated: boolean;
  readonly span: Span;
}

/** Matches any of `values`. There is at least one. */
interface FilterOf<Key extends string, Value> {
  readonly kind: 'filter';
  readonly key: Key;
  readonly values: readonly Value[];
  readonly negated: boolean;
  readonly span: Span;
}

export type SearchFilter =
  | FilterOf<'model' | 'quality' | 'account' | 'batch' | 'id' | 'prompt' | 'seed', NameValue>
  | FilterOf<'tag' | 'album' | 'note', NameOrNone>
  | FilterOf<'size', SizeValue>
  | FilterOf<'ratio', RatioValue>
  | FilterOf<'flag', FlagWord>
  | FilterOf<'label', Label | 'none'>
  | FilterOf<'cost', CostValue>
  /** The pictures that look most like any of these. Each is named by its task and its position there, `task/0`, or by its number in this database. */
  | FilterOf<'like', string>
  /** Stars. A picture without a rating has 0. */
  | FilterOf<'rating', NumberRange>
  | FilterOf<'status', StatusWord>
  | FilterOf<'is', SearchFlag | StatusWord>
  | FilterOf<'in', PlaceValue>
  /** The day on which the task was created. */
  | FilterOf<'before' | 'after' | 'on', DayValue>;

export type FilterKey = SearchFilter['key'];

/**
 * A name as it was typed. `exact`: matches the whole name; otherwise a word of the name must begin with it. An id must begin with it, and a
 * seed is always compared as a whole. In prompts and notes, `exact` means these words in this order.
 * Case and accents are ignored: see `matchesName`.
 */
export interface NameValue {
  readonly text: string;
  readonly exact: boolean;
}

/** `none`: the picture has no tag, is in no album or has no note. A tag's name matches exactly unless an asterisk follows: `cat` is not `category`. */
export type NameOrNone = { readonly of: 'none' } | ({ readonly of: 'name' } & NameValue);

/** Whole numbers, both ends inclusive. Null: no limit. */
export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** Sides of the picture in pixels. If there is no picture yet, the requested ones. */
export type SizeValue =
  | { readonly of: 'sides'; readonly width: NumberRange; readonly height: NumberRange }
  | { readonly of: 'longer-side'; readonly side: NumberRange }
  | { readonly of: 'shape'; readonly shape: SizeShape }
  /** Width divided by height, within these limits, both inclusive. Null: no limit. `text`: as it was typed. */
  | { readonly of: 'ratio'; readonly text: string; readonly min: number | null; readonly max: number | null }
  /** A size that services have a word for (`auto`, `2K`). It is compared with the requested size. */
  | ({ readonly of: 'asked' } & NameValue);

export type RatioValue = Extract<SizeValue, { of: 'shape' | 'ratio' }>;

/** The cost of a task in billionths, as the service reported it or else as estimated. A null range: neither is known. `text`: as it was typed. */
export interface CostValue {
  readonly text: string;
  readonly billionths: NumberRange | null;
}

export const flagWords = ['picked', 'rejected', 'none'] as const;
export type FlagWord = (typeof flagWords)[number];

export const sizeShapes = ['landscape', 'portrait', 'square'] as const;
export type SizeShape = (typeof sizeShapes)[number];

/**
 * `kept`: at least one picture is in the library. `imported`: it came from elsewhere. `failed`: the status is failed or rejected. `unknown`: that status.
 * `running`: queued, submitting, processing or paused. `duplicate`: the library has another picture that is the same or nearly the same.
 */
export const searchFlags = [...markWords, 'duplicate', 'kept', 'running', 'failed', 'unknown', 'imported'] as const;
export type SearchFlag = (typeof searchFlags)[number];

/**
 * `folder`: the picture's file is in this folder or below it. The path has forward slashes and may start at any folder of the
 * library: `2026-11` finds `2026/2026-11/…`. `anywhere`: in the trash or not.
 */
export type PlaceValue = { readonly of: 'trash' } | { readonly of: 'anywhere' } | { readonly of: 'folder'; readonly path: string };

/** A local calendar day. Months and days count from 1. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** From the start of `from` up to the start of `until`. Null: no limit. */
export interface DayValue {
  /** As it was typed, because `7d` means another day tomorrow. */
  readonly text: string;
  readonly from: CivilDate | null;
  readonly until: CivilDate | null;
}

export interface PendingFilter {
  readonly key: FilterKey;
  readonly why: 'empty' | 'unreadable';
  /** The value that cannot be understood, or the whole filter if it is empty. */
  readonly span: Span;
  /** The whole filter. */
  readonly filter: Span;
}

/** In the order of suggestions. They are keys, so that a filter missing here is a type error instead of a word of the search. */
export const filterKeys = Object.keys({
  model: true, size: true, quality: true, account: true, status: true, is: true, flag: true, label: true, rating: true, ratio: true, tag: true, album: true,
  note: true, prompt: true, cost: true, seed: true, like: true, before: true, after: true, on: true, in: true, batch: true, id: true,
} satisfies Record<FilterKey, true>) as readonly FilterKey[];

export const taskStatuses = Object.keys({
  queued: true, submitting: true, processing: true, paused: true, completed: true,
  failed: true, rejected: true, unknown: true, missing: true, withdrawn: true,
} satisfies Record<TaskStatus, true>) as readonly TaskStatus[];
