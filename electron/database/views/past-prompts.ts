import type { PastPrompt, PastPrompts } from '../../../shared/prompts/saved-prompt.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { Readers } from '../tables/row-readers.ts';
import { promptFingerprint } from '../tables/tasks/prompt-fingerprint.ts';
import { idList } from '../sqlite/id-lists.ts';
import type { Connection } from '../sqlite/statements.ts';
import { numbersIn } from './number-list.ts';
import { submissionsByTime } from './orders/submissions.ts';
import { spanOf } from './search/bit-set.ts';
import { createClauseReader, ofTasks } from './search/clause-rows.ts';
import { fewMatchingTasks, matchingTasks } from './search/combine-clauses.ts';
import { imagesOf, isWide } from './search/newest-matching.ts';
import { allRows } from './search/table-scan.ts';
import { tasksOfRows } from './view-rows.ts';

/** Different prompts on a page. */
const mostPrompts = 60;

/** Milliseconds of reading after which a page is given as it is. A batch may have sent one prompt ten thousand times. */
const patience = 40;

/** Tasks whose prompts are read in one statement. */
const step = 200;

/** Tasks that are searched before all others. They take some ten milliseconds. */
const near = 12_000;

/** If fewer prompts than these are found near the page before, the whole library is searched. */
const enough = 10;

/**
 * Different prompts of the submissions that match a search, newest first. Submissions near the beginning of the page are searched first.
 * @param from the row of the last task of the page before; 0 for the first page
 */
export function pastPrompts(connection: Connection, readers: Readers, query: SearchQuery, from: number): PastPrompts {
  const page = createPage(connection, readers);
  const isAll = query.clauses.length === 0;
  const limit = isAll ? step : near;
  for (let rows = rowsAfter(connection, from, limit); ; rows = rowsAfter(connection, page.last(), limit)) {
    const found = isAll ? rows : matching(connection, query, rows);
    if (found === null) break;
    page.read(found);
    if (!page.isRead()) return page.finished(page.last());
    if (rows.length < limit) return page.finished(null);
    if (page.isFull() || (!isAll && page.size() >= (from === 0 ? 1 : enough))) return page.finished(page.last());
    if (!isAll) break;
  }
  const spans = allRows(connection);
  const clauses = ofTasks(connection, createClauseReader(connection, query)(spans), spans);
  const rows = fewMatchingTasks(connection, clauses) ?? matchingTasks(submissionsByTime(connection), clauses);
  // The page before ended with a row that matches.
  page.read(rows.subarray(rows.indexOf(from) + 1));
  return page.finished(page.isRead() ? null : page.last());
}

/** Those of neighbouring rows that match. Null: the rows are too far apart, so that a search of the whole library costs as much. */
function matching(connection: Connection, query: SearchQuery, rows: Int32Array): Int32Array | null {
  if (rows.length === 0) return rows;
  const task = spanOf(rows);
  const spans = { task, image: imagesOf(connection, task) };
  if (isWide(spans.task, rows.length) || isWide(spans.image, rows.length)) return null;
  return matchingTasks(rows, ofTasks(connection, createClauseReader(connection, query)(spans), spans));
}

/** The submissions after a row, newest first. 0: from the newest on. */
function rowsAfter({ sql }: Connection, row: number, limit: number): Int32Array {
  const after = sql('SELECT created_at, uuid FROM tasks WHERE id = ?').get(row);
  const found = sql(
    `SELECT group_concat(id) AS ids FROM (SELECT id FROM tasks INDEXED BY tasks_history WHERE imported IS NULL AND (created_at, uuid) < (?, ?)
      ORDER BY created_at DESC, uuid DESC LIMIT ?)`,
  ).get(Number(after?.['created_at'] ?? Number.MAX_SAFE_INTEGER), String(after?.['uuid'] ?? ''), limit);
  return numbersIn(found?.['ids']);
}

