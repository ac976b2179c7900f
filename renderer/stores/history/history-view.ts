import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { isHalfTyped } from '../../../shared/search/broken.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { bridge } from '../../bridge.ts';
import { isAllUncounted, nothing } from '../selection/ranges.ts';
import { today } from '../now.ts';
import { isUndecided, looksAtState, mayMatch } from './history-matches.ts';
import type { Found } from './history-place.ts';
import { findPlace, likelyTop, movedIn, rememberPlace, rememberSoon, sameQuery, takePlace, withFound } from './history-place.ts';
import { cursorAt, lastIsKnown, leftAt, selectNone, useHistory, type ShownView, type Sort } from './history-store.ts';
import { rowHeight } from './row-window.ts';
import { blocksFrom, blockSize, findTask, missing, taskAt, used, withBlock, withTasks } from './task-blocks.ts';

/** Milliseconds between two reopenings because of changes, so that many new tasks share one. */
const calm = 500;
/** Milliseconds before a view was opened. A task created in that time may or may not be in the view. */
const doubtful = 2000;
/** Milliseconds that a view waits for its place. Nobody notices this wait, but everybody notices a view that jumps. */
const patience = 50;
/** Blocks requested at once. While the scroll thumb is dragged, most blocks are passed before they are needed. */
const atOnce = 2;

let subscribed = false;
let visible = false;
let latestOpening = 0;
let openedAt = 0;
/** Changes that arrived while requests were running. An answer may have been read before them. */
let meanwhile: TaskWithImages[] = [];
let running = 0;
const asked = new Set<number>();
let wanted: readonly [first: number, end: number] = [0, 0];
/** Tasks for which the view was reopened, with their status at that time. */
const reopenedFor = new Map<TaskId, string>();
let outdated = false;
/** Token of the view that main will not count, because its first answer is out of date. 0: none. */
let refused = 0;
/** The place of the view on screen, or of the one being opened, is not found yet. */
let seeking = true;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts a visit. The first one subscribes to main's changes, and later ones reuse the state. Returns a function that ends the visit. */
export function visitHistory(): () => void {
  visible = true;
  if (!subscribed) {
    subscribed = true;
    bridge.onChanges(({ changes }) => {
      const changed = changes.flatMap((change) => (change.kind === 'task' ? [change.task] : []));
      if (changed.length > 0) follow(changed);
    });
    useHistory.subscribe((now, before) => {
      if (now.marked.length === 0 && before.marked.length > 0) soon();
      // A selection up to the end of this view would wait for ever, because main does not count the view.
      if (now.shown.token === refused && now.marked !== before.marked && waitsForEnd()) {
        refused = 0;
        void open(true);
      }
    });
    void open(false);
  }
  soon();
  return () => {
    visible = false;
    rememberPlace();
  };
}

/** Searches at every key press, and again when the caret leaves a filter that cannot be understood. */
export function setSearch(search: string, caret: number | null = null): void {
  const before = useHistory.getState();
  if (search === before.search && caret === before.caret) return;
  useHistory.setState({ search, caret });
  if (search === before.search && isHalfTyped(search, caret, today()) === isHalfTyped(search, before.caret, today())) return;
  useHistory.setState({ awaitsLast: null });
  void open(false);
}

export function setSort(sort: Sort): void {
  useHistory.setState({ sort, awaitsLast: null });
  void open(false);
}

/** Opens the view again after an error. */
export function reload(): void {
  void open(false);
}

/** Sets the rows that the table needs: those in sight, and some around them. */
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

async function readBlock({ token }: ShownView, block: number): Promise<void> {
  asked.add(block);
  running += 1;
  const answer = await bridge.libraryTasks({ token, revision: 0, range: [block * blockSize, (block + 1) * blockSize] });
  const changed = meanwhile;
  arrived();
  // Another view is shown, in which the block numbers mean other rows.
  if (useHistory.getState().shown.token !== token) return;
  asked.delete(block);
  if (!answer.ok) return useHistory.setState({ error: answer.error });
  // Something other than this window has opened a view of the history.
  if (answer.value === null) return outdate();
  const rows = answer.value;
  useHistory.setState(({ shown, cursor }) => {
    const blocks = withTasks(withBlock(shown.blocks, block, rows), changed);
    const entry = cursor?.id === null ? taskAt(blocks, cursor.index) : null;
    return { shown: { ...shown, blocks }, ...(entry && cursor ? { cursor: { ...cursor, entry, id: entry.task.id } } : {}) };
  });
  rememberSoon();
  readMissing();
}

