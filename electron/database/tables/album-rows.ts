import { albumSchema } from '../../../shared/library/album-schema.ts';
import type { Album } from '../../../shared/library/albums.ts';
import type { AlbumRoom, AlbumStore } from '../../core/library/albums/album-store.ts';
import type { Synchronous } from '../client/database-contract.ts';
import { idList } from '../sqlite/id-lists.ts';
import type { Connection } from '../sqlite/statements.ts';
import type { ImageId } from '../../../shared/task.ts';
import type { Readers } from './row-readers.ts';
import type { Row } from './tasks/task-rows.ts';

/** Rows deleted in one step, which takes a few milliseconds. */
const rowsForgotten = 500;

const ofAlbum = '(SELECT id FROM albums WHERE uuid = :album)';

/** If the gap between two places is smaller, the following pictures are moved. A place is about as large as the number of pictures before it. */
const leastGap = 1e-6;
/** The most pictures moved at once, which takes a few milliseconds. */
const mostSpread = 500;

/** New arrays for each answer, because they are transferred to another thread, and cannot be a second time. */
const nobody = (): Pick<AlbumRoom, 'images' | 'places'> => ({ images: new Int32Array(), places: new Float64Array() });

const roomAfter = (low: number, count: number): AlbumRoom => ({ low, high: low + count + 1, ...nobody() });

export function createAlbumRows({ sql, transaction }: Connection, readers: Readers): Synchronous<AlbumStore> {
  const rowOf = (album: string): number => Number(sql(`SELECT ${ofAlbum} AS id`).get({ album })?.['id'] ?? 0);

  /** Moves pictures from `before` on, to leave room for `count` places before them. They are spread evenly up to the first picture that does not move. */
  const spread = (album: number, before: ImageId, { low, high }: AlbumRoom, count: number): AlbumRoom => {
    const rows = sql('SELECT image, place FROM album_images INDEXED BY album_images_in_order WHERE album = ? AND gone = 0 AND (place, image) >= (?, ?) ORDER BY place, image LIMIT ?').all(
      album,
      high,
      before,
      mostSpread + 1,
    );
    const moved = rows.slice(0, mostSpread);
    const last = Number(moved.at(-1)?.['place'] ?? high);
    const end = rows.length > mostSpread ? Number(rows.at(-1)?.['place']) : Math.max(last, low) + moved.length + count;
    const placeOf = (at: number): number => low + ((end - low) * (count + 1 + at)) / (count + 1 + moved.length);
    const write = sql('UPDATE album_images SET place = ? WHERE album = ? AND image = ?');
    for (const [at, row] of moved.entries()) write.run(placeOf(at), album, Number(row['image']));
    return { low, high: placeOf(0), images: Int32Array.from(moved, ({ image }) => Number(image)), places: Float64Array.from(moved, ({ place }) => Number(place)) };
  };

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
    arrange: (entries) =>
      transaction(() => {
        for (const { kind, id, place, pinned } of entries) {
          if (kind === 'album') sql('UPDATE albums SET place = ?, pinned = ? WHERE uuid = ?').run(place, pinned ? 1 : 0, id);
          else sql('UPDATE saved_searches SET place = ?, pinned = ? WHERE id = ?').run(place, pinned ? 1 : 0, id);
        }
      }),
    albumPlaces(album, images) {
      const rows = sql(`SELECT image, place FROM album_images WHERE album = ${ofAlbum} AND gone = 0 AND image IN (SELECT value FROM json_each(:images))`).all({ album, images: idList(images) });
      const places = new Map(rows.map(({ image, place }) => [Number(image), Number(place)]));
      return Float64Array.from(images, (image) => places.get(image) ?? NaN);
    },
    placeInAlbum: (album, images, places) =>
      transaction(() => {
        const row = rowOf(album);
        // SQLite takes NaN as null.
        const write = sql('UPDATE album_images SET place = coalesce(?, place) WHERE album = ? AND image = ?');
        for (const [at, image] of images.entries()) write.run(places[at] ?? NaN, row, image);
      }),
    roomInAlbum: (album, before, count) =>
      transaction(() => {
        const row = rowOf(album);
        const high = before === null ? undefined : sql('SELECT place FROM album_images WHERE album = ? AND image = ? AND gone = 0').get(row, before)?.['place'];
        const low = sql(
          'SELECT place FROM album_images INDEXED BY album_images_in_order WHERE album = ? AND gone = 0 AND (place, image) < (?, ?) ORDER BY place DESC, image DESC LIMIT 1',
        ).get(row, Number(high ?? Number.MAX_VALUE), before ?? 0)?.['place'];
        if (high === undefined) return roomAfter(Number(low ?? 0), count);
        if (low === undefined) return { ...roomAfter(Number(high) - count - 1, count), high: Number(high) };
        const room = { low: Number(low), high: Number(high), ...nobody() };
        return (room.high - room.low) / (count + 1) > leastGap ? room : spread(row, before ?? 0, room, count);
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
