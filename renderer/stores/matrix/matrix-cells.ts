import type { PackedMarks } from '../../../shared/library/batch-matrix.ts';
import { marksOf, type Marks } from '../../../shared/library/marks.ts';
import { isInFlight, isShown, type ImageFile, type ImageId, type TaskWithImages } from '../../../shared/task.ts';
import { placesIn, type MatrixPlace, type MatrixTable } from './matrix-table.ts';

export interface MatrixPicture {
  readonly id: ImageId;
  readonly file: ImageFile;
  readonly marks: Marks;
  readonly entry: TaskWithImages;
}

/** What a cell shows. */
export interface MatrixCell extends MatrixPlace {
  /** In the order in which they were sent, without those that were tried again and made nothing. Empty: there is no task. */
  readonly entries: readonly TaskWithImages[];
  /** Pictures that are not in the trash. */
  readonly pictures: readonly MatrixPicture[];
  /** The picture on top: the one that was chosen in this cell, or the best one. */
  readonly top: MatrixPicture | null;
  /** The task that the cell shows if it has no picture: one in progress, or else the one that ended last. */
  readonly entry: TaskWithImages | null;
  readonly inFlight: number;
  /** Tasks that ended without a picture. */
  readonly failed: number;
}

interface Contents {
  readonly entries: Iterable<TaskWithImages>;
  readonly marks: PackedMarks;
  /** Pictures that were chosen to be on top. */
  readonly chosen: ReadonlySet<ImageId>;
}

/** The cells of a grid, row by row. */
export function cellsOf(table: MatrixTable, { entries, marks, chosen }: Contents): readonly MatrixCell[] {
  const placeOf = placesIn(table);
  const across = table.columns.length;
  const tasks: TaskWithImages[][] = Array.from({ length: across * table.rows.length }, () => []);
  for (const entry of entries) {
    const place = placeOf(entry.task.request);
    if (place) tasks[place.row * across + place.column]?.push(entry);
  }
  return tasks.map((all, at) => ({ row: Math.floor(at / across), column: at % across, ...contentOf(all.sort(byTime), marks, chosen) }));
}

const byTime = (a: TaskWithImages, b: TaskWithImages): number => a.task.createdAt - b.task.createdAt || a.task.place - b.task.place || (a.task.id < b.task.id ? -1 : 1);

function contentOf(all: readonly TaskWithImages[], marks: PackedMarks, chosen: ReadonlySet<ImageId>): Omit<MatrixCell, 'row' | 'column'> {
  const retried = new Set(all.map(({ task }) => task.retryOf));
  const entries = all.filter((entry) => isInFlight(entry.task) || madeFiles(entry) || !retried.has(entry.task.id));
  const pictures = entries.flatMap((entry) =>
    entry.images.flatMap(({ id, state }): readonly MatrixPicture[] => {
      const of = marksOf(marks.get(id) ?? 0);
      return state.status === 'kept' && isShown(state.file.type) && !of.trashed ? [{ id, file: state.file, marks: of, entry }] : [];
    }),
  );
  const working = entries.filter((entry) => isInFlight(entry.task) || isDownloading(entry));
  return {
    entries,
    pictures,
    top: pictures.find(({ id }) => chosen.has(id)) ?? best(pictures),
    entry: working[0] ?? entries.at(-1) ?? null,
    inFlight: working.length,
    failed: entries.filter((entry) => !working.includes(entry) && !madeFiles(entry) && entry.task.state.status !== 'withdrawn').length,
  };
}

const madeFiles = ({ images }: TaskWithImages): boolean => images.some(({ state }) => state.status === 'kept' || state.status === 'removed');

const isDownloading = ({ task: { state }, images }: TaskWithImages): boolean => state.status === 'completed' && images.some((image) => image.state.status === 'waiting');

/** As in stacks: picked, then the rating, then favourites. Among equals the first one, so that the cell stays as it is while others arrive. */
function best(pictures: readonly MatrixPicture[]): MatrixPicture | null {
  return pictures.reduce<MatrixPicture | null>((before, picture) => (before === null || score(picture.marks) > score(before.marks) ? picture : before), null);
}

const score = ({ flag, rating, favourite }: Marks): number => (flag === 'pick' ? 12 : flag === 'reject' ? -12 : 0) + rating * 2 + (favourite ? 1 : 0);

/** The cells that a place stands for: one, or those of a header. */
export function cellsAt(cells: readonly MatrixCell[], { row, column }: MatrixPlace): readonly MatrixCell[] {
  return cells.filter((cell) => (row < 0 || cell.row === row) && (column < 0 || cell.column === column));
}

/** The cells between two places. */
export function cellsBetween(cells: readonly MatrixCell[], a: MatrixPlace, b: MatrixPlace): readonly MatrixCell[] {
  const within = (value: number, one: number, other: number): boolean => one < 0 || other < 0 || (value >= Math.min(one, other) && value <= Math.max(one, other));
  return cells.filter((cell) => within(cell.row, a.row, b.row) && within(cell.column, a.column, b.column));
}
