import { noPictures, type OpenedPictures, type OpenedTasks, type Room, type ViewFacts, type ViewQuery, type ViewToken } from '../../../shared/library/view.ts';
import { parseSearch } from '../../../shared/search/parse.ts';
import { narrowing, placeOf } from '../../../shared/search/place.ts';
import type { CivilDate, SearchQuery } from '../../../shared/search/query.ts';
import type { ImageId, TaskId, TaskWithImages } from '../../../shared/task.ts';
import { joinedIds } from '../../core/util/joined-ids.ts';
import type { LibraryViews } from '../../core/library/library-views.ts';
import type { Readers } from '../tables/row-readers.ts';
import type { Connection } from '../sqlite/statements.ts';
import { begunBehind, begunLater, begunNow, type Begun } from './deferred.ts';
import { clauseRows, ofTasks } from './search/clause-rows.ts';
import { matchingTasks } from './search/clauses.ts';
import { matchingView, orderFrom, wholeView, type GalleryView } from './gallery-view.ts';
import { mixedOrder } from './orders/mixed-order.ts';
import { firstOf, newestPictures, newestTasks } from './search/newest-matching.ts';
import { createPictureOrders, type PictureOrder } from './orders/picture-orders.ts';
import { pictureColumns } from './picture-columns.ts';
import { quickPictures, quickTasks } from './quick.ts';
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

interface Current<View> extends Begun<View> {
  readonly token: ViewToken;
  readonly search: string;
}

