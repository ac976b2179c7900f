import { mostMatrixRows, rowsOfPage, type Matrix } from '../../../shared/library/batch-matrix.ts';
import { marksShown, packedMarks } from '../../../shared/library/marks.ts';
import type { Change } from '../../../shared/ipc/api.ts';
import type { BatchId, Image, ImageId, Task, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useView } from '../windows/view-store.ts';
import { goToPicture, noMatrix, shownMatrix, stepCell, useMatrix } from './matrix-store.ts';
import { nothing } from '../selection/position-ranges.ts';
import { placesIn } from './matrix-table.ts';

/** Milliseconds between a change of which tasks there are and the next reading. */
const calm = 500;
/** The most pictures whose marks are read one by one. If more have changed, all tasks are read again. */
const fewMarked = 60;

/** Number of the latest reading. The results of older ones are ignored. */
let reading = 0;
/** Changes that arrive during a reading, which may not contain them. */
let meanwhile: Change[] | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let unsubscribe: (() => void) | null = null;

/** Opens the grid of a batch over the page, at the cell of a task or picture if one is given. */
export function openMatrix(batchId: BatchId, at: { readonly task?: Task; readonly imageId?: ImageId | undefined } = {}): void {
  unsubscribe ??= bridge.onChanges(({ changes }) => follow(changes));
  useMatrix.setState({ ...noMatrix, batchId });
  useView.setState({ viewer: null, matrixOpen: true });
  void read(at.task ?? null).then(() => {
    if (at.imageId !== undefined) goToPicture(at.imageId);
  });
}

export function closeMatrix(): void {
  useView.setState({ matrixOpen: false });
}

// Going to another page closes it too.
useView.subscribe(({ matrixOpen, viewer }, before) => {
  if (matrixOpen && viewer !== null && viewer !== before.viewer) goToPicture(viewer);
  if (matrixOpen || !before.matrixOpen) return;
  unsubscribe?.();
  unsubscribe = null;
  clearTimeout(timer);
  reading += 1;
  meanwhile = null;
  useMatrix.setState(noMatrix);
});

/** Shows the next or the previous prompt of the batch. If each has a page of its own, the cursor stays where it is on the page. */
export function stepPrompt(step: 1 | -1): void {
  const state = useMatrix.getState();
  const { matrix } = state;
  const page = state.page + step;
  const table = shownMatrix(state)?.table;
  if (table?.down.includes('prompt')) return stepLine(step, state.cursor.row, ['ArrowUp', 'ArrowDown']);
  if (table?.across.includes('prompt')) return stepLine(step, state.cursor.column, ['ArrowLeft', 'ArrowRight']);
  if (matrix === null || page < 0 || page >= matrix.ends.length) return;
  useMatrix.setState(({ cursor }) => ({ page, entries: new Map(), marks: new Map(), loaded: false, chosen: new Set(), marked: nothing, anchor: cursor }));
  reading += 1;
  void readTasks(matrix, page, reading);
}

/** Never leads to a header, which stands for all of its cells. */
function stepLine(step: 1 | -1, at: number, [back, on]: readonly [string, string]): void {
  if (step === 1) stepCell(on, false);
  else if (at > 0) stepCell(back, false);
}

/** Reads which tasks there are, and then the tasks. @param at the task to go to */
async function read(at: Task | null): Promise<void> {
  const { batchId } = useMatrix.getState();
  if (batchId === null) return;
  reading += 1;
  const own = reading;
  const answer = await bridge.matrixOpen({ batchId, ...(at && { taskId: at.id }) });
  if (own !== reading) return;
  meanwhile = null;
  if (!answer.ok || answer.value === null) return useMatrix.setState({ failure: answer.ok ? 'gone' : answer.error });
  const matrix = answer.value;
  const page = at === null ? Math.min(useMatrix.getState().page, matrix.ends.length - 1) : matrix.asked;
  useMatrix.setState({ matrix, page, failure: null });
  if (at !== null) {
    const table = shownMatrix(useMatrix.getState())?.table;
    const cursor = table && placesIn(table)(at.request);
    if (cursor) useMatrix.setState({ cursor, anchor: cursor });
  }
  await readTasks(matrix, page, own);
}

