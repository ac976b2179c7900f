/**
 * Version 7: the pictures of a task are adjacent in the gallery, in their order (`place-in-order.ts`). A task keeps the time of its newest picture,
 * or gets a time just late enough to come after the previous task. The update does not need `picture_recounted`: it would only count pictures as
 * gone from open views, and no view is open. Without that trigger, a million pictures take seconds.
 */
export const picturesOfATaskTogether = /* sql */ `
  DROP TRIGGER picture_recounted;

  WITH
    tasks_kept AS MATERIALIZED (
      SELECT task, max(saved_at) AS newest, max(position) + 1 AS size FROM images GROUP BY task HAVING newest IS NOT NULL
    ),
    stacked AS (
      SELECT task, newest, sum(size) OVER (ORDER BY newest, task ROWS UNBOUNDED PRECEDING) AS height FROM tasks_kept
    ),
    placed AS MATERIALIZED (
      SELECT task, height + max(newest - height) OVER (ORDER BY newest, task ROWS UNBOUNDED PRECEDING) AS first FROM stacked
    )
  UPDATE images SET saved_at = placed.first - images.position FROM placed
    WHERE images.task = placed.task AND images.status = 'kept' AND images.saved_at <> placed.first - images.position;

  CREATE TRIGGER picture_recounted AFTER UPDATE OF status, trashed_at, saved_at ON images
    WHEN old.status IS NOT new.status OR old.trashed_at IS NOT new.trashed_at OR old.saved_at IS NOT new.saved_at
  BEGIN
    UPDATE picture_counts SET pictures = pictures - 1, gone = gone + 1
      WHERE old.status = 'kept' AND place = iif(old.trashed_at IS NULL, 'library', 'trash');
    UPDATE picture_counts SET pictures = pictures + 1
      WHERE new.status = 'kept' AND place = iif(new.trashed_at IS NULL, 'library', 'trash');
  END;
`;
