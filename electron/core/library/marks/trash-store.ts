import type { EpochMs, ImageFile, ImageId, TaskId } from '../../../../shared/task.ts';

/** A picture in the trash, and since when. After it is restored and moved to the trash again, it counts as another. */
export interface TrashEntry {
  readonly id: ImageId;
  readonly trashedAt: EpochMs;
}

/** A picture in the trash. */
export interface TrashedPicture {
  readonly id: ImageId;
  readonly taskId: TaskId;
  readonly index: number;
  readonly file: ImageFile;
  /** Another kept picture has the same file. */
  readonly sharesFile: boolean;
}

export interface TrashStore {
  /** Pictures moved to the trash up to a time, the earliest first, starting after `after`. */
  trashed(until: EpochMs, after: TrashEntry | null, limit: number): Promise<readonly TrashEntry[]>;
  /** Those of them that are still there. */
  trashedPictures(those: readonly TrashEntry[]): Promise<readonly TrashedPicture[]>;
  /** Moves times in the trash that are later than `now`, because the clock was ahead, to `now`. Handles some hundred; returns true while more are left. */
  limitTimes(now: EpochMs): Promise<boolean>;
  /** Marks pictures in the trash as `removed`. Ignores other pictures. Returns the tasks of those that are removed now, also by an earlier call. */
  removeImages(ids: readonly ImageId[], at: EpochMs): Promise<readonly TaskId[]>;
}
