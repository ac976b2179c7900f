import type { ViewFacts, ViewQuery } from '../../../shared/library/view.ts';
import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import type { HistoryAnchor } from '../../../shared/view-memory.ts';
import { bridge } from '../../bridge.ts';
import { remember, viewMemory } from '../view-memory.ts';
import { blockSize, leftAt, useHistory, type ShownView } from './history-store.ts';
import { rowHeight } from './row-window.ts';
import { findRow, missing, rowAt, withRows } from '../windowed/blocks.ts';
import { withFacts } from '../windowed/windowed-view.ts';

/** Milliseconds without movement until the place is saved. */
const restAfter = 300;

/** What was in sight when the person last moved or selected. Looked for in every other view until they do so again. */
interface Place {
  /** The row that keys act on, if it was in sight. */
  readonly selected: HistoryAnchor | null;
  /** The row at the upper edge. Null: the table is at its top. */
  readonly top: HistoryAnchor | null;
}

let place: Place = { selected: null, top: viewMemory().history.anchor };
let timer: ReturnType<typeof setTimeout> | undefined;

export function sameQuery(a: ViewQuery, b: ViewQuery): boolean {
  return a.search === b.search && sameOrder(a, b);
}

function sameOrder({ sort: a }: ViewQuery, { sort: b }: ViewQuery): boolean {
  return a.by === b.by && a.descending === b.descending;
}

/** Called when the person has scrolled. */
export function movedRows(): void {
  leftAt.moved = true;
  rememberSoon();
}

/** Before another view is shown, stores the place in the present one, if the person has moved in it. */
export function takePlace(): void {
  if (!leftAt.moved) return;
  leftAt.moved = false;
  const { shown, cursor } = useHistory.getState();
  const selected = cursor && isInSight(cursor.index) ? anchorAt(shown, cursor.index) : null;
  place = { selected: selected?.taskId === cursor?.id ? selected : null, top: topOf(shown) };
}

function isInSight(index: number): boolean {
  const top = index * rowHeight - leftAt.contentTop;
  return index >= 0 && top > -rowHeight && top < leftAt.viewport;
}

function anchorAt({ blocks, query }: ShownView, index: number): HistoryAnchor | null {
  const entry = rowAt(blocks, index);
  return entry && { taskId: entry.task.id, query, position: index, offset: index * rowHeight - leftAt.contentTop };
}

/** The first row in sight whose task is loaded. */
function topOf(shown: ShownView): HistoryAnchor | null {
  if (leftAt.contentTop === 0) return null;
  for (let index = Math.floor(leftAt.contentTop / rowHeight); isInSight(index); index += 1) {
    const anchor = anchorAt(shown, index);
    if (anchor) return anchor;
  }
  return null;
}

/** In another order, only the selected row stays in sight. The place of the upper edge belongs to the former order. */
function wantedIn(query: ViewQuery): readonly HistoryAnchor[] {
  const { selected, top } = place;
  return [...(selected ? [selected] : []), ...(top && sameOrder(top.query, query) ? [top] : [])];
}

const topFor = ({ offset }: HistoryAnchor, position: number): number => Math.max(position * rowHeight - offset, 0);

/** The position of a view until its place is found: where it was before in the same view, or else its top. */
export function likelyTop({ query, length }: ShownView): number {
  const anchor = wantedIn(query).find((wanted) => sameQuery(wanted.query, query) && wanted.position < length);
  return anchor ? topFor(anchor, anchor.position) : 0;
}

/** A place in a view, with what main answered. */
export interface Found {
  readonly contentTop: number;
  readonly facts: ViewFacts;
  readonly read: readonly { readonly first: number; readonly rows: readonly TaskWithImages[] }[];
}

/** Looks for the place in a view that is shown or about to be shown. Null: none of its rows is there. */
export async function findPlace(view: ShownView): Promise<Found | null> {
  for (const anchor of wantedIn(view.query)) {
    const position = await locateTask(view, anchor.taskId);
    if (position < 0) continue;
    const ready = await bridge.libraryReady({ token: view.token });
    // The view was replaced.
    if (!ready.ok || ready.value === null) return null;
    const contentTop = topFor(anchor, position);
    return { contentTop, facts: ready.value, read: await rowsFrom({ ...view, length: ready.value.total }, Math.floor(contentTop / rowHeight)) };
  }
  return null;
}

export function withFound(view: ShownView, { facts, read }: Found): ShownView {
  return { ...withFacts(view, facts), blocks: read.reduce((blocks, { first, rows }) => withRows(blocks, first, rows), view.blocks) };
}

/** The position of a task in a view, or -1. */
export async function locateTask({ token, revision, blocks }: ShownView, taskId: TaskId): Promise<number> {
  const here = findRow(blocks, ({ task }) => task.id === taskId);
  if (here >= 0) return here;
  const answer = await bridge.libraryLocateTask({ token, revision, taskId });
  return answer.ok ? (answer.value ?? -1) : -1;
}

/** The missing rows of a screenful that begins at `from`. */
async function rowsFrom({ token, revision, blocks, length }: ShownView, from: number): Promise<Found['read']> {
  const read = [];
  for (const number of missing(blocks, [from, Math.min(from + blockSize, length)])) {
    const first = number * blockSize;
    const answer = await bridge.libraryTasks({ token, revision, range: [first, first + blockSize] });
    if (answer.ok && answer.value) read.push({ first, rows: answer.value });
  }
  return read;
}

export function rememberSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(rememberPlace, restAfter);
}

/** Has main keep what is shown and where; at the top of a view, also the place that leaving that search leads back to. */
export function rememberPlace(): void {
  clearTimeout(timer);
  const { shown } = useHistory.getState();
  if (shown.token === 0) return;
  const atTop = leftAt.contentTop === 0;
  const anchor = atTop && !leftAt.moved ? place.top : topOf(shown);
  // Its rows are being loaded. This runs again when they are.
  if (!atTop && !anchor) return;
  const history = { query: shown.query, anchor };
  if (JSON.stringify(history) !== JSON.stringify(viewMemory().history)) remember({ history });
}
