import { AppFailure } from '../../../../shared/errors.ts';
import type { AlbumCount } from '../../../../shared/library/albums.ts';
import type { OpenStacks } from '../../../../shared/library/arrangement.ts';
import type { Matrix, MatrixTasks } from '../../../../shared/library/batch-matrix.ts';
import type { TagCount } from '../../../../shared/library/marks.ts';
import type { ComparedPictures, GalleryQuery, LesserCopies, OpenedPictures, OpenedTasks, PictureColumns, Range, SelectionTarget, ViewDelta, ViewFacts, ViewQuery, ViewRevision, ViewToken } from '../../../../shared/library/view.ts';
import type { Spending, SpendingQuery, SpendingRecord, Spent } from '../../../../shared/money/spending.ts';
import type { AccountCosts, CostQuery } from '../../../../shared/money/task-cost.ts';
import type { AccountId, BatchId, EpochMs, ImageId, TaskId, TaskWithImages } from '../../../../shared/task.ts';
import type { PictureDays, PictureStatistics } from '../../../../shared/library/statistics.ts';
import type { PromptReader } from './prompt-store.ts';

/**
 * Views of a library of any size (shared/library/view.ts). Reads only. Null: a newer view of the gallery or the history has replaced this one, or the
 * revision is older than the two latest.
 * Rejects with AppFailure `database-failed`.
 */
export interface LibraryViews extends PromptReader {
  /** Resolves to the first matches as soon as they are known. `ready` waits for all matches, which begin with the same ones. */
  openGallery(query: GalleryQuery): Promise<OpenedPictures | null>;
  openHistory(query: ViewQuery): Promise<OpenedTasks | null>;
  /** Resolves when the whole view is known, to the facts of revision 0. */
  ready(token: ViewToken): Promise<ViewFacts | null>;
  /** Runs the search again, after earlier calls for the same view. Resolves to what changed since a revision, and where the given pictures or tasks are now. */
  advance(from: ViewRevision, wanted: LocatedRows): Promise<ViewDelta | null>;
  pictures(at: ViewRevision, range: Range): Promise<PictureColumns | null>;
  /** Row numbers of matches without a view, newest first, from a position on: at most `limit`. A search that cannot be understood finds nothing. */
  search(of: 'pictures' | 'tasks', search: string, from: number, limit: number): Promise<FoundRows>;
  tasks(at: ViewRevision, range: Range): Promise<readonly TaskWithImages[] | null>;
  /** Position in the view; -1 if it is not there. */
  locatePicture(at: ViewRevision, id: ImageId): Promise<number | null>;
  /** The same of several tasks, in their order. */
  locateTasks(at: ViewRevision, ids: readonly TaskId[]): Promise<Int32Array | null>;
  /** Position of the newest picture saved before a time (seconds since the epoch); the length of the view if there is none. Null also if the view is not sorted by time. */
  atTime(at: ViewRevision, time: number): Promise<number | null>;
  /** The labels of groups, by their numbers in the view. Null: the group is a day, or its pictures have no prompt, model or batch. */
  groupLabels(at: ViewRevision, groups: readonly number[]): Promise<readonly (string | null)[] | null>;
  /** What is in the sets of the selected pictures besides the pictures on top. The view has sets of near copies as stacks. */
  lesserCopies(target: SelectionTarget): Promise<LesserCopies | null>;
  pictureIds(at: ViewRevision, ranges: readonly Range[]): Promise<Int32Array | null>;
  /** Row numbers of the tasks at these positions. `tasksOfRows` reads them even after the view was replaced. */
  taskRows(at: ViewRevision, ranges: readonly Range[]): Promise<Int32Array | null>;
  /** In the order of the numbers; leaves out rows that are gone or cannot be read. */
  tasksOfRows(rows: Int32Array): Promise<readonly TaskWithImages[]>;
  /** Every tag, the most used first. */
  tags(): Promise<readonly TagCount[]>;
  /** All pictures with a tag, also those in the trash. Names that differ only in case are the same tag. */
  taggedPictures(tag: string): Promise<Int32Array>;
  /** The number of pictures in each album, without those in the trash. */
  albumCounts(): Promise<readonly AlbumCount[]>;
  /** How many of all pictures can be compared so far, because their hash is known. */
  compared(): Promise<ComparedPictures>;
  /** The number of pictures in the trash. */
  inTrash(): Promise<number>;
  pictureDays(): Promise<PictureDays>;
  /** Of the pictures of a year in local time; null: of all. */
  statistics(year: number | null): Promise<PictureStatistics>;
  /** Of the given batches, those that have a grid. */
  matrices(batchIds: readonly BatchId[]): Promise<readonly BatchId[]>;
  /** Null: there is no such batch, or it has no grid. @param taskId a task whose prompt is asked for */
  matrix(batchId: BatchId, taskId?: TaskId): Promise<Matrix | null>;
  /** Tasks by row number. Rows that are gone or cannot be read are left out. */
  matrixTasks(rows: readonly number[]): Promise<MatrixTasks>;
  /** Totals of spending leave out the practice account. */
  spent(accountId: AccountId, now: EpochMs): Promise<Spent>;
  spending(query: SpendingQuery): Promise<Spending>;
  spendingRecords(query: SpendingQuery): Promise<readonly SpendingRecord[]>;
  /** What the tasks of a view or a selection cost, by account. Null: a newer question was asked, or the view was replaced. */
  taskCosts(query: CostQuery): Promise<readonly AccountCosts[] | null>;
  close(): Promise<void>;
}

/** Matches of a search. `total`: of all of them. */
export interface FoundRows {
  readonly total: number;
  readonly rows: Int32Array;
}

/** Pictures of a gallery, or tasks of a history. */
export interface LocatedRows {
  /** The stacks that are to be open. */
  readonly opened?: OpenStacks | undefined;
  readonly imageIds?: readonly ImageId[] | undefined;
  /** Pictures to leave out although they match, because others of their tasks are still to come. */
  readonly without?: readonly ImageId[] | undefined;
  readonly taskIds?: readonly TaskId[] | undefined;
}

/** All pictures of a selection. Rejects with `view-replaced` if its view is closed. */
export async function selectedIds(views: Pick<LibraryViews, 'pictureIds'>, { token, revision, ranges, imageIds }: SelectionTarget): Promise<Int32Array> {
  const ofView = token === null || ranges.length === 0 ? new Int32Array() : await views.pictureIds({ token, revision }, ranges);
  if (ofView === null) throw new AppFailure('view-replaced');
  return Int32Array.from([...imageIds, ...ofView]);
}
