import type { TaskId, TaskWithImages } from '../../../shared/task.ts';
import { isHalfTyped } from '../../../shared/search/field/broken-filters.ts';
import { ok } from '../../../shared/result.ts';
import { bridge } from '../../bridge.ts';
import { today } from '../now.ts';
import { isAllUncounted, nothing } from '../selection/position-ranges.ts';
import { rowAt, withChanged } from '../windowed/blocks.ts';
import { changedMeanwhile } from '../windowed/changed-meanwhile.ts';
import { followView } from '../windowed/follow-view.ts';
import { splicesSince } from '../windowed/windowed-view.ts';
import { historyPlace, locateTask, sameQuery } from './history-scroll.ts';
import { cursorAt, followRows, lastIsKnown, openedRows, selectNone, useHistory, type ShownView, type Sort } from './history-store.ts';

/** Milliseconds that a view waits for its place. Nobody notices this wait, but everybody notices a view that jumps. */
const patience = 50;
/** Rows on both sides of its place that a view is shown with. */
const around = 50;

let subscribed = false;
let visible = false;
let latestOpening = 0;
const tasksMeanwhile = changedMeanwhile<TaskId, TaskWithImages>();
/** The view may have changed since it was read. */
let outdated = false;
/** Another view than the one on screen is being opened. */
let opening = true;

const follower = followView<TaskWithImages, ShownView>({
  view: () => useHistory.getState().shown,
  show: (view, located) => {
    const { shown: before } = useHistory.getState();
    const splices = splicesSince(before, view) ?? [];
    useHistory.setState(({ cursor }) => {
      const shown = withRecent(view);
      const entry = cursor?.id === null ? rowAt(shown.blocks, cursor.index) : null;
      return { shown, ...(entry && cursor && { cursor: { ...cursor, entry, id: entry.task.id } }) };
    });
    const id = useHistory.getState().cursor?.id ?? null;
    const position = id === null ? -1 : located.get(id);
    if (splices.length > 0) followRows(splices, position ?? -1);
    // The person has selected another row meanwhile.
    if (splices.length > 0 && position === undefined) void relocateCursor(view);
    lastIsKnown();
  },
  read: async (at, range) => {
    tasksMeanwhile.begin();
    const answer = await bridge.libraryTasks({ ...at, range: [...range] });
    tasksMeanwhile.end();
    return answer.ok ? ok(answer.value) : answer;
  },
  asks: () => {
    const id = useHistory.getState().cursor?.id ?? null;
    return { taskIds: id === null ? [] : [id] };
  },
  waits: () => false,
  // Something other than this window has opened a view of the history.
  gone: () => {
    if (!opening) void openHistory();
  },
  failed: (error) => useHistory.setState({ error }),
});

function withRecent(view: ShownView): ShownView {
  return { ...view, blocks: withChanged(view.blocks, (entry) => tasksMeanwhile.newest(entry.task.id, entry)) };
}

/**
 * Starts a visit. The first one subscribes to main's changes for as long as the window lives, so that later ones find the rows and the selected task as they
 * are now: what is read again only at a visit would be shown, and acted on, as it was. Returns a function that ends the visit.
 */
export function visitHistory(): () => void {
  visible = true;
  if (!subscribed) {
    subscribed = true;
    bridge.onChanges(({ changes }) => {
      const changed = changes.flatMap((change) => (change.kind === 'task' ? [change.task] : []));
      if (changed.length > 0) follow(changed);
    });
    void openHistory();
  }
  followSoon();
  return () => {
    visible = false;
  };
}

/** Searches at every key press, and again when the caret leaves a filter that cannot be understood. */
export function setSearch(search: string, caret: number | null = null): void {
  const before = useHistory.getState();
  if (search === before.search && caret === before.caret) return;
  useHistory.setState({ search, caret });
  if (search === before.search && isHalfTyped(search, caret, today()) === isHalfTyped(search, before.caret, today())) return;
  useHistory.setState({ awaitsLast: null });
  void openHistory();
}

export function setSort(sort: Sort): void {
  useHistory.setState({ sort, awaitsLast: null });
  void openHistory();
}

/** Sets the rows that the table needs: those in sight, and some around them. */
export function want(first: number, end: number): void {
  follower.want('table', [first, end]);
}

