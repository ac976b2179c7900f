import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { isHalfTyped } from '../../../shared/search/broken.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { bridge } from '../../bridge.ts';
import { isAllUncounted, nothing } from '../../stores/ranges.ts';
import { today } from '../../stores/today.ts';
import { isUndecided, looksAtState, mayMatch } from './history-matches.ts';
import type { Found } from './history-place.ts';
import { findPlace, likelyTop, movedIn, rememberPlace, rememberSoon, sameQuery, takePlace, withFound } from './history-place.ts';
import type { ShownView, Sort } from './history-store.ts';
import { cursorAt, lastIsKnown, leftAt, selectNone, useHistory } from './history-store.ts';
import { rowHeight } from './row-window.ts';
import { blocksFrom, blockSize, findTask, missing, taskAt, used, withBlock, withTasks } from './task-blocks.ts';

/** Milliseconds between two openings because of changes: a flood of new tasks is taken up by and by. */
const calm = 500;
/** A task that was written down while its view was opened may be in it or not. */
const doubtful = 2000;
/** Milliseconds for which a view waits for its place: one that begins elsewhere for a blink is worse, and nobody feels the wait. */
const patience = 50;
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
/** The view that main will not count, for it begins otherwise than was told at first; 0: none. */
let refused = 0;
/** The view on screen, or the one on its way, is not where it is to be: its place is looked for. */
let seeking = true;
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
      // What is selected up to its end now would wait for it for ever.
      if (now.shown.token === refused && now.selected !== before.selected && waitsForEnd()) {
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

/** Searches with every key that is pressed, and anew when the caret leaves a filter that is not understood. */
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

async function readBlock({ token }: ShownView, block: number): Promise<void> {
  asked.add(block);
  underWay += 1;
  const answer = await bridge.libraryTasks({ token, range: [block * blockSize, (block + 1) * blockSize] });
  const changed = meanwhile;
  arrived();
  // Of another view: the numbers mean other rows now.
  if (useHistory.getState().shown.token !== token) return;
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
  rememberSoon();
  readMissing();
}

function arrived(): void {
  underWay -= 1;
  if (underWay === 0) meanwhile = [];
}

/**
 * Has main put the view together that is asked for. `calmly`: because of changes, so that what is read stays in its place; else
 * it is another one, and begins where it holds what the eye held on to, or at its top.
 */
async function open(calmly: boolean): Promise<void> {
  latestOpening += 1;
  const opening = latestOpening;
  clearTimeout(timer);
  timer = undefined;
  outdated = false;
  if (!calmly) seeking = true;
  useHistory.setState({ error: null, ...(calmly ? {} : { stale: true }) });
  underWay += 1;
  const shown = await openView(calmly, () => opening === latestOpening);
  arrived();
  if (!shown) return;
  await Promise.all([learnTotal(shown), relocateCursor(shown)]);
  if (opening === latestOpening) lastIsKnown();
}

/** What it shows; null: nothing, for another view is on its way, or an error is shown. */
async function openView(calmly: boolean, isLatest: () => boolean): Promise<ShownView | null> {
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
  const isSame = calmly && sameQuery(query, before.query);
  const stays = isSame && (!seeking || leftAt.moved);
  return stays ? showMoved(before, next, isLatest) : showPlaced(next, isSame, isLatest);
}

/** The same view anew: what is read stays where it is. */
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

/** Another view: where its place is, once that is found. It does not wait for that longer than nobody feels. */
async function showPlaced(next: ShownView, isSame: boolean, isLatest: () => boolean): Promise<ShownView | null> {
  takePlace();
  const finding = findPlace(next);
  const found = await within(patience, finding);
  if (!isLatest()) return null;
  // Of the view that is still there, for the next search.
  takePlace();
  leftAt.contentTop = found?.contentTop ?? likelyTop(next);
  if (found === undefined) void goThereLate(finding, isLatest);
  else seeking = false;
  return show(found ? withFound(next, found) : next, isSame);
}

/** The place is found after the view was shown: it goes there, unless the person has gone elsewhere. */
async function goThereLate(finding: Promise<Found | null>, isLatest: () => boolean): Promise<void> {
  underWay += 1;
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

/** `isSame`: for the search and in the order of the one before. */
function show(view: ShownView, isSame: boolean): ShownView {
  asked.clear();
  wanted = [0, 0];
  const shown = { ...view, blocks: withTasks(view.blocks, meanwhile) };
  useHistory.setState(({ selected, awaitsLast }) => ({
    shown,
    stale: false,
    // All that match the same search are all here too.
    selected: isSame && isAllUncounted(selected) ? selected : nothing,
    anchor: 0,
    awaitsLast: isSame ? awaitsLast : null,
  }));
  rememberSoon();
  return shown;
}

/** What comes of a promise, or undefined where that takes longer. */
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
  // Another took its place, or it begins otherwise than it was told of at first.
  if (ready.value === null) {
    if (useHistory.getState().shown.token !== token) return;
    // What is selected up to its end waits for the one that takes its place.
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
  const { selected, awaitsLast } = useHistory.getState();
  return awaitsLast !== null || selected.at(-1)?.[1] === Infinity;
}

/** The selected row stays selected, wherever it stands now. */
async function relocateCursor({ token }: ShownView): Promise<void> {
  const { cursor } = useHistory.getState();
  if (!cursor) return;
  if (cursor.id === null) return useHistory.setState({ cursor: null });
  const at = await bridge.libraryLocateTask({ token, taskId: cursor.id });
  useHistory.setState((now) => {
    if (now.shown.token !== token || now.cursor?.id !== cursor.id || !at.ok || at.value === null) return {};
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
  selectNone();
  await open(true);
  const { shown } = useHistory.getState();
  const at = await bridge.libraryLocateTask({ token: shown.token, taskId: id });
  if (!at.ok || at.value === null || at.value < 0) return;
  leftAt.moved = true;
  useHistory.setState({ cursor: { ...cursorAt(at.value), id }, selected: nothing, anchor: at.value });
}
