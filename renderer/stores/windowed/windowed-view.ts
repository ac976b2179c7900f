import type { Splice, ViewDelta, ViewFacts, ViewToken } from '../../../shared/library/view.ts';
import { noBlocks, spliced, withRows, type Blocks } from './blocks.ts';

/** A view that main keeps open, as far as it is loaded. Positions count in its revision. */
export interface WindowedView<Row> {
  /** 0: none is open. */
  readonly token: ViewToken;
  readonly revision: number;
  readonly length: number;
  /** False while main still counts. `length` is then the number of rows known so far. */
  readonly counted: boolean;
  /** Null until all of the view is known. */
  readonly facts: ViewFacts | null;
  readonly blocks: Blocks<Row>;
  /** What led to this revision from the one that was shown before it. */
  readonly splices: readonly Splice[];
  readonly before: number;
}

/** @param rows the beginning of the view */
export function openedView<Row>(token: ViewToken, rows: readonly Row[], total: number | null, size: number, most: number): WindowedView<Row> {
  return { token, revision: 0, length: total ?? rows.length, counted: total !== null, facts: null, blocks: withRows(noBlocks<Row>(size, most), 0, rows), splices: [], before: 0 };
}

export function withFacts<View extends WindowedView<unknown>>(view: View, facts: ViewFacts): View {
  return { ...view, length: facts.total, counted: true, facts };
}

/** The view in its next revision. Rows that came are not loaded. */
export function advanced<Row, View extends WindowedView<Row>>(view: View, { revision, splices, ...facts }: ViewDelta): View {
  const next = withFacts(view, facts);
  return splices.length === 0 ? next : { ...next, revision, splices, before: view.revision, blocks: spliced(view.blocks, splices) };
}

/** What led from one state of a view to another. Null if they are not of the same view, or not one after the other. */
export function splicesSince(before: WindowedView<unknown>, now: WindowedView<unknown>): readonly Splice[] | null {
  if (before.token !== now.token) return null;
  if (before.revision === now.revision) return [];
  return now.before === before.revision ? now.splices : null;
}
