import type { PictureColumns, ViewQuery } from '../../../shared/library/view.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import { lookupOf, type TextLookup } from '../../../shared/search/text-terms.ts';
import type { Connection } from '../sqlite/statements.ts';
import { newestTagged, type Limits } from './search/newest-tagged.ts';
import { columnsOf, columnsOfImages, inLibrary, joinedColumns, numbers } from './picture-columns.ts';
import { byTime, isUndecided } from './orders/task-orders.ts';
import { meansIdOrFile, tagsNamed } from './search/term-rows.ts';
import { wordsMatch } from './search/words-match.ts';

/** What can be told at once. */
interface Quick {
  /**
   * Row numbers of the first, in the order of the view. Unless they are all, they are what texts tell, or one tag beside them: once the view is
   * put together it may prove to begin otherwise.
   */
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

/** Prompts with the other words that are looked at for a tag: a few milliseconds of them. */
const mostForTag = 2000;

/**
 * The newest pictures of the whole library, or of a search for words only: those whose texts have all the words, and only where there is none
 * those that have one of them as a tag. Each is a walk that stops at a limit. Null: all of the view has to be put together first.
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
  const { ids } = first;
  if (ids.length === limit) return { ids, first, total: null, isWhole: false };
  const besides = besidesOf(connection, words);
  const found = foundOf(ids, besides);
  return found === null ? taggedPictures(connection, words, besides, { limit, most }) : { ...found, first };
}

/**
 * Where no prompt has all the words but one of them is a tag: the newest pictures that have the tag and the other words. Null: that takes
 * longer to tell, or other pictures may be meant as well.
 */
function taggedPictures(connection: Connection, { parts }: WordSearch, { tags, idOrFile }: Besides, limits: Limits): QuickPictures | null {
  const tagged = tags.flatMap((named, at) => (named.length > 0 ? [at] : []));
  const [only = 0] = tagged;
  if (idOrFile || tagged.length !== 1 || parts.length === 1) return null;
  const others = matchOf(parts.filter((_part, at) => at !== only));
  // One of the others is in no text and is no tag: nothing has it.
  const newest = others === null ? { found: [], areAll: true } : newestTagged(connection, others, JSON.stringify(tags[only]), limits);
  const first = columnsOf(
    connection
      .sql(`SELECT ${joinedColumns} FROM (SELECT ${columnsOfImages} FROM images WHERE id IN (SELECT value FROM json_each(?)) ORDER BY saved_at DESC, id DESC)`)
      .get(JSON.stringify(newest.found)),
  );
  const { ids } = first;
  if (ids.length === limits.limit) return { ids, first, total: null, isWhole: false };
  return newest.areAll ? { ids, first, total: ids.length, isWhole: true } : null;
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
  if (match === null) return foundOf(new Int32Array(), besidesOf(connection, words));
  const first = undecided.filter((row) => hasWords.get(match, row) !== undefined);
  const ids = Int32Array.from([...first, ...numbers(newest.get(match, limit - first.length)?.['ids'])]);
  return ids.length === limit ? { ids, total: null, isWhole: false } : foundOf(ids, besidesOf(connection, words));
}

/** What words may mean besides what stands in texts. */
interface Besides {
  /** For each word the tags that it may be. */
  readonly tags: readonly (readonly unknown[])[];
  readonly idOrFile: boolean;
}

function besidesOf(connection: Connection, { lookups }: WordSearch): Besides {
  return { tags: lookups.map(({ text }) => tagsNamed(connection, text)), idOrFile: lookups.some((lookup) => meansIdOrFile(connection, lookup)) };
}

/**
 * Few ones are all there are, unless a tag, an id or a file may be meant as well. That nothing is found is said only when it is so:
 * null until then.
 */
function foundOf(ids: Int32Array, { tags, idOrFile }: Besides): Quick | null {
  if (!idOrFile && tags.every((named) => named.length === 0)) return { ids, total: ids.length, isWhole: true };
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
