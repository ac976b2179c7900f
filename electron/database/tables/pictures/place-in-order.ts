import { firstFoundIndex, type ImageFile } from '../../../../shared/task.ts';
import type { Connection } from '../../sqlite/statements.ts';

/** Milliseconds. A picture further in the future was saved by a wrong clock, and new pictures are not placed after it. */
const aheadAtMost = 1_000;

/**
 * The file with its place in the gallery's order, which is (saved_at, id) with the newest first. The pictures of a task are adjacent and in their
 * order, whichever arrives first: the first to arrive reserves a millisecond for each of them, later than everything in the library. `savedAt` of the
 * given file is the time by the clock. Pictures from `firstFoundIndex` on share one millisecond.
 */
export function placedInOrder<F extends Pick<ImageFile, 'savedAt'>>({ sql }: Connection, taskUuid: string, position: number, file: F): F {
  const now = Math.round(file.savedAt);
  const place = Math.min(position, firstFoundIndex);
  const task = sql('SELECT id, max(ifnull(image_count, 0), images) AS size FROM tasks WHERE uuid = ?').get(taskUuid);
  const other = sql(`SELECT saved_at + min(position, ${firstFoundIndex}) AS first FROM images WHERE task = ? AND status = 'kept' AND position <> ? LIMIT 1`).get(Number(task?.['id'] ?? 0), position);
  if (other !== undefined) return { ...file, savedAt: Number(other['first']) - place };
  const size = Math.max(Number(task?.['size'] ?? 0), place + 1);
  const newest = sql(
    `SELECT saved_at + min(position, ${firstFoundIndex}) AS first FROM images INDEXED BY images_library
      WHERE status = 'kept' AND trashed_at IS NULL AND saved_at <= ? ORDER BY saved_at DESC, id DESC LIMIT 1`,
  ).get(now + size + aheadAtMost);
  const first = newest === undefined ? now : Math.max(now, Number(newest['first']) + size);
  return { ...file, savedAt: first - place };
}
