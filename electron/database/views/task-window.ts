import type { TaskWithImages } from '../../../shared/task.ts';
import type { Readers } from '../tables/row-readers.ts';
import type { Connection } from '../sqlite/statements.ts';
import { taskSelection } from '../tables/task-rows.ts';

/** Tasks by row number, in the order of the numbers. */
export function taskRows({ sql }: Connection, readers: Readers, rows: Int32Array): readonly TaskWithImages[] {
  const found = new Map(sql(`SELECT ${taskSelection} FROM tasks WHERE id IN (SELECT value FROM json_each(?))`).all(JSON.stringify([...rows])).map((row) => [Number(row['row_id']), row]));
  return readers.tasksWithImages(Array.from(rows, (row) => found.get(row)).filter((row) => row !== undefined));
}
