import { markedReasons, type MarkedReason } from '../../../../shared/library/marks.ts';
import type { LesserCopies } from '../../../../shared/library/view.ts';
import { idLists } from '../../sqlite/id-lists.ts';
import type { Connection } from '../../sqlite/statements.ts';
import { markedReasonsSql } from '../../tables/pictures/mark-columns.ts';
import { noKey } from '../arranged/stack-membership.ts';
import type { WholeView } from '../live-view.ts';

/** The most pictures that one question is about, because their ids travel. Sets are never divided. */
const mostLesser = 10_000;

/**
 * The pictures of the selected sets without the one on top of each.
 * @param shown what the person sees, which decides the picture on top
 * @param whole the same pictures with every set open
 */
export function lesserCopies(connection: Connection, shown: WholeView, whole: WholeView, selected: Int32Array): LesserCopies {
  const [tops, chosen] = [new Set<number>(), new Set(selected)];
  for (let row = 0; row < shown.ids.length; row += 1) if (shown.stacks?.counts[row] !== 0) tops.add(shown.ids[row] ?? 0);
  const lesser: number[] = [];
  let [sets, more] = [0, false];
  for (let from = 0, end = 0; from < whole.ids.length && !more; from = end) {
    const key = whole.stacks?.keys[from] ?? noKey;
    for (end = from + 1; key !== noKey && end < whole.ids.length && whole.stacks?.keys[end] === key && whole.stacks.counts[end] === 0; ) end += 1;
    if (end - from < 2) continue;
    const members = whole.ids.subarray(from, end);
    if (!members.some((id) => chosen.has(id))) continue;
    more = lesser.length + members.length > mostLesser;
    if (more) break;
    // A better copy may have arrived since. The one that the person saw on top stays.
    const top = members.find((id) => tops.has(id)) ?? members[0];
    lesser.push(...members.filter((id) => id !== top));
    sets += 1;
  }
  return { ...byMarks(connection, lesser), sets, more };
}

type Counted = Omit<LesserCopies, 'sets' | 'more'>;

function byMarks({ sql }: Connection, ids: readonly number[]): Counted {
  const statement = sql(
    `SELECT id, ${markedReasons.map((reason) => `${markedReasonsSql[reason]} AS ${reason}`).join(', ')}
      FROM images WHERE id IN (SELECT value FROM json_each(?)) AND status = 'kept' AND trashed_at IS NULL`,
  );
  const [unmarked, marked]: [number[], number[]] = [[], []];
  const counts = Object.fromEntries(markedReasons.map((reason) => [reason, 0])) as Record<MarkedReason, number>;
  for (const some of idLists(ids)) {
    for (const row of statement.all(some)) {
      const kinds = markedReasons.filter((kind) => row[kind] === 1);
      for (const kind of kinds) counts[kind] += 1;
      (kinds.length > 0 ? marked : unmarked).push(Number(row['id']));
    }
  }
  return { unmarked, marked, counts };
}
