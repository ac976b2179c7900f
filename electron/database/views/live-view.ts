import type { Splice, ViewToken } from '../../../shared/library/view.ts';
import { createSequencer } from '../../core/util/sequencer.ts';
import { splicesBetween } from './splices.ts';
import type { WholeView } from './whole-view.ts';

/** An open view, with its latest revision and the one before. */
export interface LiveView {
  readonly token: ViewToken;
  /** The rows of a revision, once the view is whole. Null if a newer view has replaced it, or if that revision is no longer kept. */
  rows(revision: number): Promise<WholeView | null>;
  /** Reads the view again, except for some rows, after earlier calls. Null as for `rows`. */
  advance(from: number, without: ReadonlySet<number>): Promise<Advance | null>;
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

/**
 * @param first the rows of revision 0
 * @param read reads the rows as they are now
 *
 * Both resolve to null if a newer view has replaced this one.
 */
export function createLiveView(token: ViewToken, first: Promise<WholeView | null>, read: () => Promise<WholeView | null>): LiveView {
  const sequencer = createSequencer();
  let latest: Promise<Revisions | null> = first.then((rows) => rows && { revision: 0, rows, before: null });
  // Callers that ask for rows still get the error.
  latest.catch(() => undefined);

  const advance = async (from: number, without: ReadonlySet<number>): Promise<Advance | null> => {
    const known = await latest;
    const since = rowsOf(known, from);
    const all = since && (await read());
    if (known === null || since === null || all === null) return null;
    const rows = without.size === 0 ? all : leavingOut(all, without);
    const changed = splicesBetween(known.rows.ids, rows.ids);
    const revision = changed.length === 0 ? known.revision : known.revision + 1;
    latest = Promise.resolve({ revision, rows, before: changed.length === 0 ? known.before : known.rows });
    return { revision, rows, splices: since === known.rows ? changed : splicesBetween(since.ids, rows.ids) };
  };

  return {
    token,
    rows: async (revision) => rowsOf(await latest, revision),
    advance: (from, without) => sequencer.run('advance', () => advance(from, without)),
  };
}

function leavingOut({ ids, times }: WholeView, without: ReadonlySet<number>): WholeView {
  const stays = (id: number | undefined): boolean => id === undefined || !without.has(id);
  return { ids: ids.filter(stays), times: times.filter((_, at) => stays(ids[at])) };
}

function rowsOf(known: Revisions | null, revision: number): WholeView | null {
  if (known?.revision === revision) return known.rows;
  return known?.revision === revision + 1 ? known.before : null;
}
