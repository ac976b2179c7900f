import type { Connection } from '../../sqlite/statements.ts';
import { parseNumbers } from '../number-list.ts';
import { inLibrary } from '../picture-columns.ts';

export interface Limits {
  /** Pictures. */
  readonly limit: number;
  /** Prompts that are looked at for them. */
  readonly most: number;
}

/**
 * The newest pictures that have one of the tags, of prompts that a match finds. One in seven of the prompts are looked at first: where the tag
 * is frequent there are enough among them; else the walk goes on where it stood.
 */
export function newestTagged({ sql }: Connection, match: string, tags: string, { limit, most }: Limits): { readonly found: readonly number[]; readonly areAll: boolean } {
  // Two indexes tell which pictures have the tag. The rows of all the others, each in another page of the table, would take twice as long.
  // The place to go on from must be an INTEGER to FTS5, as in `rowsInSlices`.
  const next = sql(
    `WITH prompts AS MATERIALIZED (SELECT rowid AS task FROM task_words WHERE task_words MATCH ? AND rowid < CAST(? AS INTEGER) ORDER BY rowid DESC LIMIT ?),
      tagged AS MATERIALIZED (SELECT prompts.task, images.id FROM prompts CROSS JOIN images ON images.task = prompts.task
        WHERE EXISTS (SELECT 1 FROM image_tags WHERE image = images.id AND tag IN (SELECT value FROM json_each(?))))
    SELECT count(*) AS n, min(task) AS last, (SELECT group_concat(id) FROM
      (SELECT images.id FROM tagged CROSS JOIN images ON images.id = tagged.id WHERE ${inLibrary} ORDER BY tagged.task DESC)) AS ids FROM prompts`,
  );
  const found: number[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  let areAll = false;
  const few = Math.ceil(most / 7);
  for (const step of [few, most - few]) {
    const row = next.get(match, below, step, tags);
    parseNumbers(row?.['ids'], (id) => found.push(id));
    below = Number(row?.['last']);
    areAll = Number(row?.['n']) < step;
    if (areAll || found.length >= limit) break;
  }
  return { found: found.slice(0, limit), areAll };
}
