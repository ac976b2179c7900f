import { inItsOrder, isPlain, noneOpen, type Arrangement } from '../../../shared/library/arrangement.ts';
import type { AlbumId } from '../../../shared/library/marks.ts';
import type { OpenedPictures, OpenedTasks, Range, SelectionTarget, ViewDelta, ViewFacts, ViewQuery, ViewRevision, ViewToken } from '../../../shared/library/view.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { likeness, narrowing, scopeOf, type SearchScope } from '../../../shared/search/search-scope.ts';
import type { CivilDate, SearchQuery } from '../../../shared/search/query.ts';
import type { ImageId, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { joinedIds } from '../../core/util/joined-ids.ts';
import type { CostQuery } from '../../../shared/money/task-cost.ts';
import type { LibraryViews } from '../../core/library/stores/library-views.ts';
import type { Readers } from '../tables/row-readers.ts';
import { savedPrompts } from '../tables/saved-prompt-rows.ts';
import type { Connection } from '../sqlite/statements.ts';
import { bitsOf } from './search/bit-set.ts';
import { createClauseReader, ofTasks } from './search/clause-rows.ts';
import { fewMatchingPictures, matchingPictures, matchingTasks } from './search/combine-clauses.ts';
import { firstTasks } from './search/newest-matching.ts';
import { allRows } from './search/table-scan.ts';
import { lesserCopies } from './similar/lesser-copies.ts';
import { similarPictures } from './similar/similar-pictures.ts';
import { countCompared } from './similar/picture-hashes.ts';
import { arrangedPictures } from './arranged/arranged-pictures.ts';
import { albumIn, albumOrder, countAlbums, isLargeAlbum, isOnlyAlbum } from './orders/album-order.ts';
import { libraryAndTrashOrder } from './orders/library-and-trash-order.ts';
import { monthsOf, newestBefore } from './orders/months.ts';
import { createPictureOrders, withoutPictures, type PictureOrder } from './orders/picture-orders.ts';
import { readTaskOrder } from './orders/task-orders.ts';
import { Later, type CallQueue } from './call-queue.ts';
import { initialCount, initialPictures, type InitialRows } from './initial-rows.ts';
import { createColumn } from './number-list.ts';
import { continued, createLiveView, onlyIds, positionOf, type LiveView, type ReadOptions, type WholeView } from './live-view.ts';
import { matricesIn, readMatrix, readMatrixTasks } from './matrix-tasks.ts';
import { pastPrompts, picturesOfPrompt } from './past-prompts.ts';
import { countDays, readPictureStatistics } from './picture-statistics.ts';
import { readSpendingRecords, spentNow, sumSpending, sumTaskCosts, tasksOfPictures } from './spending-sums.ts';
import { countTags, labelsOf, picturesTagged, pictureColumns, tasksOfRows } from './view-rows.ts';

/** Milliseconds after which the first rows found so far are shown. */
const patience = 40;

export type ViewMethod = Exclude<keyof LibraryViews, 'close'>;

type Answer<Method extends ViewMethod> = Awaited<ReturnType<LibraryViews[Method]>>;

/** The calls as functions that return their answer, or the long work that finds it. */
export type ViewMethods = { readonly [Method in ViewMethod]: (...args: Parameters<LibraryViews[Method]>) => Answer<Method> | Later<Answer<Method> | null> };

/** How a view of the gallery or the history is read. */
interface Opening {
  readonly query: SearchQuery;
  /** Null: the first rows are known only with the whole view. */
  readonly initial: InitialRows | null;
  readonly all: (options: ReadOptions) => WholeView;
  /** The number of rows in the view of a search for nothing. */
  readonly count: () => number;
}

/** A new view with its first rows, and how many it has, if that is known at once. */
interface Opened extends Pick<WholeView, 'stacks' | 'groups'> {
  readonly token: ViewToken;
  readonly rows: Int32Array;
  readonly total: number | null;
}

/**
 * Views and searches on one read-only connection. A view is answered twice: first with its newest matches, and after the whole library has been
 * searched, with all of them, beginning with the same ones. A newer view of the gallery or the history stops the work on the older one.
 */
export function createViews(connection: Connection, readers: Readers, today: () => CivilDate, firstToken: number, queue: Pick<CallQueue, 'add' | 'untilEnough'>): ViewMethods {
  const { sql } = connection;
  const orders = createPictureOrders(connection);
  let lastToken = firstToken - 1;
  /** Searches of past prompts so far. A newer one stops the one under way. */
  let pastSearches = 0;
  /** Questions for costs so far, of each kind. A newer one stops the one under way. */
  const costQuestions = { view: 0, pictures: 0, tasks: 0 };
  const current: { gallery: LiveView | null; history: LiveView | null } = { gallery: null, history: null };

  const orderOf = (scope: SearchScope): PictureOrder => (scope === 'anywhere' ? libraryAndTrashOrder(connection, orders.now('library'), orders.now('trash')) : orders.now(scope));

  const picturesOf = (query: SearchQuery): PictureOrder => {
    const like = likeness(query);
    if (like !== null) return similarPictures(connection, picturesOf(like.rest), like.subjects);
    const scope = scopeOf(query);
    const wanted = narrowing(query);
    if (wanted.clauses.length === 0) return orderOf(scope);
    const spans = allRows(connection);
    const clauses = createClauseReader(connection, wanted)(spans);
    return fewMatchingPictures(connection, clauses, scope) ?? matchingPictures(orderOf(scope), clauses, spans);
  };

  /** The pictures of a search in their arrangement, without those to leave out. */
  const readPictures = (query: SearchQuery, arrangement: Arrangement, { without, opened = noneOpen }: ReadOptions): WholeView => {
    const order = picturesOf(query);
    const left = without.size > 0 ? withoutPictures(order, Int32Array.from(without)) : order;
    return isPlain(arrangement) ? { ids: left.ids, times: left.times } : arrangedPictures(connection, left, arrangement, opened, query);
  };

  /** The pictures of a search in the order of its album, which has no months. */
  const picturesOfAlbum = (row: number, query: SearchQuery, without: ReadonlySet<number>): WholeView => {
    const matching = isOnlyAlbum(query) ? null : picturesOf(query);
    const found = createColumn(0);
    albumOrder(connection, row, found, isLargeAlbum(connection, row) ? { library: orders.now('library') } : {});
    const wanted = matching && bitsOf(matching.ids);
    return onlyIds(found.take().filter((id) => !without.has(id) && wanted?.has(id) !== false));
  };

  const tasksOf = (query: SearchQuery, sort: ViewQuery['sort']): WholeView => {
    const order = readTaskOrder(connection, sort);
    if (query.clauses.length === 0) return onlyIds(order);
    const spans = allRows(connection);
    return onlyIds(matchingTasks(order, ofTasks(connection, createClauseReader(connection, query)(spans), spans)));
  };

  /** The first rows of a view, which are not searched for any longer once some are found and patience ends. */
  const firstOf = (initial: InitialRows, isStale: () => boolean): { readonly rows: Int32Array; readonly areAll: boolean } => {
    const found: number[] = [];
    const until = performance.now() + patience;
    const areAll = queue.untilEnough(
      () => initial.walk(found),
      () => isStale() || (found.length > 0 && performance.now() > until),
    );
    return { rows: Int32Array.from(found), areAll: areAll ?? false };
  };

  const open = <T>(list: keyof typeof current, halfTyped: boolean, opening: () => Opening, answer: (opened: Opened) => T, opened = noneOpen): T | null | Later<T | null> => {
    const token = (lastToken += 1);
    const isStale = (): boolean => current[list]?.token !== token;
    // It is not known what a filter that cannot be understood should exclude, so the search finds nothing instead of everything.
    const isBroken = ({ pending }: SearchQuery): boolean => pending.length > 0 && !halfTyped;
    const { query, initial, count } = opening();
    /** A newer call may come between two statements of this one. */
    const isReplaced = (): boolean => (current[list]?.token ?? 0) > token;
    const { rows, areAll } = isBroken(query) ? nothing : initial === null ? unknownYet : firstOf(initial, isReplaced);
    if (isReplaced()) return null;
    const first = viewOfInitial(initial, rows);
    const view = createLiveView(token, first, (options) => {
      const now = opening();
      return isBroken(now.query) ? viewOfInitial(now.initial, new Int32Array()) : now.all(options);
    });
    current[list] = view;
    const readAll = (): void => view.complete(() => (areAll ? first : continued(first, view.now({ without: new Set(), opened }))));
    const { stacks, groups } = first;
    if (areAll || rows.length > 0) {
      if (areAll) readAll();
      else queue.add(new Later(readAll, isStale));
      // How many stacks there are is known only with all of them.
      return answer({ token, rows, total: areAll ? rows.length : query.clauses.length === 0 && !stacks ? count() : null, stacks, groups });
    }
    return new Later(() => {
      readAll();
      const whole = view.rows(0) ?? first;
      return answer({ token, rows: whole.ids.slice(0, initialCount), total: whole.ids.length, stacks: whole.stacks, groups: whole.groups });
    }, isStale);
  };

  const liveView = (token: ViewToken): LiveView | null => Object.values(current).find((each) => each?.token === token) ?? null;
  const viewOf = ({ token, revision }: ViewRevision): WholeView | null => liveView(token)?.rows(revision) ?? null;
  const idsAt = (at: ViewRevision, ranges: readonly Range[]): Int32Array | null => {
    const view = viewOf(at);
    return view && joinedIds(ranges.map(([first, end]) => view.ids.subarray(first, end)));
  };
  /** The row numbers of the tasks whose cost is asked for. Null: the view was replaced. */
  const taskRowsOf = (query: CostQuery): Int32Array | null => {
    if (query.of === 'tasks') return idsAt(query, query.ranges);
    if (query.of === 'view' && current.gallery?.token !== query.token) return viewOf(query)?.ids ?? null;
    const pictures = query.of === 'view' ? allPictures(query) : selectedPictures(query.target);
    return pictures && tasksOfPictures(connection, pictures);
  };
  const selectedPictures = ({ token, revision, ranges, imageIds }: SelectionTarget): Int32Array | null => {
    const ofView = token === null ? new Int32Array() : idsAt({ token, revision }, ranges);
    return ofView && joinedIds([Int32Array.from(imageIds), ofView]);
  };
  /** The pictures of a view, also those in its closed stacks. */
  const allPictures = (at: ViewRevision): Int32Array | null => {
    const view = viewOf(at);
    return (view?.stacks ? liveView(at.token)?.now({ without: new Set(), opened: { all: true, except: [] } }) : view)?.ids ?? null;
  };
  /** -1 if there is no such task. */
  const rowOfTask = (id: TaskId): number => Number(sql('SELECT id FROM tasks WHERE uuid = ?').get(id)?.['id'] ?? -1);
  const picturesIn = (scope: 'library' | 'trash'): number => Number(sql('SELECT pictures FROM picture_counts WHERE place = ?').get(scope)?.['pictures'] ?? 0);

  return {
    openGallery({ search, halfTyped = false, arrangement = inItsOrder, opened: stacksOpen }) {
      let byHand: AlbumId | null = null;
      const opening = (): Opening => {
        const query = parseSearch(search, today());
        const album = arrangement.by === 'hand' ? albumIn(connection, query) : null;
        const ordering = isPlain(arrangement) ? album : null;
        byHand = ordering && ordering.id;
        return {
          query,
          initial: initialPictures(connection, orders, { query, arrangement, opened: stacksOpen, album }),
          all: (options) => (ordering ? picturesOfAlbum(ordering.row, query, options.without) : readPictures(query, arrangement, options)),
          count: () => picturesIn('library'),
        };
      };
      return open('gallery', halfTyped, opening, ({ token, rows, total, stacks, groups }): OpenedPictures => ({ token, first: pictureColumns(connection, rows, 0, stacks), total, byHand, groups }), stacksOpen);
    },
    openHistory({ search, halfTyped = false, sort }) {
      const opening = (): Opening => {
        const query = parseSearch(search, today());
        return {
          query,
          initial: sort.by === 'created' ? { walk: (found) => firstTasks(connection, query, sort.descending, initialCount, found), of: onlyIds } : null,
          all: () => tasksOf(query, sort),
          count: () => Number(sql('SELECT sum(tasks) AS n FROM task_counts').get()?.['n'] ?? 0),
        };
      };
      return open('history', halfTyped, opening, ({ token, rows, total }): OpenedTasks => ({ token, first: tasksOfRows(connection, readers, rows), total }));
    },
    ready(token) {
      const view = viewOf({ token, revision: 0 });
      return view && factsOf(view);
    },
    advance: ({ token, revision }, { imageIds = [], taskIds = [], without = [], opened }) =>
      new Later(
        (): ViewDelta | null => {
          const advanced = liveView(token)?.advance(revision, { without: new Set(without), opened });
          if (!advanced) return null;
          const { rows, ...delta } = advanced;
          return { ...delta, ...factsOf(rows), located: [...imageIds, ...taskIds.map(rowOfTask)].map((row) => positionOf(rows, row)) };
        },
        () => liveView(token) === null,
      ),
    pictures(at, range) {
      const view = viewOf(at);
      // A copy: an array that shares its memory would be sent with all of it.
      return view && pictureColumns(connection, view.ids.slice(...range), range[0], view.stacks);
    },
    tasks(at, range): readonly TaskWithImages[] | null {
      const rows = idsAt(at, [range]);
      return rows && tasksOfRows(connection, readers, rows);
    },
    search: (of, search, from, limit) =>
      new Later(() => {
        const query = parseSearch(search, today());
        if (query.pending.length > 0) return { total: 0, rows: new Int32Array() };
        const { ids } = of === 'pictures' ? picturesOf(query) : tasksOf(query, { by: 'created', descending: true });
        // A copy: an array that shares its memory would be sent with all of it.
        return { total: ids.length, rows: ids.slice(from, from + limit) };
      }),
    locatePicture(at, id: ImageId) {
      const view = viewOf(at);
      return view && positionOf(view, id);
    },
    locateTasks(at, ids) {
      const view = viewOf(at);
      return view && positionsOf(view.ids, ids.map(rowOfTask));
    },
    atTime(at, time) {
      const view = viewOf(at);
      return view && view.times.length === view.ids.length ? newestBefore(time, view.times) : null;
    },
    groupLabels(at, groups) {
      const first = at.revision === 0 ? liveView(at.token)?.first : undefined;
      const known = first?.groups?.keys.length ?? 0;
      const view = first && groups.every((group) => group < known) ? first : viewOf(at);
      return view && labelsOf(connection, view, groups);
    },
    lesserCopies: ({ token, revision, ranges, imageIds }) =>
      new Later(() => {
        const live = current.gallery?.token === token ? current.gallery : null;
        const shown = live?.rows(revision);
        if (!live || !shown) return null;
        const whole = live.now({ without: new Set(), opened: { all: true, except: [] } });
        const selected = joinedIds([Int32Array.from(imageIds), ...ranges.map(([first, end]) => shown.ids.subarray(first, end))]);
        return lesserCopies(connection, shown, whole, selected);
      }),
    pictureIds: idsAt,
    taskRows: idsAt,
    savedPrompts: (ids) => new Later(() => savedPrompts(connection, readers, ids)),
    pastPrompts(search, from) {
      pastSearches += 1;
      const own = pastSearches;
      const query = parseSearch(search, today());
      if (query.pending.length > 0) return { prompts: [], next: null };
      return new Later(() => pastPrompts(connection, readers, query, from), () => pastSearches !== own);
    },
    picturesOfPrompt: (prompt) => picturesOfPrompt(connection, prompt),
    matrices: (batchIds) => matricesIn(connection, batchIds),
    matrix: (batchId, taskId) => new Later(() => readMatrix(connection, batchId, taskId)),
    matrixTasks: (rows) => readMatrixTasks(connection, readers, rows),
    tags: () => new Later(() => countTags(connection)),
    taggedPictures: (tag) => new Later(() => picturesTagged(connection, tag)),
    albumCounts: () => new Later(() => countAlbums(connection)),
    compared: () => ({ compared: countCompared(connection), pictures: picturesIn('library') + picturesIn('trash') }),
    inTrash: () => picturesIn('trash'),
    pictureDays: () => new Later(() => countDays(connection, orders.now('library'))),
    statistics: (year) => new Later(() => readPictureStatistics(connection, orders.now('library'), orders.now('trash'), year)),
    spent: (accountId, now) => spentNow(connection, accountId, now),
    spending: (query) => new Later(() => sumSpending(connection, query)),
    taskCosts(query) {
      costQuestions[query.of] += 1;
      const own = costQuestions[query.of];
      return new Later(
        () => {
          const rows = taskRowsOf(query);
          return rows && sumTaskCosts(connection, rows);
        },
        () => costQuestions[query.of] !== own,
      );
    },
    spendingRecords: (query) => new Later(() => readSpendingRecords(connection, query)),
    tasksOfRows: (rows) => tasksOfRows(connection, readers, rows),
  };
}

const factsOf = ({ ids, times, pictures, groups }: WholeView): ViewFacts => ({ total: ids.length, ...(pictures !== undefined && { pictures }), ...(groups && { groups }), ...monthsOf(times) });

/** A view of only the rows that were found first. */
const viewOfInitial = (initial: InitialRows | null, rows: Int32Array): WholeView => (initial?.of ?? onlyIds)(rows);

const nothing = { rows: new Int32Array(), areAll: true };
const unknownYet = { rows: new Int32Array(), areAll: false };

/** Where each of these rows is; -1: nowhere. Looks through a long view once. */
function positionsOf(ids: Int32Array, rows: readonly number[]): Int32Array {
  if (rows.length === 1) return Int32Array.of(ids.indexOf(rows[0] ?? -1));
  const found = new Map(rows.map((row) => [row, -1]));
  ids.forEach((id, at) => found.has(id) && found.set(id, at));
  return Int32Array.from(rows, (row) => found.get(row) ?? -1);
}
