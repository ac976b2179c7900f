import { setImmediate as answersSent } from 'node:timers/promises';
import { noPictures, type OpenedPictures, type OpenedTasks, type ViewFacts, type ViewQuery, type ViewToken } from '../../../shared/library/view.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { narrowing, placeOf, type Place } from '../../../shared/search/place.ts';
import type { CivilDate, SearchQuery } from '../../../shared/search/query.ts';
import type { ImageId, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { joinedIds } from '../../core/util/joined-ids.ts';
import type { LibraryViews } from '../../core/library/library-views.ts';
import type { Readers } from '../tables/row-readers.ts';
import type { Connection } from '../sqlite/statements.ts';
import { createClauseReader, ofTasks } from './search/clause-rows.ts';
import { matchingTasks } from './search/clauses.ts';
import { continued, following, galleryView, matching, type GalleryView, type Matches } from './gallery-view.ts';
import { fewMatches } from './search/few-matches.ts';
import { mixedOrder } from './orders/mixed-order.ts';
import { firstOf, firstTasks, newestPictures, type First } from './search/newest-matching.ts';
import { createPictureOrders, type PictureOrder } from './orders/picture-orders.ts';
import { pictureColumns } from './picture-columns.ts';
import { allRows } from './search/row-sets.ts';
import { readTaskOrder } from './orders/task-orders.ts';
import { inSlices } from './time-slices.ts';
import { taskRows } from './task-window.ts';
import { tagCounts } from './search/vocabulary.ts';

export type ViewMethod = Exclude<keyof LibraryViews, 'close'>;

/** Rows in the first answer: more than a large window shows. */
const firstRows = 200;

interface HistoryView {
  /** Row numbers. */
  readonly tasks: Int32Array;
}

interface Current<View> {
  readonly token: ViewToken;
  /** Null: a newer view has replaced this one. */
  readonly whole: Promise<View | null>;
}

/**
 * Views and searches on one read-only connection. A view is answered twice: first with its newest matches, and after the whole library has been
 * searched, with all of them, beginning with the same ones. A newer view of a room cancels the work on the older one.
 */
export function createViews(connection: Connection, readers: Readers, today: () => CivilDate, firstToken: number): Omit<LibraryViews, 'close'> {
  const { sql } = connection;
  const orders = createPictureOrders(connection);
  let lastToken = firstToken - 1;
  let gallery: Current<GalleryView> | null = null;
  let history: Current<HistoryView> | null = null;

  const orderOf = async (place: Place, isStale: () => boolean): Promise<PictureOrder | null> => {
    if (place !== 'anywhere') return orders.now(place);
    const [library, trash] = [await orders.now('library'), await orders.now('trash')];
    return inSlices(mixedOrder(connection, library, trash, allRows(connection).image), isStale);
  };

  const matchesOf = async (query: SearchQuery, isStale: () => boolean): Promise<Matches | null> => {
    const place = placeOf(query);
    const wanted = narrowing(query);
    if (wanted.clauses.length === 0) return orderOf(place, isStale);
    const spans = allRows(connection);
    const clauses = await inSlices(createClauseReader(connection, wanted)(spans), isStale);
    if (clauses === null) return null;
    const few = fewMatches(connection, clauses, place);
    if (few !== null) return few;
    const order = await orderOf(place, isStale);
    return order && inSlices(matching(order, clauses, spans), isStale);
  };

  const tasksOf = (query: SearchQuery, sort: ViewQuery['sort'], isStale: () => boolean): Promise<Int32Array | null> =>
    inSlices(
      (function* () {
        const order = yield* readTaskOrder(connection, sort);
        if (query.clauses.length === 0) return order;
        const spans = allRows(connection);
        const clauses = yield* ofTasks(connection, yield* createClauseReader(connection, query)(spans), spans);
        return yield* matchingTasks(order, clauses);
      })(),
      isStale,
    );

  const galleryOf = (token: ViewToken): Promise<GalleryView | null> => (gallery?.token === token ? gallery.whole : Promise.resolve(null));
  const historyOf = (token: ViewToken): Promise<HistoryView | null> => (history?.token === token ? history.whole : Promise.resolve(null));

  return {
    async openGallery({ search, halfTyped }): Promise<OpenedPictures | null> {
      const token = (lastToken += 1);
      const isStale = (): boolean => gallery?.token !== token;
      const query = parseSearch(search, today());
      if (isBroken(query, halfTyped)) {
        gallery = { token, whole: Promise.resolve(galleryView({ ids: new Int32Array(), times: new Int32Array() })) };
        return { token, first: noPictures, total: 0 };
      }
      const walk = (found: number[]): ReturnType<typeof newestPictures> => newestPictures(connection, query, firstRows, found);
      const head = (placeOf(query) === 'library' ? firstOf(walk, isStale) : unknownYet).then(({ rows, areAll }) => ({ areAll, first: pictureColumns(connection, rows, 0) }));
      const whole = head.then(async ({ first, areAll }) => {
        const shown = { ids: first.ids, times: first.savedAt };
        if (areAll) return galleryView(shown);
        await answersSent();
        const all = isStale() ? null : await matchesOf(query, isStale);
        return all === null || isStale() ? null : galleryView(continued(shown, all));
      });
      gallery = { token, whole: handled(whole) };
      const { first, areAll } = await head;
      if (areAll) return { token, first, total: first.ids.length };
      const pictures = (): number => Number(sql(`SELECT pictures FROM picture_counts WHERE place = 'library'`).get()?.['pictures'] ?? 0);
      if (first.ids.length > 0) return { token, first, total: query.clauses.length === 0 ? pictures() : null };
      const view = await whole;
      return view && { token, first: pictureColumns(connection, view.ids([0, firstRows]), 0), total: view.facts.total };
    },
    async openHistory({ search, halfTyped, sort }): Promise<OpenedTasks | null> {
      const token = (lastToken += 1);
      const isStale = (): boolean => history?.token !== token;
      const query = parseSearch(search, today());
      if (isBroken(query, halfTyped)) {
        history = { token, whole: Promise.resolve({ tasks: new Int32Array() }) };
        return { token, first: [], total: 0 };
      }
      const walk = (found: number[]): ReturnType<typeof firstTasks> => firstTasks(connection, query, sort.descending, firstRows, found);
      const head = sort.by === 'created' ? firstOf(walk, isStale) : unknownYet;
      const whole = head.then(async ({ rows, areAll }) => {
        if (areAll) return { tasks: rows };
        await answersSent();
        const all = isStale() ? null : await tasksOf(query, sort, isStale);
        if (all === null) return null;
        const places = following(rows, all);
        return { tasks: places === null ? all : joinedIds([rows, places.map((place) => all[place] ?? 0)]) };
      });
      history = { token, whole: handled(whole) };
      const { rows, areAll } = await head;
      const first = taskRows(connection, readers, rows);
      if (areAll) return { token, first, total: rows.length };
      const tasks = (): number => Number(sql('SELECT sum(tasks) AS n FROM task_counts').get()?.['n'] ?? 0);
      if (rows.length > 0) return { token, first, total: query.clauses.length === 0 ? tasks() : null };
      const view = await whole;
      return view && { token, first: taskRows(connection, readers, view.tasks.slice(0, firstRows)), total: view.tasks.length };
    },
    async ready(token): Promise<ViewFacts | null> {
      if (gallery?.token === token) return (await gallery.whole)?.facts ?? null;
      const built = history?.token === token ? await history.whole : null;
      return built && { total: built.tasks.length, months: new Int32Array(), starts: new Int32Array() };
    },
    async pictures(token, [first, end]) {
      const view = await galleryOf(token);
      return view && pictureColumns(connection, view.ids([first, end]), first);
    },
    async tasks(token, [first, end]): Promise<readonly TaskWithImages[] | null> {
      const view = await historyOf(token);
      return view && taskRows(connection, readers, view.tasks.slice(first, end));
    },
    async locatePicture(token, id: ImageId) {
      const view = await galleryOf(token);
      return view && view.locate(id);
    },
    async locateTask(token, id: TaskId) {
      const view = await historyOf(token);
      const row = sql('SELECT id FROM tasks WHERE uuid = ?').get(id);
      return view && (row === undefined ? -1 : view.tasks.indexOf(Number(row['id'])));
    },
    async atTime(token, time) {
      const view = await galleryOf(token);
      return view && view.at(time);
    },
    async pictureIds(token, ranges) {
      const view = await galleryOf(token);
      return view && joinedIds(ranges.map((range) => view.ids(range)));
    },
    async taskRows(token, ranges) {
      const view = await historyOf(token);
      return view && joinedIds(ranges.map(([first, end]) => view.tasks.slice(first, end)));
    },
    tags: () => tagCounts(connection),
    inTrash: () => Promise.resolve(Number(sql(`SELECT pictures FROM picture_counts WHERE place = 'trash'`).get()?.['pictures'] ?? 0)),
    tasksOfRows: (rows) => Promise.resolve(taskRows(connection, readers, rows)),
  };
}

/** The view does not begin with the newest rows, so its first rows are known only with the whole view. */
const unknownYet: Promise<First> = Promise.resolve({ rows: new Int32Array(), areAll: false });

/** Returns the same promise, without a report of an unhandled rejection. Callers that ask for the view still get the error. */
function handled<T>(whole: Promise<T>): Promise<T> {
  whole.catch(() => undefined);
  return whole;
}

/** Whether a filter cannot be understood. It is not known what it should exclude, so the search finds nothing instead of everything. */
function isBroken({ pending }: SearchQuery, halfTyped = false): boolean {
  return pending.length > 0 && !halfTyped;
}
