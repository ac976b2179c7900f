import type { TagCount } from '../../../shared/library/marks.ts';
import type { PictureColumns } from '../../../shared/library/view.ts';
import type { TaskWithImages } from '../../../shared/task.ts';
import type { Readers } from '../tables/row-readers.ts';
import { markSelection, packedMarksSql } from '../tables/pictures/mark-columns.ts';
import { taskSelection } from '../tables/tasks/task-rows.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { idList } from '../sqlite/id-lists.ts';
import type { Connection } from '../sqlite/statements.ts';
import { allRows } from './search/table-scan.ts';
import { taggedRows } from './search/term-rows.ts';
import { groupTexts } from './arranged/stack-membership.ts';
import type { StackRows } from './arranged/stacked-pictures.ts';
import type { WholeView } from './live-view.ts';
import { numbersIn } from './number-list.ts';

const described = `SELECT group_concat(ifnull(saved_at / 1000, 0)) AS saved, group_concat(ifnull(width, 0)) AS widths, group_concat(ifnull(height, 0)) AS heights,
    group_concat(ifnull(${packedMarksSql}, 0)) AS marks
  FROM (SELECT saved_at, width, height, ${markSelection} FROM json_each(?) LEFT JOIN images ON images.id = json_each.value AND status = 'kept' ORDER BY json_each.key)`;

/** What the gallery draws of each picture, in the order of the ids. A picture that is gone has zeros. `first` is its position in the view. */
export function pictureColumns({ sql }: Connection, ids: Int32Array, first: number, stacks?: StackRows): PictureColumns {
  const row = sql(described).get(idList(ids));
  const end = first + ids.length;
  const ofStacks = stacks && { stacks: stacks.keys.slice(first, end), stackCounts: stacks.counts.slice(first, end) };
  return { ...ofStacks, first, ids, savedAt: numbersIn(row?.['saved']), widths: numbersIn(row?.['widths']), heights: numbersIn(row?.['heights']), marks: Uint16Array.from(numbersIn(row?.['marks'])) };
}

/** The longest label of a group. A header has one line. */
const longestLabel = 200;

const labels = { ...groupTexts, batch: '(SELECT name FROM batches WHERE batches.id = tasks.batch)', day: 'NULL' } as const;

/** The labels of groups, by their numbers in the view. Null: a day, or what has no prompt, model or batch. */
export function labelsOf({ sql }: Connection, { ids, groups }: WholeView, numbers: readonly number[]): readonly (string | null)[] {
  if (!groups) return numbers.map(() => null);
  const first = numbers.map((number) => ids[groups.starts[number] ?? 0] ?? 0);
  const row = sql(
    `SELECT json_group_array(text) AS texts FROM
      (SELECT nullif(substr(${labels[groups.by]}, 1, ${longestLabel}), '') AS text FROM json_each(?) LEFT JOIN images ON images.id = json_each.value LEFT JOIN tasks ON tasks.id = images.task ORDER BY json_each.key)`,
  ).get(idList(first));
  return JSON.parse(String(row?.['texts'])) as readonly (string | null)[];
}

/** Tasks by row number, in the order of the numbers. */
export function tasksOfRows({ sql }: Connection, readers: Readers, rows: Int32Array): readonly TaskWithImages[] {
  const found = new Map(sql(`SELECT ${taskSelection} FROM tasks WHERE id IN (SELECT value FROM json_each(?))`).all(idList(rows)).map((row) => [Number(row['row_id']), row]));
  return readers.tasksWithImages(Array.from(rows, (row) => found.get(row)).filter((row) => row !== undefined));
}

/** Every tag and its number of pictures, the most used first. A tag of a million pictures takes some 20 milliseconds. */
export function countTags({ sql }: Connection): readonly TagCount[] {
  const counted: TagCount[] = [];
  const count = sql('SELECT count(*) AS pictures FROM image_tags WHERE tag = ?');
  for (const { id, name } of sql('SELECT id, name FROM tags ORDER BY folded').all()) {
    counted.push({ name: String(name), pictures: Number(count.get(Number(id))?.['pictures']) });
  }
  return counted.sort((a, b) => b.pictures - a.pictures);
}

/** The row numbers of the pictures with a tag. */
export function picturesTagged(connection: Connection, tag: string): Int32Array {
  const tags = connection.sql('SELECT id FROM tags WHERE folded = ?').all(fold(tag)).map(({ id }) => id);
  const rows = taggedRows(connection, tags, allRows(connection).image);
  return Int32Array.from(rows.list(Infinity) ?? []);
}
