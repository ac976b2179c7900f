import { setImmediate as answersSent } from 'node:timers/promises';
import { inItsOrder, isPlain, noneOpen, type Arrangement } from '../../../shared/library/arrangement.ts';
import type { AlbumId } from '../../../shared/library/marks.ts';
import type { Groups, OpenedPictures, OpenedTasks, Range, SelectionTarget, ViewDelta, ViewFacts, ViewQuery, ViewRevision, ViewToken } from '../../../shared/library/view.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { likeness, narrowing, scopeOf, type SearchScope } from '../../../shared/search/search-scope.ts';
import type { CivilDate, SearchQuery } from '../../../shared/search/query.ts';
import type { ImageId, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { joinedIds } from '../../core/util/joined-ids.ts';
import type { CostQuery } from '../../../shared/money/task-cost.ts';
import type { LibraryViews } from '../../core/library/library-views.ts';
import type { Readers } from '../tables/row-readers.ts';
import { savedPrompts } from '../tables/saved-prompt-rows.ts';
import type { Connection } from '../sqlite/statements.ts';
import { createBits, spanOf } from './search/bit-set.ts';
import { createClauseReader, ofTasks } from './search/clause-rows.ts';
import { fewMatchingPictures, matchingPictures, matchingTasks } from './search/combine-clauses.ts';
import { firstOf, firstTasks, type First } from './search/newest-matching.ts';
import { allRows } from './search/table-scan.ts';
import { lesserCopies } from './similar/lesser-copies.ts';
import { similarPictures } from './similar/similar-pictures.ts';
import { countCompared } from './similar/picture-hashes.ts';
import { arrangedPictures } from './arranged/arranged-pictures.ts';
import type { StackRows } from './arranged/stacked-pictures.ts';
import { albumIn, albumOrder, countAlbums, isLargeAlbum, isOnlyAlbum } from './orders/album-order.ts';
import { libraryAndTrashOrder } from './orders/library-and-trash-order.ts';
import { monthsOf, newestBefore } from './orders/months.ts';
import { createPictureOrders, leavingOut, type PictureOrder } from './orders/picture-orders.ts';
import { readTaskOrder } from './orders/task-orders.ts';
import { initialCount, initialPictures, type InitialRows } from './initial-rows.ts';
import { createColumn } from './number-list.ts';
import { inSlices } from './time-slices.ts';
import { continued, createLiveView, onlyIds, positionOf, type LiveView, type ReadOptions, type WholeView } from './live-view.ts';
import { matricesIn, readMatrix, readMatrixTasks } from './matrix-tasks.ts';
import { pastPrompts, picturesOfPrompt } from './past-prompts.ts';
import { readSpendingRecords, spentNow, sumSpending } from './spending-sums.ts';
import { sumTaskCosts, tasksOfPictures } from './cost-sums.ts';
import { countTags, labelsOf, picturesTagged, pictureColumns, tasksOfRows } from './view-rows.ts';

export type ViewMethod = Exclude<keyof LibraryViews, 'close'>;

/** How the view of a room is read. */
interface Opening {
  readonly query: SearchQuery;
  /** Null: the first rows are known only with the whole view. */
  readonly initial: InitialRows | null;
  readonly all: (options: ReadOptions, isStale: () => boolean) => Promise<WholeView | null>;
  /** The number of rows in the view of a search for nothing. */
  readonly count: () => number;
}

/**
 * Views and searches on one read-only connection. A view is answered twice: first with its newest matches, and after the whole library has been
 * searched, with all of them, beginning with the same ones. A newer view of a room cancels the work on the older one.
 */
export function createViews(connection: Connection, readers: Readers, today: () => CivilDate, firstToken: number): Omit<LibraryViews, 'close'> {
  const { sql } = connection;
  const orders = createPictureOrders(connection);
  let lastToken = firstToken - 1;
  /** Searches of past prompts so far. A newer one stops the one under way. */
  let pastSearches = 0;
  /** Questions for costs so far, of each kind. A newer one stops the one under way. */
  const costQuestions = { view: 0, pictures: 0, tasks: 0 };
  const current: { gallery: LiveView | null; history: LiveView | null } = { gallery: null, history: null };

  const orderOf = async (scope: SearchScope, isStale: () => boolean): Promise<PictureOrder | null> => {
    if (scope !== 'anywhere') return orders.now(scope);
    const [library, trash] = [await orders.now('library'), await orders.now('trash')];
    return inSlices(libraryAndTrashOrder(connection, library, trash), isStale);
  };

  const picturesOf = async (query: SearchQuery, isStale: () => boolean): Promise<PictureOrder | null> => {
    const like = likeness(query);
    if (like !== null) {
      const rest = await picturesOf(like.rest, isStale);
      return rest && inSlices(similarPictures(connection, rest, like.subjects), isStale);
    }
    const scope = scopeOf(query);
    const wanted = narrowing(query);
    if (wanted.clauses.length === 0) return orderOf(scope, isStale);
    const spans = allRows(connection);
    const clauses = await inSlices(createClauseReader(connection, wanted)(spans), isStale);
    if (clauses === null) return null;
    const few = fewMatchingPictures(connection, clauses, scope);
    if (few !== null) return few;
    const order = await orderOf(scope, isStale);
    return order && inSlices(matchingPictures(order, clauses, spans), isStale);
  };

  /** The pictures of a search in their arrangement, without those to leave out. */
  const readPictures = async (query: SearchQuery, arrangement: Arrangement, { without, opened = noneOpen }: ReadOptions, isStale: () => boolean): Promise<WholeView | null> => {
    const order = await picturesOf(query, isStale);
    const left = order && without.size > 0 ? leavingOut(order, without) : order;
    if (left === null) return null;
    return isPlain(arrangement) ? { ids: left.ids, times: left.times } : inSlices(arrangedPictures(connection, left, arrangement, opened, query), isStale);
  };

  /** The pictures of a search in the order of its album, which has no months. */
  const picturesOfAlbum = async (row: number, query: SearchQuery, without: ReadonlySet<number>, isStale: () => boolean): Promise<WholeView | null> => {
    const matching = isOnlyAlbum(query) ? null : await picturesOf(query, isStale);
    const found = createColumn(0);
    const library = isLargeAlbum(connection, row) ? { library: await orders.now('library') } : {};
    const isRead = await inSlices(albumOrder(connection, row, found, library), isStale);
    if (isRead === null || isStale()) return null;
    const wanted = matching && createBits(spanOf(matching.ids));
    for (const id of matching?.ids ?? []) wanted?.add(id);
    return onlyIds(found.take().filter((id) => !without.has(id) && wanted?.has(id) !== false));
  };

  const tasksOf = (query: SearchQuery, sort: ViewQuery['sort'], isStale: () => boolean): Promise<WholeView | null> =>
    inSlices(
      (function* () {
        const order = yield* readTaskOrder(connection, sort);
        if (query.clauses.length === 0) return onlyIds(order);
        const spans = allRows(connection);
        const clauses = yield* ofTasks(connection, yield* createClauseReader(connection, query)(spans), spans);
        return onlyIds(yield* matchingTasks(order, clauses));
      })(),
      isStale,
    );

  /** Resolves to the token of the new view, its first rows, and how many it has, if that is known at once. */
  const open = async (room: keyof typeof current, halfTyped: boolean, opening: () => Opening, opened = noneOpen): Promise<{ token: ViewToken; rows: Int32Array; total: number | null; stacks?: StackRows | undefined; groups?: Groups | undefined } | null> => {
    const token = (lastToken += 1);
    const isStale = (): boolean => current[room]?.token !== token;
    // It is not known what a filter that cannot be understood should exclude, so the search finds nothing instead of everything.
    const isBroken = ({ pending }: SearchQuery): boolean => pending.length > 0 && !halfTyped;
    const read = async (options: ReadOptions): Promise<WholeView | null> => {
      const { query, initial, all } = opening();
      const view = isBroken(query) ? viewOfInitial(initial, new Int32Array()) : await all(options, isStale);
      return isStale() ? null : view;
    };
    const { query, initial, count } = opening();
    const head = isBroken(query) ? nothing : initial === null ? unknownYet : firstOf(initial.walk, isStale);
    const whole = head.then(async ({ rows, areAll }) => {
      await answersSent();
      if (areAll) return viewOfInitial(initial, rows);
      const view = isStale() ? null : await read({ without: new Set(), opened });
      return view && continued(viewOfInitial(initial, rows), view);
    });
    const first = head.then(({ rows }) => viewOfInitial(initial, rows));
    current[room] = createLiveView(token, first, whole, read);
    const { rows, areAll } = await head;
    const { stacks, groups } = await first;
    if (areAll) return { token, rows, total: rows.length, stacks, groups };
    // How many stacks there are is known only with all of them.
    if (rows.length > 0) return { token, rows, total: query.clauses.length === 0 && !stacks ? count() : null, stacks, groups };
    const view = await whole;
    return view && { token, rows: view.ids.slice(0, initialCount), total: view.ids.length, stacks: view.stacks, groups: view.groups };
  };

  const liveView = (token: ViewToken): LiveView | null => Object.values(current).find((each) => each?.token === token) ?? null;
  const viewOf = async ({ token, revision }: ViewRevision): Promise<WholeView | null> => (await liveView(token)?.rows(revision)) ?? null;
  const idsAt = async (at: ViewRevision, ranges: readonly Range[]): Promise<Int32Array | null> => {
    const view = await viewOf(at);
    return view && joinedIds(ranges.map(([first, end]) => view.ids.subarray(first, end)));
  };
  /** The row numbers of the tasks whose cost is asked for. Null: the view was replaced, or a newer question was asked. */
  const taskRowsOf = async (query: CostQuery, isStale: () => boolean): Promise<Int32Array | null> => {
    if (query.of === 'tasks') return idsAt(query, query.ranges);
    if (query.of === 'view' && current.gallery?.token !== query.token) return (await viewOf(query))?.ids ?? null;
    const pictures = query.of === 'view' ? await allPictures(query) : await selectedPictures(query.target);
    return pictures && inSlices(tasksOfPictures(connection, pictures), isStale);
  };
  const selectedPictures = async ({ token, revision, ranges, imageIds }: SelectionTarget): Promise<Int32Array | null> => {
    const ofView = token === null ? new Int32Array() : await idsAt({ token, revision }, ranges);
    return ofView && joinedIds([Int32Array.from(imageIds), ofView]);
  };
  /** The pictures of a view, also those in its closed stacks. */
  const allPictures = async (at: ViewRevision): Promise<Int32Array | null> => {
    const view = await viewOf(at);
    return (view?.stacks ? await liveView(at.token)?.now({ without: new Set(), opened: { all: true, except: [] } }) : view)?.ids ?? null;
  };
  /** -1 if there is no such task. */
  const rowOfTask = (id: TaskId): number => Number(sql('SELECT id FROM tasks WHERE uuid = ?').get(id)?.['id'] ?? -1);
  const picturesIn = (place: 'library' | 'trash'): number => Number(sql('SELECT pictures FROM picture_counts WHERE place = ?').get(place)?.['pictures'] ?? 0);

  return {
    async openGallery({ search, halfTyped = false, arrangement = inItsOrder, opened: stacks }): Promise<OpenedPictures | null> {
      let byHand: AlbumId | null = null;
      const opened = await open('gallery', halfTyped, () => {
        const query = parseSearch(search, today());
        const album = arrangement.by === 'hand' ? albumIn(connection, query) : null;
        const ordering = isPlain(arrangement) ? album : null;
        byHand = ordering && ordering.id;
        return {
          query,
          initial: initialPictures(connection, orders, { query, arrangement, opened: stacks, album }),
          all: (options, isStale) => (ordering ? picturesOfAlbum(ordering.row, query, options.without, isStale) : readPictures(query, arrangement, options, isStale)),
          count: () => picturesIn('library'),
        };
      }, stacks);
      return opened && { token: opened.token, first: pictureColumns(connection, opened.rows, 0, opened.stacks), total: opened.total, byHand, groups: opened.groups };
    },
    async openHistory({ search, halfTyped = false, sort }): Promise<OpenedTasks | null> {
      const opened = await open('history', halfTyped, () => {
        const query = parseSearch(search, today());
        return {
          query,
          initial: sort.by === 'created' ? { walk: (found) => firstTasks(connection, query, sort.descending, initialCount, found), of: onlyIds } : null,
          all: (_options, isStale) => tasksOf(query, sort, isStale),
          count: () => Number(sql('SELECT sum(tasks) AS n FROM task_counts').get()?.['n'] ?? 0),
        };
      });
      return opened && { token: opened.token, first: tasksOfRows(connection, readers, opened.rows), total: opened.total };
    },
    async ready(token): Promise<ViewFacts | null> {
      const view = await viewOf({ token, revision: 0 });
      return view && factsOf(view);
    },
    async advance({ token, revision }, { imageIds = [], taskIds = [], without = [], opened }): Promise<ViewDelta | null> {
      const advanced = await liveView(token)?.advance(revision, { without: new Set(without), opened });
      if (!advanced) return null;
      const { rows, ...delta } = advanced;
      return { ...delta, ...factsOf(rows), located: [...imageIds, ...taskIds.map(rowOfTask)].map((row) => positionOf(rows, row)) };
    },
    async pictures(at, range) {
      const view = await viewOf(at);
      // A copy: an array that shares its memory would be sent with all of it.
      return view && pictureColumns(connection, view.ids.slice(...range), range[0], view.stacks);
    },
    async tasks(at, range): Promise<readonly TaskWithImages[] | null> {
      const rows = await idsAt(at, [range]);
      return rows && tasksOfRows(connection, readers, rows);
    },
    async locatePicture(at, id: ImageId) {
      const view = await viewOf(at);
      return view && positionOf(view, id);
    },
    async locateTasks(at, ids) {
      const view = await viewOf(at);
      return view && positionsOf(view.ids, ids.map(rowOfTask));
    },
    async atTime(at, time) {
      const view = await viewOf(at);
      return view && view.times.length === view.ids.length ? newestBefore(time, view.times) : null;
    },
    async groupLabels(at, groups) {
      const first = at.revision === 0 ? await liveView(at.token)?.first : undefined;
      const known = first?.groups?.keys.length ?? 0;
      const view = first && groups.every((group) => group < known) ? first : await viewOf(at);
      return view && labelsOf(connection, view, groups);
    },
    async lesserCopies({ token, revision, ranges, imageIds }) {
      const live = current.gallery?.token === token ? current.gallery : null;
      const shown = await live?.rows(revision);
      const whole = shown && (await live?.now({ without: new Set(), opened: { all: true, except: [] } }));
      if (!shown || !whole) return null;
      const selected = joinedIds([Int32Array.from(imageIds), ...ranges.map(([first, end]) => shown.ids.subarray(first, end))]);
      return inSlices(lesserCopies(connection, shown, whole, selected));
    },
    pictureIds: idsAt,
    taskRows: idsAt,
    savedPrompts: () => inSlices(savedPrompts(connection, readers)),
    async pastPrompts(search, from) {
      pastSearches += 1;
      const own = pastSearches;
      const query = parseSearch(search, today());
      if (query.pending.length > 0) return { prompts: [], next: null };
      return inSlices(pastPrompts(connection, readers, query, from), () => pastSearches !== own);
    },
    picturesOfPrompt: (prompt) => Promise.resolve(picturesOfPrompt(connection, prompt)),
    matrices: (batchIds) => Promise.resolve(matricesIn(connection, batchIds)),
    matrix: (batchId, taskId) => inSlices(readMatrix(connection, batchId, taskId)),
    matrixTasks: (rows) => Promise.resolve(readMatrixTasks(connection, readers, rows)),
    tags: () => inSlices(countTags(connection)),
    taggedPictures: (tag) => inSlices(picturesTagged(connection, tag)),
    albumCounts: () => inSlices(countAlbums(connection)),
    compared: () => Promise.resolve({ compared: countCompared(connection), pictures: picturesIn('library') + picturesIn('trash') }),
    inTrash: () => Promise.resolve(picturesIn('trash')),
    spent: (accountId, now) => Promise.resolve(spentNow(connection, accountId, now)),
    spending: (query) => inSlices(sumSpending(connection, query)),
    async taskCosts(query) {
      costQuestions[query.of] += 1;
      const own = costQuestions[query.of];
      const isStale = (): boolean => costQuestions[query.of] !== own;
      const rows = await taskRowsOf(query, isStale);
      return rows && inSlices(sumTaskCosts(connection, rows), isStale);
    },
    spendingRecords: (query) => inSlices(readSpendingRecords(connection, query)),
    tasksOfRows: (rows) => Promise.resolve(tasksOfRows(connection, readers, rows)),
  };
}

const factsOf = ({ ids, times, pictures, groups }: WholeView): ViewFacts => ({ total: ids.length, ...(pictures !== undefined && { pictures }), ...(groups && { groups }), ...monthsOf(times) });

/** A view of only the rows that were found first. */
const viewOfInitial = (initial: InitialRows | null, rows: Int32Array): WholeView => (initial?.of ?? onlyIds)(rows);

const nothing: Promise<First> = Promise.resolve({ rows: new Int32Array(), areAll: true });
const unknownYet: Promise<First> = Promise.resolve({ rows: new Int32Array(), areAll: false });

/** Where each of these rows is; -1: nowhere. Looks through a long view once. */
function positionsOf(ids: Int32Array, rows: readonly number[]): Int32Array {
  if (rows.length === 1) return Int32Array.of(ids.indexOf(rows[0] ?? -1));
  const found = new Map(rows.map((row) => [row, -1]));
  ids.forEach((id, at) => found.has(id) && found.set(id, at));
  return Int32Array.from(rows, (row) => found.get(row) ?? -1);
}