/** Views and searches on one read-only connection. A newer view of a room cancels the work on the older one. */
export function createViews(connection: Connection, readers: Readers, today: () => CivilDate, firstToken: number): Omit<LibraryViews, 'close'> {
  const orders = createPictureOrders(connection);
  let lastToken = firstToken - 1;
  let gallery: Current<GalleryView> | null = null;
  let history: Current<HistoryView> | null = null;
  /** Searches whose first rows were answered wrongly. Their next answer waits until the view is complete. */
  const doubted = new Map<Room, string>();
  const isDoubted = (room: Room, search: string): boolean => {
    const doubt = doubted.get(room) === search;
    doubted.delete(room);
    return doubt;
  };

  const isStale = (room: Room, token: ViewToken) => (): boolean => (room === 'gallery' ? gallery : history)?.token !== token;

  /** The pictures of the place that is searched. */
  const orderFor = async (query: SearchQuery, stale: () => boolean): Promise<PictureOrder | null> => {
    const place = placeOf(query);
    if (place !== 'anywhere') return orders.now(place);
    const [library, trash] = [await orders.now('library'), await orders.now('trash')];
    return inSlices(mixedOrder(connection, library, trash, allRows(connection).image), stale);
  };

  /** `newest`: the first picture of the answer that was already given. */
  const buildGallery = async (query: SearchQuery, newest: number | undefined, stale: () => boolean): Promise<GalleryView | null> => {
    const order = await orderFor(query, stale);
    if (order === null || stale()) return null;
    const wanted = narrowing(query);
    if (wanted.clauses.length === 0) return wholeView(orderFrom(newest, order));
    return inSlices(
      (function* () {
        const clauses = yield* clauseRows(connection, wanted, allRows(connection));
        return yield* matchingView(order, clauses);
      })(),
      stale,
    );
  };

  const buildHistory = (query: SearchQuery, sort: ViewQuery['sort'], stale: () => boolean): Promise<HistoryView | null> =>
    inSlices(
      (function* () {
        const order = yield* readTaskOrder(connection, sort);
        if (query.clauses.length === 0) return { tasks: order };
        const spans = allRows(connection);
        const clauses = yield* ofTasks(connection, yield* clauseRows(connection, query, spans), spans);
        return { tasks: yield* matchingTasks(order, clauses) };
      })(),
      stale,
    );

  const galleryOf = (token: ViewToken): Promise<GalleryView | null> => (gallery?.token === token ? gallery.now() : Promise.resolve(null));
  const historyOf = (token: ViewToken): Promise<HistoryView | null> => (history?.token === token ? history.now() : Promise.resolve(null));

  return {
    async openGallery({ search, halfTyped }): Promise<OpenedPictures | null> {
      const token = (lastToken += 1);
      const query = parseSearch(search, today());
      if (isBroken(query, halfTyped)) {
        gallery = { token, search, ...begunNow(Promise.resolve(wholeView({ ids: new Int32Array(), times: new Int32Array() }))) };
        return { token, first: noPictures, total: 0 };
      }
      const waits = isDoubted('gallery', search);
      const quick = waits ? null : quickPictures(connection, query, firstRows);
      const stale = isStale('gallery', token);
      const build = (told: Int32Array) => async (): Promise<GalleryView | null> => {
        const built = await buildGallery(query, told[0], stale);
        if (built === null || beginsWith(built.ids([0, firstRows]), told)) return built;
        doubted.set('gallery', search);
        return null;
      };
      const delay = delayOf(gallery, search);
      if (quick !== null) {
        const whole = quick.isWhole ? wholeView({ ids: quick.ids, times: quick.first.savedAt }) : null;
        gallery = { token, search, ...(whole ? begunNow(Promise.resolve(whole)) : begunLater(delay, build(quick.ids), stale)) };
        return { token, first: quick.first, total: quick.total };
      }
      const head = !waits && placeOf(query) === 'library' ? firstOf((found) => newestPictures(connection, query, firstRows, found), stale) : nothing;
      const view = begunBehind(head, delay, build, stale);
      gallery = { token, search, ...view };
      const told = await head;
      if (told.length > 0) return { token, first: pictureColumns(connection, told, 0), total: null };
      const built = await view.now();
      return built && { token, first: pictureColumns(connection, built.ids([0, firstRows]), 0), total: built.facts.total };
    },
    async openHistory({ search, halfTyped, sort }): Promise<OpenedTasks | null> {
      const token = (lastToken += 1);
      const query = parseSearch(search, today());
      if (isBroken(query, halfTyped)) {
        history = { token, search, ...begunNow(Promise.resolve({ tasks: new Int32Array() })) };
        return { token, first: [], total: 0 };
      }
      const waits = isDoubted('history', search);
      const quick = waits ? null : quickTasks(connection, query, sort, firstRows);
      const stale = isStale('history', token);
      const build = (told: Int32Array) => async (): Promise<HistoryView | null> => {
        const built = await buildHistory(query, sort, stale);
        if (built === null || beginsWith(built.tasks.subarray(0, firstRows), told)) return built;
        doubted.set('history', search);
        return null;
      };
      const delay = delayOf(history, search);
      if (quick !== null) {
        const whole = quick.isWhole ? { tasks: quick.ids } : null;
        history = { token, search, ...(whole ? begunNow(Promise.resolve(whole)) : begunLater(delay, build(quick.ids), stale)) };
        return { token, first: taskRows(connection, readers, quick.ids), total: quick.total };
      }
      const head = !waits && sort.by === 'created' && sort.descending ? firstOf((found) => newestTasks(connection, query, firstRows, found), stale) : nothing;
      const view = begunBehind(head, delay, build, stale);
      history = { token, search, ...view };
      const told = await head;
      if (told.length > 0) return { token, first: taskRows(connection, readers, told), total: null };
      const built = await view.now();
      return built && { token, first: taskRows(connection, readers, built.tasks.slice(0, firstRows)), total: built.tasks.length };
    },
    async ready(token): Promise<ViewFacts | null> {
      if (gallery?.token === token) return (await gallery.made)?.facts ?? null;
      const built = history?.token === token ? await history.made : null;
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
      const row = connection.sql('SELECT id FROM tasks WHERE uuid = ?').get(id);
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
    inTrash: () => Promise.resolve(Number(connection.sql(`SELECT pictures FROM picture_counts WHERE place = 'trash'`).get()?.['pictures'] ?? 0)),
    tasksOfRows: (rows) => Promise.resolve(taskRows(connection, readers, rows)),
  };
}

/** No rows are answered early if the view does not begin with the newest. */
const nothing = Promise.resolve(new Int32Array());

/** Whether a filter cannot be understood. Nobody knows what it should exclude, so it finds nothing instead of everything. */
function isBroken({ pending }: SearchQuery, halfTyped = false): boolean {
  return pending.length > 0 && !halfTyped;
}

/** Whether a view begins with the rows that were answered first. */
function beginsWith(first: Int32Array, told: Int32Array): boolean {
  return told.every((row, at) => row === first[at]);
}

/** Milliseconds between two keystrokes. */
const betweenLetters = 120;

/** Waits for the next keystroke, which would discard the work. The first view of a room and a reopened one were not typed, and do not wait. */
function delayOf(before: { readonly search: string } | null, search: string): number {
  return before === null || before.search === search ? 0 : betweenLetters;
}
