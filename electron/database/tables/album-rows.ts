import { albumSchema, type Album } from '../../../shared/library/albums.ts';
import type { AlbumStore } from '../../core/albums/album-store.ts';
import type { Synchronous } from '../client/database-contract.ts';
import type { Connection } from '../sqlite/statements.ts';
import type { Readers } from './row-readers.ts';
import type { Row } from './task-rows.ts';

/** Rows deleted in one step, which takes a few milliseconds. */
const rowsForgotten = 500;

export function createAlbumRows({ sql, transaction }: Connection, readers: Readers): Synchronous<AlbumStore> {
  return {
    albums: () =>
      sql('SELECT uuid, name, place, pinned, takes_new, created_at FROM albums WHERE removed_at IS NULL ORDER BY place, id')
        .all()
        .flatMap((row) => readers.orReport(row, rowToAlbum) ?? []),
    putAlbum: ({ id, name, place, pinned, takesNew, createdAt }) =>
      transaction(() => {
        if (takesNew) sql('UPDATE albums SET takes_new = 0 WHERE uuid <> ? AND takes_new = 1').run(id);
        sql(
          `INSERT INTO albums (uuid, name, place, pinned, takes_new, created_at) VALUES (:id, :name, :place, :pinned, :takesNew, :createdAt)
            ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, place = excluded.place, pinned = excluded.pinned, takes_new = excluded.takes_new, removed_at = NULL`,
        ).run({ id, name, place, pinned: pinned ? 1 : 0, takesNew: takesNew ? 1 : 0, createdAt: Math.round(createdAt) });
      }),
    removeAlbum: (id, at) =>
      transaction(() => {
        sql('UPDATE albums SET removed_at = ?, takes_new = 0 WHERE uuid = ?').run(Math.round(at), id);
      }),
    forgetRemovedAlbums(before) {
      const id = sql('SELECT id FROM albums WHERE removed_at < ? LIMIT 1').get(Math.round(before))?.['id'];
      if (id === undefined) return false;
      transaction(() => {
        const { changes } = sql('DELETE FROM album_images WHERE album = :id AND image IN (SELECT image FROM album_images WHERE album = :id LIMIT :limit)').run({ id: Number(id), limit: rowsForgotten });
        if (changes > 0) return;
        const tasks = sql('UPDATE tasks SET album = NULL WHERE id IN (SELECT id FROM tasks WHERE album = :id LIMIT :limit)').run({ id: Number(id), limit: rowsForgotten });
        if (tasks.changes === 0) sql('DELETE FROM albums WHERE id = ?').run(Number(id));
      });
      return true;
    },
  };
}

function rowToAlbum({ uuid, name, place, pinned, takes_new, created_at }: Row): Album {
  return albumSchema.parse({ id: uuid, name, place, pinned: pinned === 1, takesNew: takes_new === 1, createdAt: created_at });
}