const promptsOf = `SELECT tasks.id AS id, prompt, images_kept AS kept, batches.recipe ->> '$.template' AS template FROM json_each(?)
  JOIN tasks ON tasks.id = json_each.value LEFT JOIN batches ON batches.id = tasks.batch ORDER BY json_each.key`;

/** The newest task of a prompt or a template, and the newest one with a picture. */
interface Found {
  readonly row: number;
  pictured: number | null;
}

/** Collects different prompts until there are enough of them, or reading has taken long. A template comes before the prompts that it made. */
function createPage(connection: Connection, readers: Readers) {
  const until = performance.now() + patience;
  const found = new Map<string, Found>();
  let last = 0;
  let isRead = true;
  const isFull = (): boolean => found.size >= mostPrompts || (found.size > 0 && performance.now() > until);
  const add = (prompt: string, row: number, hasPicture: boolean): void => {
    const entry: Found = found.get(prompt) ?? { row, pictured: null };
    found.set(prompt, entry);
    if (entry.pictured === null && hasPicture) entry.pictured = row;
  };
  return {
    isFull,
    size: () => found.size,
    /** The last row that was read. */
    last: () => last,
    /** Whether all given rows were read. */
    isRead: () => isRead,
    read(rows: Int32Array): void {
      for (let at = 0; at < rows.length; at += step) {
        isRead = false;
        if (isFull()) return;
        for (const { id, prompt, kept, template } of connection.sql(promptsOf).all(idList(rows.subarray(at, at + step)))) {
          for (const text of [template, prompt]) if (typeof text === 'string' && text !== '') add(text, Number(id), Number(kept) > 0);
        }
        last = rows[Math.min(at + step, rows.length) - 1] ?? 0;
      }
      isRead = true;
    },
    finished(next: number | null): PastPrompts {
      const prompts = [...found].flatMap(([prompt, { row, pictured }]): readonly PastPrompt[] => {
        const [newest] = tasksOfRows(connection, readers, Int32Array.of(row));
        if (!newest) return [];
        const { prompt: _own, ...choices } = newest.task.request;
        return [{ prompt, choices, lastAt: newest.task.createdAt, imageId: pictureOf(connection, pictured) }];
      });
      return { prompts, next };
    },
  };
}

function pictureOf({ sql }: Connection, task: number | null): ImageId | null {
  const row = sql(`SELECT id FROM images WHERE task = ? AND status = 'kept' AND trashed_at IS NULL ORDER BY position LIMIT 1`).get(task);
  return row === undefined ? null : Number(row['id']);
}

const mostPictures = 12;

const picturesOf = `WITH wanted (prompt) AS (SELECT trim(?))
  SELECT images.id AS id FROM wanted JOIN tasks INDEXED BY tasks_by_prompt ON ${promptFingerprint('trim(tasks.prompt)')} = ${promptFingerprint('wanted.prompt')} AND trim(tasks.prompt) <> '' AND trim(tasks.prompt) = wanted.prompt
  JOIN images ON images.task = tasks.id AND images.status = 'kept' AND images.trashed_at IS NULL
  WHERE imported IS NULL ORDER BY created_at DESC, uuid DESC, position LIMIT ?`;

const picturesOfTemplate = `SELECT images.id AS id FROM (SELECT id FROM batches WHERE recipe ->> '$.template' = ? ORDER BY created_at DESC LIMIT 1) AS batch
  JOIN tasks ON tasks.batch = batch.id AND tasks.status = 'completed' AND images_kept > 0
  JOIN images ON images.task = tasks.id AND images.status = 'kept' AND images.trashed_at IS NULL LIMIT ${mostPictures}`;

/** Pictures of submissions with this prompt, newest first. Of a template, pictures that its latest batch made. */
export function picturesOfPrompt({ sql }: Connection, prompt: string): readonly ImageId[] {
  const found = sql(picturesOfTemplate).all(prompt);
  return [...found, ...sql(picturesOf).all(prompt, mostPictures - found.length)].map(({ id }): ImageId => Number(id));
}
