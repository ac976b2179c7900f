import type { TrashStore } from '../../../core/library/marks/trash-store.ts';
import type { Synchronous } from '../../client/database-contract.ts';
import { imageSelection, imageStateColumns, imageStateToRow, rowToImage, sharesFile } from './image-rows.ts';
import type { Readers } from '../row-readers.ts';
import type { Connection } from '../../sqlite/statements.ts';

const remove = `UPDATE images SET trashed_at = NULL, source_kind = NULL, source_url = NULL,
    ${imageStateColumns.map((column) => `${column} = :${column}`).join(', ')}
  WHERE id = :id AND status = 'kept' AND trashed_at IS NOT NULL RETURNING task`;

/** Rows changed in one step, which takes about five milliseconds. */
const timesLimited = 500;

/** A task is hidden with its pictures, unless some of them are still to come. */
const hideTask = 'UPDATE tasks SET dismissed_at = coalesce(dismissed_at, :at) WHERE id = :task AND images_waiting = 0';

/** Pictures in the trash, and what happens to their rows when it is emptied. */
export function createTrashRows({ sql, transaction }: Connection, readers: Readers): Synchronous<TrashStore> {
  return {
    trashed: (until, after, limit) =>
      sql(
        `SELECT id, trashed_at FROM images INDEXED BY images_trash
          WHERE trashed_at IS NOT NULL AND trashed_at <= ? AND (trashed_at, id) > (?, ?) ORDER BY trashed_at, id LIMIT ?`,
      )
        .all(until, after?.trashedAt ?? -Infinity, after?.id ?? 0, limit)
        .map(({ id, trashed_at }) => ({ id: Number(id), trashedAt: Number(trashed_at) })),
    trashedPictures(those) {
      const rows = sql(
        `SELECT ${imageSelection}, ${sharesFile} AS shared
          FROM (SELECT value ->> 0 AS wanted, value ->> 1 AS since FROM json_each(?)) CROSS JOIN images ON images.id = wanted AND trashed_at = since`,
      ).all(JSON.stringify(those.map(({ id, trashedAt }) => [id, trashedAt])));
      return rows.flatMap((row) => {
        const image = readers.orReport(row, rowToImage);
        if (image?.state.status !== 'kept') return [];
        const { id, taskId, index, state } = image;
        return [{ id, taskId, index, file: state.file, sharesFile: row['shared'] === 1 }];
      });
    },
    limitTimes: (now) =>
      transaction(() => {
        const later = `SELECT id FROM images INDEXED BY images_trash WHERE trashed_at > :now LIMIT ${timesLimited}`;
        return sql(`UPDATE images SET trashed_at = :now WHERE id IN (${later})`).run({ now: Math.round(now) }).changes === timesLimited;
      }),
    removeImages: (ids, at) =>
      transaction(() => {
        const tasks = new Set<number>();
        for (const id of ids) {
          const row = sql(remove).get({ id, ...imageStateToRow({ status: 'removed', at }) });
          if (row === undefined) continue;
          sql('DELETE FROM image_tags WHERE image = ?').run(id);
          sql('DELETE FROM album_images WHERE image = ?').run(id);
          tasks.add(Number(row['task']));
        }
        sql('DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM image_tags WHERE tag = tags.id)').run();
        for (const task of tasks) sql(hideTask).run({ task, at: Math.round(at) });
        return sql('SELECT uuid FROM tasks WHERE id IN (SELECT task FROM images WHERE id IN (SELECT value FROM json_each(?)) AND removed_at IS NOT NULL)')
          .all(JSON.stringify(ids))
          .map(({ uuid }) => String(uuid));
      }),
  };
}
