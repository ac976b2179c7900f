import type { OpenStacks } from '../../../shared/library/arrangement.ts';
import type { Groups, Splice, ViewToken } from '../../../shared/library/view.ts';
import { joinedIds } from '../../core/util/joined-ids.ts';
import { groupsOf } from './arranged/grouped-pictures.ts';
import { notYet } from './call-queue.ts';
import { noKey } from './arranged/stack-membership.ts';
import type { HiddenPictures, StackRows } from './arranged/stacked-pictures.ts';
import { createColumn, pickedIn } from './number-list.ts';
import { daysOf } from './orders/months.ts';
import { splicesBetween } from './splices.ts';

/** The pictures or tasks of a view, in its order. */
export interface WholeView {
  /** Row numbers. */
  readonly ids: Int32Array;
  /** The time that orders each picture, in seconds since the epoch. Empty for tasks, and for pictures that are not sorted by time. */
  readonly times: Int32Array;
  /** Null: the view has no stacks. */
  readonly stacks?: StackRows | undefined;
  readonly hidden?: HiddenPictures | undefined;
  /** The number of all pictures, if some of them are in closed stacks. */
  readonly pictures?: number | undefined;
  /** Null: the view has no groups. */
  readonly groups?: Groups | undefined;
}

const noTimes = new Int32Array();

/** A view of rows that are not sorted by time. */
export const onlyIds = (ids: Int32Array): WholeView => ({ ids, times: noTimes });

/** How a view is read for its next revision. */
export interface ReadOptions {
  /** Rows to leave out. */
  readonly without: ReadonlySet<number>;
  readonly opened?: OpenStacks | undefined;
}

/** An open view, with its latest revision and the one before. Until it is whole, calls for its rows throw `notYet`; if it could not be read, they throw why. */
export interface LiveView {
  readonly token: ViewToken;
  /** The first rows of revision 0. */
  readonly first: WholeView;
  /** The rows of a revision. Null if it is no longer kept. */
  rows(revision: number): WholeView | null;
  /** The rows as they are now, without a new revision. */
  now(options: ReadOptions): WholeView;
  /** Reads the view again, one call after the other. Null as for `rows`. */
  advance(from: number, options: ReadOptions): Advance | null;
  /** Sets all rows of revision 0, as `read` returns them. */
  complete(read: () => WholeView): void;
}

export interface Advance {
  readonly revision: number;
  readonly rows: WholeView;
  /** What changed since the revision that the caller has. */
  readonly splices: readonly Splice[];
}

interface Revisions {
  readonly revision: number;
  readonly rows: WholeView;
  readonly before: WholeView | null;
}

/** @param read reads the rows as they are now */
export function createLiveView(token: ViewToken, first: WholeView, read: (options: ReadOptions) => WholeView): LiveView {
  let latest: Revisions | null = null;
  let failure: unknown = null;
  let isAdvancing = false;

  const known = (): Revisions => {
    if (failure !== null) throw failure;
    if (latest === null) throw notYet;
    return latest;
  };
  return {
    token,
    first,
    rows: (revision) => rowsOf(known(), revision),
    now: read,
    advance(from, options) {
      const before = known();
      const since = rowsOf(before, from);
      if (since === null) return null;
      if (isAdvancing) throw notYet;
      isAdvancing = true;
      try {
        const rows = read(options);
        const changed = splicesBetween(before.rows.ids, rows.ids);
        const revision = changed.length === 0 ? before.revision : before.revision + 1;
        latest = { revision, rows, before: changed.length === 0 ? before.before : before.rows };
        return { revision, rows, splices: since === before.rows ? changed : splicesBetween(since.ids, rows.ids) };
      } finally {
        isAdvancing = false;
      }
    },
    complete(readAll) {
      try {
        latest = { revision: 0, rows: readAll(), before: null };
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  };
}

function rowsOf(known: Revisions, revision: number): WholeView | null {
  if (known.revision === revision) return known.rows;
  return known.revision === revision + 1 ? known.before : null;
}

/** The position of a picture, or that of the top of its closed stack. -1: it is not in the view. */
export function positionOf({ ids, stacks, hidden }: WholeView, picture: number): number {
  const at = ids.indexOf(picture);
  const within = at < 0 && stacks && hidden ? hidden.ids.indexOf(picture) : -1;
  return within < 0 ? at : (stacks?.keys.indexOf(hidden?.keys[within] ?? noKey) ?? -1);
}

/** A view that begins with the rows of the first answer, although others may match by now. */
export function continued(first: WholeView, all: WholeView): WholeView {
  if (first.ids.every((row, at) => row === all.ids[at])) return all;
  let last = -1;
  for (let at = first.ids.length - 1; at >= 0 && last < 0; at -= 1) last = all.ids.indexOf(first.ids[at] ?? 0);
  const known = new Set(first.ids);
  const positions = createColumn(all.ids.length);
  /** Stacks whose tops are shown, although others may be the best by now. */
  const shown = new Set(first.stacks?.keys.filter((key) => key !== noKey));
  for (let at = last + 1; at < all.ids.length; at += 1) if (!known.has(all.ids[at] ?? 0) && !shown.has(all.stacks?.keys[at] ?? noKey)) positions.push(at);
  const rest = positions.take();
  const followed = (front: Int32Array, column: Int32Array): Int32Array => joinedIds([front, pickedIn(column, rest)]);
  const ids = followed(first.ids, all.ids);
  const times = first.times.length === 0 ? first.times : followed(first.times, all.times);
  const stacks = first.stacks && all.stacks && { keys: followed(first.stacks.keys, all.stacks.keys), counts: followed(first.stacks.counts, all.stacks.counts) };
  const groups = first.groups && all.groups && (times.length > 0 ? daysOf(times) : groupsOf(all.groups.by, followed(keysOfRows(first.groups, first.ids.length), keysOfRows(all.groups, all.ids.length))));
  return { ids, times, stacks, hidden: all.hidden, pictures: all.pictures, groups };
}

/** The key of the group of each row. */
function keysOfRows({ starts, keys }: Groups, length: number): Int32Array {
  const all = new Int32Array(length);
  for (const [group, start] of starts.entries()) all.fill(keys[group] ?? 0, start, starts[group + 1]);
  return all;
}
