import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { bridge } from '../../bridge.ts';
import { nothing } from '../../stores/ranges.ts';
import { today } from '../search/today.ts';
import { isUndecided, looksAtState, mayMatch } from './history-matches.ts';
import type { ShownView, Sort } from './history-store.ts';
import { cursorAt, leftAt, useHistory } from './history-store.ts';
import { rowHeight } from './row-window.ts';
import { blocksFrom, blockSize, findTask, missing, taskAt, used, withBlock, withTasks } from './task-blocks.ts';

/** Milliseconds between two openings because of changes: a flood of new tasks is taken up by and by. */
const calm = 500;
/** A task that was written down while its view was opened may be in it or not. */
const doubtful = 2000;
/** Blocks that are asked for at once; a thumb that is drawn passes most of them by. */
const atOnce = 2;

let subscribed = false;
let visible = false;
let latestOpening = 0;
let openedAt = 0;
/** Changes that an answer under way may have been read before. */
let meanwhile: TaskWithImages[] = [];
let underWay = 0;
const asked = new Set<number>();
let wanted: readonly [first: number, end: number] = [0, 0];
/** Tasks that the view was opened again for, as they were then. */
const takenUp = new Map<TaskId, string>();
let outdated = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows main from the first visit on; later visits find everything in place. Returns what ends the visit. */
export function visitHistory(): () => void {
  visible = true;
  if (!subscribed) {
    subscribed = true;
    bridge.onChanges(({ changes }) => {
      const changed = changes.flatMap((change) => (change.kind === 'task' ? [change.task] : []));
      if (changed.length > 0) follow(changed);
    });
    useHistory.subscribe((now, before) => {
      if (now.selected.length === 0 && before.selected.length > 0) soon();
    });
    void open(false);
  }
  soon();
  return () => {
    visible = false;
  };
}

export function setSearch(search: string): void {
  if (search === useHistory.getState().search) return;
  useHistory.setState({ search });
  void open(false);
}

export function setSort(sort: Sort): void {
  useHistory.setState({ sort });
  void open(false);
}

/** After an error. */
export function reload(): void {
  void open(false);
}

/** The rows that the table shows now, and some around them. */
export function want(first: number, end: number): void {
  wanted = [first, end];
  useHistory.setState(({ shown }) => {
    const blocks = used(shown.blocks, first, end);
    return blocks === shown.blocks ? {} : { shown: { ...shown, blocks } };
  });
  readMissing();
}

function readMissing(): void {
  const { shown } = useHistory.getState();
  for (const block of missing(shown.blocks, wanted[0], Math.min(wanted[1], shown.total))) {
    if (asked.size >= atOnce) return;
    if (!asked.has(block)) void readBlock(shown, block);
  }
}

async function readBlock({ token, generation }: ShownView, block: number): Promise<void> {
  asked.add(block);
  underWay += 1;
  const answer = await bridge.libraryTasks({ token, range: [block * blockSize, (block + 1) * blockSize] });
  const changed = meanwhile;
  arrived();
  // Of another view: the numbers mean other rows now.
  if (useHistory.getState().shown.generation !== generation) return;
  asked.delete(block);
  if (!answer.ok) return useHistory.setState({ error: answer.error });
  // Somebody else opened a view of this room.
  if (answer.value === null) return outdate();
  const rows = answer.value;
  useHistory.setState(({ shown, cursor }) => {
    const blocks = withTasks(withBlock(shown.blocks, block, rows), changed);
    const entry = cursor?.id === null ? taskAt(blocks, cursor.index) : null;
    return { shown: { ...shown, blocks }, ...(entry && cursor ? { cursor: { ...cursor, entry, id: entry.task.id } } : {}) };
  });
  readMissing();
}

function arrived(): void {
  underWay -= 1;
  if (underWay === 0) meanwhile = [];
}

/**
 * Has main put the view together that is asked for. `calmly`: because of changes, so that what is read stays in its place; else
 * it is another one, and begins at its top.
 */
async function open(calmly: boolean): Promise<void> {
  latestOpening += 1;
  const opening = latestOpening;
  const isLatest = (): boolean => opening === latestOpening;
  clearTimeout(timer);
  timer = undefined;
  outdated = false;
  const { search, sort, shown: before } = useHistory.getState();
  const query = { search, sort };
  const startedAt = Date.now();
  useHistory.setState({ error: null, ...(calmly ? {} : { stale: true }) });
  underWay += 1;
  const answer = await bridge.libraryOpenHistory(query);
  const changed = meanwhile;
  arrived();
  if (!isLatest()) return;
  if (!answer.ok) return useHistory.setState({ error: answer.error, stale: false });
  if (answer.value === null) return outdate();
  openedAt = startedAt;

  const { token, first, total } = answer.value;
  const isAll = total === null ? first.length < blockSize : total <= first.length;
  let next: ShownView = {
    token,
    query,
    total: total ?? first.length,
    totalKnown: total !== null,
    blocks: withTasks(blocksFrom(first, isAll), changed),
    generation: before.generation + 1,
  };
  const holds = calmly && leftAt.contentTop > 0;
  if (holds) {
    const ready = await bridge.libraryReady({ token });
    if (!isLatest()) return;
    if (ready.ok && ready.value) next = { ...next, total: ready.value.total, totalKnown: true };
    const moved = await movedTo(before, next);
    if (!isLatest()) return;
    if (moved) {
      next = moved.view;
      leftAt.contentTop += moved.rows * rowHeight;
    }
  } else {
    leftAt.contentTop = 0;
  }
  asked.clear();
  wanted = [0, 0];
  useHistory.setState({ shown: next, stale: false, selected: nothing, anchor: 0 });
  await Promise.all([learnTotal(next), relocateCursor(next)]);
}