function arrived(): void {
  running -= 1;
  if (running === 0) meanwhile = [];
}

/**
 * Opens the requested view. `isRefresh`: it is opened because of changes, so the rows in sight keep their places. Otherwise, it is
 * another view, which begins at the row that was in sight, or at its top.
 */
async function open(isRefresh: boolean): Promise<void> {
  latestOpening += 1;
  const opening = latestOpening;
  clearTimeout(timer);
  timer = undefined;
  outdated = false;
  if (!isRefresh) seeking = true;
  useHistory.setState({ error: null, ...(isRefresh ? {} : { stale: true }) });
  running += 1;
  const shown = await openView(isRefresh, () => opening === latestOpening);
  arrived();
  if (!shown) return;
  await Promise.all([learnTotal(shown), relocateCursor(shown)]);
  if (opening === latestOpening) lastIsKnown();
}

/** Returns the view that it shows. Null if another view is being opened, or an error is shown. */
async function openView(isRefresh: boolean, isLatest: () => boolean): Promise<ShownView | null> {
  const { search, caret, sort, shown: before } = useHistory.getState();
  const halfTyped = isHalfTyped(search, caret, today());
  const query = { search, sort };
  const startedAt = Date.now();
  const answer = await bridge.libraryOpenHistory({ ...query, ...(halfTyped && { halfTyped }) });
  if (!isLatest()) return null;
  if (!answer.ok) {
    useHistory.setState({ error: answer.error, stale: false });
    return null;
  }
  if (answer.value === null) {
    outdate();
    return null;
  }
  openedAt = startedAt;

  const { token, first, total } = answer.value;
  const isAll = total === null ? first.length < blockSize : total <= first.length;
  const next: ShownView = { token, query, total: total ?? first.length, totalKnown: total !== null, blocks: blocksFrom(first, isAll), generation: before.generation + 1 };
  const isSame = isRefresh && sameQuery(query, before.query);
  const stays = isSame && (!seeking || leftAt.moved);
  return stays ? showMoved(before, next, isLatest) : showPlaced(next, isSame, isLatest);
}

/** Shows the reopened view with the rows in sight in their places. */
async function showMoved(before: ShownView, opened: ShownView, isLatest: () => boolean): Promise<ShownView | null> {
  seeking = false;
  if (leftAt.contentTop === 0) return show(opened, true);
  const ready = await bridge.libraryReady({ token: opened.token });
  if (!isLatest()) return null;
  const next = ready.ok && ready.value ? { ...opened, total: ready.value.total, totalKnown: true } : opened;
  const moved = await movedIn(next, before);
  if (!isLatest()) return null;
  if (moved) leftAt.contentTop += moved.rows * rowHeight;
  return show(moved?.view ?? next, true);
}

/** Shows another view at its place. If the place is not found in a moment, shows the view first and goes there later. */
async function showPlaced(next: ShownView, isSame: boolean, isLatest: () => boolean): Promise<ShownView | null> {
  takePlace();
  const finding = findPlace(next);
  const found = await within(patience, finding);
  if (!isLatest()) return null;
  // Remember the place in the view that is still shown, for the next search.
  takePlace();
  leftAt.contentTop = found?.contentTop ?? likelyTop(next);
  if (found === undefined) void goThereLate(finding, isLatest);
  else seeking = false;
  return show(found ? withFound(next, found) : next, isSame);
}

/** The view is already shown. Goes to its place once that is found, unless the person has scrolled meanwhile. */
async function goThereLate(finding: Promise<Found | null>, isLatest: () => boolean): Promise<void> {
  running += 1;
  const found = await finding;
  const changed = meanwhile;
  arrived();
  if (!isLatest()) return;
  seeking = false;
  if (!found || leftAt.moved) return;
  leftAt.contentTop = found.contentTop;
  useHistory.setState(({ shown }) => {
    const there = withFound(shown, found);
    return { shown: { ...there, blocks: withTasks(there.blocks, changed), generation: shown.generation + 1 } };
  });
  rememberSoon();
}

