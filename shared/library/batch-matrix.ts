import type { Recipe } from '../batch.ts';
import type { BatchId, GenerationRequest, ImageId, TaskWithImages } from '../task.ts';

/**
 * The *grid* of a batch: its tasks as a table whose axes are the values of its matrix. If only one axis has several values, the prompts are the other
 * one. Otherwise, or if there are many tasks, each prompt has a table of its own, a *page*. Main reads which tasks there are, and the window asks for those
 * of the page that it shows.
 */

/** The fields of a request that a matrix varies. */
export const matrixFields = ['model', 'size', 'quality'] as const;
export type MatrixField = (typeof matrixFields)[number];

export interface Matrix {
  readonly batchId: BatchId;
  readonly name: string;
  /** The values that tasks of the batch have, in the order of its recipe. At least one each, which may be empty. */
  readonly values: Readonly<Record<MatrixField, readonly string[]>>;
  /** Its prompts, in the order in which they were sent. If each has its own page, only their beginnings. */
  readonly prompts: readonly string[];
  /** Row numbers of the tasks, those of the first prompt first. */
  readonly rows: Int32Array;
  /** Where the rows of each page end. */
  readonly ends: Int32Array;
  /** The page of the task that was asked for. 0 without one. */
  readonly asked: number;
}

/** Tasks of a grid, and the marks of their pictures (`packedMarks`). */
export interface MatrixTasks {
  readonly tasks: readonly TaskWithImages[];
  readonly imageIds: Int32Array;
  readonly marks: Uint16Array;
}

/** The most tasks that are read in one call. */
export const mostMatrixRows = 500;

/** The most batches that are asked about in one call. */
export const mostAskedBatches = 100;

/** Whether a batch has more than one value on at least one axis, so that it has a grid. */
export const isMatrix = ({ models = [], sizes = [], qualities = [] }: Recipe): boolean => models.length > 1 || sizes.length > 1 || qualities.length > 1;

/** The rows of one page. */
export const rowsOfPage = ({ rows, ends }: Matrix, page: number): Int32Array => rows.subarray(page === 0 ? 0 : ends[page - 1], ends[page]);

/** The prompts that are an axis of the table. Empty: each has its own page. */
export const promptsDown = ({ prompts, ends }: Pick<Matrix, 'prompts' | 'ends'>): readonly string[] => (ends.length < prompts.length ? prompts : []);

/** What lines of a table can have in common. */
export type LineField = MatrixField | 'prompt';

/** What decides in which cell of a page a request is. */
export type Combination = Pick<GenerationRequest, LineField>;

/** A picture's marks by its ID. */
export type PackedMarks = ReadonlyMap<ImageId, number>;