/** By how many rows what is read has moved; its rows are fetched before it is shown. Null: it is not there any more. */
async function movedTo(before: ShownView, next: ShownView): Promise<{ readonly view: ShownView; readonly rows: number } | null> {
  const top = Math.floor(leftAt.contentTop / rowHeight);
  // A row that is there as a rule: not one that waits for a decision, which may just have been made.
  const anchors = Array.from({ length: 8 }, (_, at) => top + at).filter((index) => taskAt(before.blocks, index) !== null);
  for (const index of anchors) {
    const id = taskAt(before.blocks, index)?.task.id ?? '';
    const at = await bridge.libraryLocateTask({ token: next.token, taskId: id });
    if (!at.ok || at.value === null || at.value < 0) continue;
    const rows = at.value - index;
    let view = next;
    const first = Math.max(top + rows, 0);
    for (const block of missing(next.blocks, first, Math.min(first + blockSize, next.total))) {
      const answer = await bridge.libraryTasks({ token: next.token, range: [block * blockSize, (block + 1) * blockSize] });
      if (answer.ok && answer.value) view = { ...view, blocks: withBlock(view.blocks, block, answer.value) };
    }
    return { view, rows };
  }
  return null;
}

async function learnTotal({ token, totalKnown }: ShownView): Promise<void> {
  if (totalKnown) return;
  const ready = await bridge.libraryReady({ token });
  if (!ready.ok) return;
  // Another took its place, or it begins otherwise than it was told of at first.
  if (ready.value === null) {
    if (useHistory.getState().shown.token === token) outdate();
    return;
  }
  const { total } = ready.value;
  useHistory.setState(({ shown }) => (shown.token === token ? { shown: { ...shown, total, totalKnown: true } } : {}));
  readMissing();
}

/** The selected row stays selected, wherever it stands now. */
async function relocateCursor({ token, generation }: ShownView): Promise<void> {
  const { cursor } = useHistory.getState();
  if (!cursor) return;
  if (cursor.id === null) return useHistory.setState({ cursor: null });
  const at = await bridge.libraryLocateTask({ token, taskId: cursor.id });
  useHistory.setState((now) => {
    if (now.shown.generation !== generation || now.cursor?.id !== cursor.id || !at.ok || at.value === null) return {};
    return { cursor: { ...now.cursor, index: at.value }, anchor: Math.max(at.value, 0) };
  });
}

function follow(changed: readonly TaskWithImages[]): void {
  if (underWay > 0) meanwhile.push(...changed);
  const { shown, cursor } = useHistory.getState();
  const query = parseSearch(shown.query.search, today());
  if (changed.some((entry) => changesTheView(entry, shown, query))) {
    outdated = true;
    soon();
  }
  const blocks = withTasks(shown.blocks, changed);
  const now = cursor && changed.findLast(({ task }) => task.id === cursor.id);
  if (blocks !== shown.blocks || now) useHistory.setState({ shown: { ...shown, blocks }, ...(cursor && now ? { cursor: { ...cursor, entry: now } } : {}) });
}

/** Whether a task is to be shown now that was not, or stands elsewhere. */
function changesTheView(entry: TaskWithImages, { blocks }: ShownView, query: ReturnType<typeof parseSearch>): boolean {
  const { id, createdAt, state } = entry.task;
  const known = findTask(blocks, id);
  if (known) return isUndecided(known) !== isUndecided(entry);
  const isNew = createdAt > openedAt - doubtful;
  if (!(isNew || looksAtState(query) || isUndecided(entry)) || !mayMatch(query, entry)) return false;
  if (takenUp.get(id) === state.status || (!looksAtState(query) && takenUp.has(id))) return false;
  takenUp.set(id, state.status);
  return true;
}

function outdate(): void {
  outdated = true;
  soon();
}

/** Not while rows are selected: their positions would mean others. */
function soon(): void {
  if (!outdated || !visible || timer !== undefined || useHistory.getState().selected.length > 0) return;
  timer = setTimeout(() => {
    timer = undefined;
    if (visible && outdated && useHistory.getState().selected.length === 0) void open(true);
  }, calm);
}

/** Selects the row of a task, which may just have been written down. */
export async function showTask(id: TaskId): Promise<void> {
  await open(true);
  const { shown } = useHistory.getState();
  const at = await bridge.libraryLocateTask({ token: shown.token, taskId: id });
  if (at.ok && at.value !== null && at.value >= 0) useHistory.setState({ cursor: { ...cursorAt(at.value), id }, selected: nothing, anchor: at.value });
}