/** Reads the tasks of a page. Those that are shown already stay until they are read again. */
async function readTasks(matrix: Matrix, page: number, own: number): Promise<void> {
  const rows = rowsOfPage(matrix, page);
  const missed: Change[] = [];
  meanwhile = missed;
  const ids = new Set<TaskId>();
  for (let at = 0; at < rows.length; at += mostMatrixRows) {
    const answer = await bridge.matrixTasks({ rows: [...rows.subarray(at, at + mostMatrixRows)] });
    if (own !== reading) return;
    if (!answer.ok) {
      meanwhile = null;
      return useMatrix.setState({ failure: answer.error });
    }
    const { tasks, imageIds, marks } = answer.value;
    for (const { task } of tasks) ids.add(task.id);
    useMatrix.setState((state) => ({
      entries: new Map([...state.entries, ...tasks.map((entry) => [entry.task.id, entry] as const)]),
      marks: new Map([...state.marks, ...Array.from(imageIds, (id, index) => [id, marks[index] ?? 0] as const)]),
    }));
  }
  useMatrix.setState(({ entries }) => ({ loaded: true, entries: new Map([...entries].filter(([id]) => ids.has(id))) }));
  if (meanwhile === missed) meanwhile = null;
  apply(missed);
  applyMarks(missed);
}

function follow(changes: readonly Change[]): void {
  meanwhile?.push(...changes);
  apply(changes);
  // During a reading it is not known yet which pictures are shown, and an older answer may follow.
  if (meanwhile === null) applyMarks(changes);
}

function applyMarks(changes: readonly Change[]): void {
  const named = changes.flatMap((change) => (change.kind === 'marks' ? [change.imageIds] : []));
  if (named.length > 0) void readMarks(named.includes(null) ? null : named.flatMap((ids) => ids ?? []));
}

function apply(changes: readonly Change[]): void {
  const tasks = changes.flatMap((change) => (change.kind === 'task' ? [change.task] : []));
  if (tasks.length > 0) take(tasks);
  for (const change of changes) if (change.kind === 'image-kept') keep(change.image);
}

/** Shows the new states of tasks. If one now belongs elsewhere, or is a new attempt, reads which tasks there are. */
function take(tasks: readonly TaskWithImages[]): void {
  const { entries } = useMatrix.getState();
  let next: Map<TaskId, TaskWithImages> | null = null;
  for (const entry of tasks) {
    const { task } = entry;
    const known = entries.get(task.id);
    if (known) (next ??= new Map(entries)).set(task.id, entry);
    const moved = known !== undefined && JSON.stringify(known.task.request) !== JSON.stringify(task.request);
    const isNew = known === undefined && task.retryOf !== null && entries.has(task.retryOf);
    if (moved || isNew) readSoon();
  }
  if (next !== null) useMatrix.setState({ entries: next });
}

function readSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void read(null), calm);
}

/** Called when a picture was kept. The change of its task can come before, after or with it. */
function keep(image: Image): void {
  const entry = useMatrix.getState().entries.get(image.taskId);
  if (!entry) return;
  const images = [...entry.images.filter(({ id }) => id !== image.id), image].sort((a, b) => a.index - b.index);
  useMatrix.setState(({ entries }) => ({ entries: new Map(entries).set(image.taskId, { ...entry, images }) }));
}

/** Reads changed marks. @param imageIds null: too many to name */
async function readMarks(imageIds: readonly ImageId[] | null): Promise<void> {
  const { matrix, page, entries } = useMatrix.getState();
  if (matrix === null) return;
  const shown = new Set([...entries.values()].flatMap(({ images }) => images.map(({ id }) => id)));
  const changed = imageIds?.filter((id) => shown.has(id));
  if (changed === undefined || changed.length > fewMarked) {
    reading += 1;
    return readTasks(matrix, page, reading);
  }
  const found = await Promise.all(changed.map(async (imageId) => ({ imageId, answer: await bridge.marksOf({ imageId }) })));
  const known = found.flatMap(({ imageId, answer }) =>
    answer.ok && answer.value ? [[imageId, packedMarks(marksShown(answer.value))] as const] : [],
  );
  if (known.length > 0) useMatrix.setState(({ marks }) => ({ marks: new Map([...marks, ...known]) }));
}
