import type { PictureColumns } from '../../../shared/library/view.ts';
import type { Connection } from '../sqlite/statements.ts';
import { createColumn, parseNumbers } from './number-list.ts';

export const inLibrary = `status = 'kept' AND trashed_at IS NULL`;

const described = `SELECT group_concat(ifnull(saved_at / 1000, 0)) AS saved, group_concat(ifnull(width, 0)) AS widths, group_concat(ifnull(height, 0)) AS heights,
    group_concat(ifnull((trashed_at IS NOT NULL) * 16 + favourite * 8 + rating, 0)) AS marks
  FROM (SELECT saved_at, width, height, favourite, rating, trashed_at FROM json_each(?) LEFT JOIN images ON images.id = json_each.value AND status = 'kept' ORDER BY json_each.key)`;

/** What the gallery draws of each picture, in the order of the ids. A picture that is gone has zeros. `first` is its position in the view. */
export function pictureColumns({ sql }: Connection, ids: Int32Array, first: number): PictureColumns {
  const row = sql(described).get(JSON.stringify([...ids]));
  return { first, ids, savedAt: numbers(row?.['saved']), widths: numbers(row?.['widths']), heights: numbers(row?.['heights']), marks: Uint8Array.from(numbers(row?.['marks'])) };
}

export function numbers(text: unknown): Int32Array {
  const column = createColumn(0);
  parseNumbers(text, column.push);
  return column.take();
}
