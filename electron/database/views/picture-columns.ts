import type { PictureColumns } from '../../../shared/library/view.ts';
import type { Connection } from '../statements.ts';

const described = `SELECT id, saved_at / 1000 AS saved, width, height, favourite * 8 + rating AS marks FROM images
  WHERE id IN (SELECT value FROM json_each(?)) AND status = 'kept'`;

/** What the gallery draws of each, in the order of the ids; zeros for one that is gone since. `first`: position in the view. */
export function pictureColumns({ sql }: Connection, ids: Int32Array, first: number): PictureColumns {
  const rows = new Map(sql(described).all(JSON.stringify([...ids])).map((row) => [Number(row['id']), row]));
  const column = (name: string): Int32Array => ids.map((id) => Number(rows.get(id)?.[name] ?? 0));
  return {
    first,
    ids,
    savedAt: column('saved'),
    widths: column('width'),
    heights: column('height'),
    marks: Uint8Array.from(column('marks')),
  };
}
