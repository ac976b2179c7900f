import type { PictureColumns, ViewQuery } from '../../../shared/library/view.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import { lookupOf, type TextLookup } from '../../../shared/search/text-terms.ts';
import type { Connection } from '../statements.ts';
import { columnsOf, columnsOfImages, joinedColumns, numbers } from './picture-columns.ts';
import { byTime, isUndecided } from './task-orders.ts';
import { meansIdOrFile, tagsNamed } from './term-rows.ts';
import { wordsMatch } from './words-match.ts';

/** What can be told at once. */
interface Quick {
  /** Row numbers of the first, in the order of the view, as far as the words alone tell: once the view is put together it may prove to begin otherwise. */
  readonly ids: Int32Array;
  /** Null: how many there are comes later. */
  readonly total: number | null;
  /** These are all: there is nothing to be put together later. */
  readonly isWhole: boolean;
}

export interface QuickPictures extends Quick {
  /** What the gallery draws of them. */
  readonly first: PictureColumns;
}

const inLibrary = `status = 'kept' AND trashed_at IS NULL`;

/** Prompts with the other words that are looked at for a tag: a few milliseconds of them. */
const mostForTag = 2000;

/**
 * The newest pictures of the whole library, or of a search for words only: a walk along one index that stops after `limit`. Null: all of the
 * view has to be put together first.
 */
export function quickPictures(connection: Connection, query: SearchQuery, limit: number, most = mostForTag): QuickPictures | null {
  const { sql } = connection;
  if (query.clauses.length === 0) {
    const first = columnsOf(sql(`SELECT ${joinedColumns} FROM (SELECT ${columnsOfImages} FROM images INDEXED BY images_spine WHERE ${inLibrary} ORDER BY saved_at DESC, id DESC LIMIT ?)`).get(limit));
    const { ids } = first;
    if (ids.length < limit) return { ids, first, total: ids.length, isWhole: true };
    const total = sql(`SELECT pictures FROM picture_counts WHERE place = 'library'`).get()?.['pictures'];
    return { ids, first, total: Number(total ?? 0), isWhole: false };
  }
  const words = wordsOnly(connection, query);
  if (words === null) return null;
  const newest = sql(
    `SELECT ${joinedColumns} FROM (SELECT * FROM
      (SELECT images.id, saved_at, width, height, favourite, rating FROM task_words JOIN images ON images.task = task_words.rowid
        WHERE task_words MATCH ? AND ${inLibrary} ORDER BY task_words.rowid DESC LIMIT ?)
      ORDER BY saved_at DESC, id DESC)`,
  );
  const first = columnsOf(words.match === null ? undefined : newest.get(words.match, limit));
  const found = foundOf(connection, words, first.ids, limit);
  return found === null ? taggedPictures(connection, words, { limit, most }) : { ...found, first };
}

/** Where no prompt has all the words but one of them is a tag: the newest pictures that have the tag and the other words. Null: that takes longer to tell. */
function taggedPictures(connection: Connection, { lookups, parts }: WordSearch, { limit, most }: { readonly limit: number; readonly most: number }): QuickPictures | null {
  const { sql } = connection;
  const tags = lookups.map(({ text }) => tagsNamed(connection, text));
  const tagged = tags.flatMap((named, at) => (named.length > 0 ? [at] : []));
  const [only = 0] = tagged;
  const others = matchOf(parts.filter((_part, at) => at !== only));
  if (tagged.length !== 1 || lookups.length === 1 || others === null) return null;
  const withWords = 'SELECT rowid AS task FROM task_words WHERE task_words MATCH ? ORDER BY rowid DESC LIMIT ?';
  const newest = sql(
    `SELECT ${joinedColumns} FROM (SELECT * FROM
      (SELECT images.id, saved_at, width, height, favourite, rating FROM (${withWords}) AS found CROSS JOIN images ON images.task = found.task
        WHERE ${inLibrary} AND EXISTS (SELECT 1 FROM image_tags WHERE image = images.id AND tag IN (SELECT value FROM json_each(?)))
        ORDER BY found.task DESC LIMIT ?)
      ORDER BY saved_at DESC, id DESC)`,
  );
  const first = columnsOf(newest.get(others, most, JSON.stringify(tags[only]), limit));
  const { ids } = first;
  if (ids.length === limit) return { ids, first, total: null, isWhole: false };
  const lookedThrough = sql(`SELECT count(*) AS n FROM (${withWords})`).get(others, most)?.['n'];
  if (lookedThrough === most || lookups.some((lookup) => meansIdOrFile(connection, lookup))) return null;
  return { ids, first, total: ids.length, isWhole: true };
}

