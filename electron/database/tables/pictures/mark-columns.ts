import { linkedMarks, markedReasons, ownMark, ownMarkKeys, ownMarks, ownMarksFrom, packedPlaces, type MarkedReason, type MarkWord, type OwnMarkKey, type OwnMarks, type StoredValue } from '../../../../shared/library/marks.ts';
import type { Row } from '../tasks/task-rows.ts';

/** The SQL of the table of marks. Conditions are those of the partial indexes, because SQLite uses such an index only if the query repeats its condition. */

interface MarkColumn {
  readonly column: string;
  /** The condition for a picture that has the mark. */
  readonly has: string;
  /** The same for a mark that keeps a near copy out of the trash, if not every value does. */
  readonly keeps?: string;
}

export const markColumns: Readonly<Record<OwnMarkKey, MarkColumn>> = {
  favourite: { column: 'favourite', has: 'favourite = 1' },
  rating: { column: 'rating', has: 'rating > 0' },
  flag: { column: 'flag', has: 'flag <> 0', keeps: 'flag = 1' },
  label: { column: 'label', has: 'label > 0' },
  note: { column: 'note', has: 'note IS NOT NULL' },
  trashedAt: { column: 'trashed_at', has: 'trashed_at IS NOT NULL' },
};

/** What finds the pictures of a word after `is:`. */
export interface MarkedPictures {
  readonly condition: string;
  /** A partial index with exactly the pictures of the condition. */
  readonly index?: string;
  /** Whether the index has the rows of each value in the order of their numbers, so that it can be read in slices. */
  readonly inOrder?: boolean;
  /** All others are meant. */
  readonly isInverted?: boolean;
}

const isTagged = 'EXISTS (SELECT 1 FROM image_tags WHERE image = images.id)';

export const markedPictures: Readonly<Record<MarkWord, MarkedPictures>> = {
  favourite: { condition: 'favourite = 1', index: 'images_favourite' },
  rated: { condition: 'rating > 0', index: 'images_rated' },
  unrated: { condition: 'rating = 0' },
  tagged: { condition: isTagged },
  untagged: { condition: `NOT ${isTagged}` },
  picked: { condition: 'flag <> 0 AND flag = 1', index: 'images_flagged', inOrder: true },
  rejected: { condition: 'flag <> 0 AND flag = -1', index: 'images_flagged', inOrder: true },
  unflagged: { condition: 'flag <> 0 AND flag IN (1, -1)', index: 'images_flagged', inOrder: true, isInverted: true },
  labelled: { condition: 'label > 0 AND label IN (1, 2, 3, 4, 5)', index: 'images_labelled', inOrder: true },
  noted: { condition: 'note IS NOT NULL', index: 'images_noted', inOrder: true },
  trashed: { condition: 'trashed_at IS NOT NULL', index: 'images_trash' },
};

const linkedConditions: Readonly<Record<keyof typeof linkedMarks, string>> = {
  tags: isTagged,
  albums: 'EXISTS (SELECT 1 FROM album_images JOIN albums ON albums.id = album WHERE image = images.id AND gone = 0 AND removed_at IS NULL)',
};

const columns = ownMarkKeys.map((key) => markColumns[key].column);

/** The columns of all own marks, for `ownMarksIn`. */
export const markSelection = columns.join(', ');

/** The conditions for pictures that have each own mark. */
export const ownMarkConditions: readonly string[] = ownMarkKeys.map((key) => markColumns[key].has);

/** Whether a picture has any own mark. */
export const hasOwnMark = `(${ownMarkConditions.join(' OR ')})`;

/** Whether a picture has any mark, apart from albums. */
export const isMarked = `(${[...ownMarkConditions, linkedConditions.tags].join(' OR ')})`;

/** Sets the columns of all own marks to the values of `columnValues`. */
export const setMarkColumns = columns.map((column) => `${column} = :${column}`).join(', ');

export const columnValues = (marks: OwnMarks): Readonly<Record<string, StoredValue>> => Object.fromEntries(ownMarkKeys.map((key) => [markColumns[key].column, ownMark(key).toColumn(marks[key])]));

/** Reads the own marks from the columns of `markSelection`. Throws if one is missing: without it, the mark would be lost. */
export function ownMarksIn(row: Row): OwnMarks {
  return ownMarksFrom((key) => {
    const { column } = markColumns[key];
    const stored = row[column];
    if (stored === undefined) throw new Error(`the column ${column} was not read`);
    return ownMark(key).fromColumn(typeof stored === 'string' || stored === null ? stored : Number(stored));
  });
}

/** `packedMarks` in SQL, from the columns of `markSelection`. */
export const packedMarksSql = Array.from(packedPlaces, ([key, { first, mask, isPresence }]) => {
  const { column } = markColumns[key];
  return `((${isPresence ? `${column} IS NOT NULL` : `${column} & ${mask}`}) << ${first})`;
}).join(' + ');

/** For each reason, whether a picture has a mark that counts for it. */
export const markedReasonsSql: Readonly<Record<MarkedReason, string>> = reasonsOfMarks();

function reasonsOfMarks(): Record<MarkedReason, string> {
  const conditions: readonly (readonly [reason: MarkedReason | null, condition: string])[] = [
    ...ownMarkKeys.map((key) => [ownMarks[key].reason, markColumns[key].keeps ?? markColumns[key].has] as const),
    ...(['tags', 'albums'] as const).map((key) => [linkedMarks[key].reason, linkedConditions[key]] as const),
  ];
  const sqlOf = (reason: MarkedReason): string => conditions.flatMap(([of, condition]) => (of === reason ? [condition] : [])).join(' OR ') || 'false';
  return Object.fromEntries(markedReasons.map((reason) => [reason, `(${sqlOf(reason)})`])) as unknown as Record<MarkedReason, string>;
}
