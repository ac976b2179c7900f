import { AppFailure } from '../../../shared/errors.ts';
import type { SelectionTarget, TagCount } from '../../../shared/library/marks.ts';
import type { OpenedPictures, OpenedTasks, PictureColumns, Range, ViewFacts, ViewQuery, ViewToken } from '../../../shared/library/view.ts';
import type { ImageId, TaskId, TaskWithImages } from '../../../shared/task.ts';

/**
 * Views of a library of any size (shared/library/view.ts). Reads only. Null: a newer view of the same room has replaced this one.
 * Rejects with AppFailure `database-failed`.
 */
export interface LibraryViews {
  /** The newest matches, as soon as they are known. `ready` waits for all of them, which begin with the same. */
  openGallery(query: ViewQuery): Promise<OpenedPictures | null>;
  openHistory(query: ViewQuery): Promise<OpenedTasks | null>;
  /** Resolves when the whole view is known. */
  ready(token: ViewToken): Promise<ViewFacts | null>;
  pictures(token: ViewToken, range: Range): Promise<PictureColumns | null>;
  tasks(token: ViewToken, range: Range): Promise<readonly TaskWithImages[] | null>;
  /** Position in the view; -1 if it is not there. */
  locatePicture(token: ViewToken, id: ImageId): Promise<number | null>;
  locateTask(token: ViewToken, id: TaskId): Promise<number | null>;
  /** Position of the first picture saved before a time (seconds since the epoch). */
  atTime(token: ViewToken, time: number): Promise<number | null>;
  pictureIds(token: ViewToken, ranges: readonly Range[]): Promise<Int32Array | null>;
  /** Row numbers of the tasks at these positions. `tasksOfRows` reads them even after the view was replaced. */
  taskRows(token: ViewToken, ranges: readonly Range[]): Promise<Int32Array | null>;
  /** In the order of the numbers; leaves out rows that are gone or cannot be read. */
  tasksOfRows(rows: Int32Array): Promise<readonly TaskWithImages[]>;
  /** Every tag, the most used first. */
  tags(): Promise<readonly TagCount[]>;
  /** The number of pictures in the trash. */
  inTrash(): Promise<number>;
  close(): Promise<void>;
}

/** All pictures of a selection. Rejects with `view-replaced` if its view is closed. */
export async function selectedIds(views: Pick<LibraryViews, 'pictureIds'>, { token, ranges, imageIds }: SelectionTarget): Promise<Int32Array> {
  const ofView = token === null || ranges.length === 0 ? new Int32Array() : await views.pictureIds(token, ranges);
  if (ofView === null) throw new AppFailure('view-replaced');
  return Int32Array.from([...imageIds, ...ofView]);
}