/** So many whose outcome is unknown are looked at one by one. */
const fewUndecided = 20;

/** The same for tasks, by time only, those whose outcome is unknown first: another order has to be put together. */
export function quickTasks(connection: Connection, query: SearchQuery, sort: ViewQuery['sort'], limit: number): Quick | null {
  const { sql } = connection;
  if (sort.by !== 'created') return null;
  const order = byTime(sort.descending);
  if (query.clauses.length === 0) {
    const row = sql(
      `SELECT group_concat(id) AS ids FROM (SELECT * FROM (SELECT id FROM tasks WHERE ${isUndecided} ORDER BY ${order} LIMIT ?1)
        UNION ALL SELECT * FROM (SELECT id FROM tasks INDEXED BY tasks_history WHERE imported IS NULL AND NOT (${isUndecided}) ORDER BY ${order} LIMIT ?1) LIMIT ?1)`,
    ).get(limit);
    const ids = numbers(row?.['ids']);
    if (ids.length < limit) return { ids, total: ids.length, isWhole: true };
    const total = sql('SELECT sum(tasks) AS n FROM task_counts').get()?.['n'];
    return { ids, total: Number(total ?? 0), isWhole: false };
  }
  const words = sort.descending ? wordsOnly(connection, query) : null;
  if (words === null) return null;
  const undecided = numbers(sql(`SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks WHERE ${isUndecided} ORDER BY ${order} LIMIT ?)`).get(fewUndecided + 1)?.['ids']);
  if (undecided.length > fewUndecided) return null;
  const newest = sql(
    `SELECT group_concat(id) AS ids FROM (SELECT * FROM
      (SELECT tasks.id, created_at, uuid FROM task_words JOIN tasks ON tasks.id = task_words.rowid
        WHERE task_words MATCH ? AND imported IS NULL AND NOT (${isUndecided}) ORDER BY task_words.rowid DESC LIMIT ?)
      ORDER BY ${order})`,
  );
  const hasWords = sql('SELECT 1 FROM task_words WHERE task_words MATCH ? AND rowid = CAST(? AS INTEGER)');
  const { match } = words;
  if (match === null) return foundOf(connection, words, new Int32Array(), limit);
  const first = undecided.filter((row) => hasWords.get(match, row) !== undefined);
  return foundOf(connection, words, Int32Array.from([...first, ...numbers(newest.get(match, limit - first.length)?.['ids'])]), limit);
}

/**
 * Few ones are all there are, unless a tag, an id or a file may be meant as well. That nothing is found is said only when it is so:
 * null until then.
 */
function foundOf(connection: Connection, { lookups }: WordSearch, ids: Int32Array, limit: number): Quick | null {
  if (ids.length === limit) return { ids, total: null, isWhole: false };
  if (!lookups.some((lookup) => meansIdOrFile(connection, lookup) || tagsNamed(connection, lookup.text).length > 0)) return { ids, total: ids.length, isWhole: true };
  return ids.length === 0 ? null : { ids, total: null, isWhole: false };
}

interface WordSearch {
  readonly lookups: readonly TextLookup[];
  /** Each in the language of the index; null: it is in no text. */
  readonly parts: readonly (string | null)[];
  /** All of them; null: one of the words is in no text. */
  readonly match: string | null;
}

/** A search that the index of words can answer alone; null: not so. */
function wordsOnly(connection: Connection, { clauses }: SearchQuery): WordSearch | null {
  const lookups: TextLookup[] = [];
  for (const { anyOf } of clauses) {
    const [part, other] = anyOf;
    if (part?.kind !== 'term' || other !== undefined || part.negated) return null;
    lookups.push(lookupOf(part));
  }
  if (lookups.some(({ index }) => index !== 'words')) return null;
  const parts = lookups.map((lookup) => wordsMatch(connection, lookup)?.text ?? null);
  return { lookups, parts, match: matchOf(parts) };
}

function matchOf(parts: readonly (string | null)[]): string | null {
  return parts.includes(null) ? null : parts.join(' AND ');
}
