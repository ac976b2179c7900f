import type { PastPrompt, PastPrompts } from '../../../shared/saved-prompt.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { Readers } from '../tables/row-readers.ts';
import type { Connection } from '../sqlite/statements.ts';
import { submissionsByTime } from './orders/submissions.ts';
import { createClauseReader, ofTasks } from './search/clause-rows.ts';
import { matchingTasks } from './search/matches.ts';
import { allRows } from './search/row-sets.ts';
import { tasksOfRows } from './view-rows.ts';

/** Different prompts on a page. */
const mostPrompts = 60;

/** Milliseconds of reading after which a page is given as it is. A batch may have sent one prompt ten thousand times. */
const patience = 40;

/** Tasks that are read in one statement. */
const step = 200;

const promptsOf = `SELECT tasks.id AS id, prompt, images_kept AS kept FROM json_each(?) JOIN tasks ON tasks.id = json_each.value WHERE prompt <> '' ORDER BY json_each.key`;

/** Different prompts of the submissions that match a search, newest first, beginning at a position among the matches. */
export function* pastPrompts(connection: Connection, readers: Readers, query: SearchQuery, from: number): Generator<void, PastPrompts> {
  const rows = yield* matches(connection, query);
  const until = performance.now() + patience;
  /** The newest task of each prompt, and the newest one with a picture. */
  const found = new Map<string, { readonly row: number; pictured: number | null }>();
  let at = from;
  while (at < rows.length && found.size < mostPrompts && (found.size === 0 || performance.now() < until)) {
    for (const { id, prompt, kept } of connection.sql(promptsOf).all(JSON.stringify([...rows.subarray(at, at + step)]))) {
      const entry = found.get(String(prompt)) ?? { row: Number(id), pictured: null };
      found.set(String(prompt), entry);
      if (entry.pictured === null && Number(kept) > 0) entry.pictured = Number(id);
    }
    at += step;
    yield;
  }
  const prompts = [...found.values()];
  const newest = tasksOfRows(connection, readers, Int32Array.from(prompts, ({ row }) => row));
  const pictured = new Map(newest.map(({ task }) => [task.request.prompt, found.get(task.request.prompt)?.pictured ?? null]));
  return {
    prompts: newest.map(({ task: { request, createdAt } }): PastPrompt => {
      const { prompt, ...choices } = request;
      return { prompt, choices, lastAt: createdAt, imageId: pictureOf(connection, pictured.get(prompt) ?? null) };
    }),
    next: at < rows.length ? at : null,
  };
}

function* matches(connection: Connection, query: SearchQuery): Generator<void, Int32Array> {
  const order = yield* submissionsByTime(connection);
  if (query.clauses.length === 0) return order;
  const spans = allRows(connection);
  const clauses = yield* ofTasks(connection, yield* createClauseReader(connection, query)(spans), spans);
  return yield* matchingTasks(order, clauses);
}

function pictureOf({ sql }: Connection, task: number | null): ImageId | null {
  const row = sql(`SELECT id FROM images WHERE task = ? AND status = 'kept' AND trashed_at IS NULL ORDER BY position LIMIT 1`).get(task);
  return row === undefined ? null : Number(row['id']);
}

/** Tasks that are searched for a prompt, the newest ones. */
const searched = 50_000;

const mostPictures = 12;

const sameAs = `SELECT images.id AS id FROM json_each(?) JOIN tasks ON tasks.id = json_each.value AND prompt = ? AND images_kept > 0
  JOIN images ON images.task = tasks.id AND images.status = 'kept' AND images.trashed_at IS NULL ORDER BY json_each.key, images.position LIMIT ${mostPictures}`;

/** Pictures of recent submissions with exactly this prompt, newest first. */
export function* picturesOfPrompt(connection: Connection, prompt: string): Generator<void, readonly ImageId[]> {
  const rows = (yield* submissionsByTime(connection)).subarray(0, searched);
  const found: ImageId[] = [];
  for (let at = 0; at < rows.length && found.length < mostPictures; at += step) {
    for (const { id } of connection.sql(sameAs).all(JSON.stringify([...rows.subarray(at, at + step)]), prompt)) found.push(Number(id));
    yield;
  }
  return found.slice(0, mostPictures);
}