/** Opens the view of the present search and order at its place. */
export async function openHistory(): Promise<void> {
  latestOpening += 1;
  const call = latestOpening;
  const isLatest = (): boolean => call === latestOpening;
  outdated = false;
  opening = true;
  useHistory.setState({ error: null, stale: true });
  tasksMeanwhile.begin();
  const view = await openView(isLatest);
  if (view) await show(view, isLatest);
  tasksMeanwhile.end();
}

/** Null: another view is being opened, or an error is shown. */
async function openView(isLatest: () => boolean): Promise<ShownView | null> {
  const { search, caret, sort } = useHistory.getState();
  const query = { search, sort };
  const answer = await bridge.libraryOpenHistory({ ...query, ...(isHalfTyped(search, caret, today()) && { halfTyped: true }) });
  if (!isLatest()) return null;
  if (answer.ok && answer.value !== null) return openedRows(query, answer.value.token, answer.value.first, answer.value.total);
  if (answer.ok) void openHistory();
  else useHistory.setState({ error: answer.error, stale: false });
  return null;
}

/** Shows a view at its place. If the place is not found in a moment, shows the view first; the table then goes there later. */
async function show(view: ShownView, isLatest: () => boolean): Promise<void> {
  const whole = await Promise.race([withPlace(view), afterPatience()]);
  if (!isLatest()) return;
  opening = false;
  useHistory.setState(({ shown: before, marked, awaitsLast }) => {
    const isSame = sameQuery(view.query, before.query);
    return {
      shown: withRecent(whole ?? view),
      stale: false,
      // "Everything" stays selected in the same search.
      marked: isSame && isAllUncounted(marked) ? marked : nothing,
      pivot: 0,
      awaitsLast: isSame ? awaitsLast : null,
    };
  });
  await Promise.all([follower.count(), relocateCursor(view)]);
  if (!isLatest()) return;
  lastIsKnown();
  followSoon();
}

/** A view with the rows at its place. */
async function withPlace(view: ShownView): Promise<ShownView> {
  const position = await historyPlace.findPlace(view);
  return position === null ? view : follower.filled(view, [position - around, position + around]);
}

const afterPatience = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), patience));

/** Keeps the selected row selected at its position in another view. */
async function relocateCursor({ token }: ShownView): Promise<void> {
  const { cursor, shown } = useHistory.getState();
  if (!cursor) return;
  if (cursor.id === null) return useHistory.setState({ cursor: null });
  const index = await locateTask(shown, cursor.id);
  useHistory.setState((now) => (now.shown.token === token && now.cursor?.id === cursor.id ? { cursor: { ...now.cursor, index }, pivot: Math.max(index, 0) } : {}));
}

function follow(changed: readonly TaskWithImages[]): void {
  const { shown, cursor } = useHistory.getState();
  const now = new Map(changed.map((entry) => [entry.task.id, entry]));
  for (const [id, entry] of now) tasksMeanwhile.changed(id, entry);
  const known = new Set<TaskId>();
  let moves = false;
  const blocks = withChanged(shown.blocks, (entry) => {
    const next = now.get(entry.task.id);
    if (!next) return entry;
    known.add(entry.task.id);
    moves ||= isUndecided(entry) !== isUndecided(next);
    return next;
  });
  // Rows in sight change in their places, even if they no longer match.
  if (moves || known.size < now.size) {
    outdated = true;
    followSoon();
  }
  const entry = cursor?.id && now.get(cursor.id);
  if (blocks !== shown.blocks || entry) useHistory.setState({ shown: { ...shown, blocks }, ...(cursor && entry && { cursor: { ...cursor, entry } }) });
}

/** Tasks whose outcome is unknown and undecided, which may have cost money. They come first. */
export function isUndecided({ task }: TaskWithImages): boolean {
  return task.state.status === 'unknown' && task.dismissedAt === null;
}

function followSoon(): void {
  if (!outdated || !visible || opening) return;
  outdated = false;
  follower.changed();
}

/** Selects the row of a task, even if the task was only just created. */
export async function showTask(id: TaskId): Promise<void> {
  selectNone();
  await follower.advance();
  const { shown } = useHistory.getState();
  const index = await locateTask(shown, id);
  if (index < 0) return;
  useHistory.setState(({ choices }) => ({ cursor: { ...cursorAt(index), id }, marked: nothing, pivot: index, choices: choices + 1 }));
}
