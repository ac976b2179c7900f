import type { ImageFile } from '../../../shared/task.ts';
import type { Connection } from '../sqlite/statements.ts';

/** Milliseconds: what stands further ahead was saved by a wrong clock, and new pictures do not follow it. */
const aheadAtMost = 1_000;

/**
 * The file with its place in the gallery's order, which is (saved_at, id) with the newest first. The pictures of a task stand together, the first one
 * first, in whatever order they come: the first to come takes a time for each of them, from that of picture 0 a millisecond less for each, after
 * all that is in the library. `savedAt` of the file is when it was saved by the clock.
 */
export function placedInOrder<F extends Pick<ImageFile, 'savedAt'>>({ sql }: Connection, taskUuid: string, position: number, file: F): F {
  const now = Math.round(file.savedAt);
  const task = sql('SELECT id, max(ifnull(image_count, 0), images) AS size FROM tasks WHERE uuid = ?').get(taskUuid);
  const other = sql(`SELECT saved_at + position AS first FROM images WHERE task = ? AND status = 'kept' AND position <> ? LIMIT 1`).get(Number(task?.['id'] ?? 0), position);
  if (other !== undefined) return { ...file, savedAt: Number(other['first']) - position };
  const size = Math.max(Number(task?.['size'] ?? 0), position + 1);
  const newest = sql(
    `SELECT saved_at + position AS first FROM images INDEXED BY images_spine
      WHERE status = 'kept' AND trashed_at IS NULL AND saved_at <= ? ORDER BY saved_at DESC, id DESC LIMIT 1`,
  ).get(now + size + aheadAtMost);
  const first = newest === undefined ? now : Math.max(now, Number(newest['first']) + size);
  return { ...file, savedAt: first - position };
}