/** `isSame`: the view has the same search and order as the one before. */
function show(view: ShownView, isSame: boolean): ShownView {
  asked.clear();
  wanted = [0, 0];
  const shown = { ...view, blocks: withTasks(view.blocks, meanwhile) };
  useHistory.setState(({ marked, awaitsLast }) => ({
    shown,
    stale: false,
    // "Everything" stays selected in the same search.
    marked: isSame && isAllUncounted(marked) ? marked : nothing,
    pivot: 0,
    awaitsLast: isSame ? awaitsLast : null,
  }));
  rememberSoon();
  return shown;
}

/** The value of a promise, or undefined if it takes longer. */
function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const waiting = setTimeout(() => resolve(undefined), milliseconds);
    void promise.then((value) => {
      clearTimeout(waiting);
      resolve(value);
    });
  });
}

async function learnTotal({ token, totalKnown }: ShownView): Promise<void> {
  if (totalKnown) return;
  const ready = await bridge.libraryReady({ token });
  if (!ready.ok) return;
  // Another view has replaced it, or its first answer is out of date.
  if (ready.value === null) {
    if (useHistory.getState().shown.token !== token) return;
    // A selection up to its end waits for the view that replaces it.
    if (waitsForEnd()) return open(true);
    refused = token;
    return outdate();
  }
  const { total } = ready.value;
  useHistory.setState(({ shown }) => (shown.token === token ? { shown: { ...shown, total, totalKnown: true } } : {}));
  lastIsKnown();
  readMissing();
}

function waitsForEnd(): boolean {
  const { marked, awaitsLast } = useHistory.getState();
  return awaitsLast !== null || marked.at(-1)?.[1] === Infinity;
}

/** Keeps the selected row selected at its new position. */
async function relocateCursor({ token }: ShownView): Promise<void> {
  const { cursor } = useHistory.getState();
  if (!cursor) return;
  if (cursor.id === null) return useHistory.setState({ cursor: null });
  const at = await bridge.libraryLocateTask({ token, revision: 0, taskId: cursor.id });
  useHistory.setState((now) => {
    if (now.shown.token !== token || now.cursor?.id !== cursor.id || !at.ok || at.value === null) return {};
    return { cursor: { ...now.cursor, index: at.value }, pivot: Math.max(at.value, 0) };
  });
}

function follow(changed: readonly TaskWithImages[]): void {
  if (running > 0) meanwhile.push(...changed);
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

/** Whether a change adds a task to the view or moves it. */
function changesTheView(entry: TaskWithImages, { blocks }: ShownView, query: ReturnType<typeof parseSearch>): boolean {
  const { id, createdAt, state } = entry.task;
  const known = findTask(blocks, id);
  if (known) return isUndecided(known) !== isUndecided(entry);
  const isNew = createdAt > openedAt - doubtful;
  if (!(isNew || looksAtState(query) || isUndecided(entry)) || !mayMatch(query, entry)) return false;
  if (reopenedFor.get(id) === state.status || (!looksAtState(query) && reopenedFor.has(id))) return false;
  reopenedFor.set(id, state.status);
  return true;
}

function outdate(): void {
  outdated = true;
  soon();
}

/** Reopens an outdated view after a pause. Waits while rows are selected, because their positions would mean other rows. */
function soon(): void {
  if (!outdated || !visible || timer !== undefined || useHistory.getState().marked.length > 0) return;
  timer = setTimeout(() => {
    timer = undefined;
    if (visible && outdated && useHistory.getState().marked.length === 0) void open(true);
  }, calm);
}

/** Selects the row of a task, even if the task was only just created. */
export async function showTask(id: TaskId): Promise<void> {
  selectNone();
  await open(true);
  const { shown } = useHistory.getState();
  const at = await bridge.libraryLocateTask({ token: shown.token, revision: 0, taskId: id });
  if (!at.ok || at.value === null || at.value < 0) return;
  leftAt.moved = true;
  useHistory.setState({ cursor: { ...cursorAt(at.value), id }, marked: nothing, pivot: at.value });
}
