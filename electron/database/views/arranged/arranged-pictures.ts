import type { Arrangement, OpenStacks } from '../../../../shared/library/arrangement.ts';
import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { WholeView } from '../live-view.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { daysOf } from '../orders/months.ts';
import { groupedPictures } from './grouped-pictures.ts';
import { pickedIn } from '../number-list.ts';
import { sortedPositions } from './sorted-pictures.ts';
import { stackedPictures } from './stacked-pictures.ts';

const noTimes = new Int32Array();

/** Arranges pictures, which come in order by time with the newest first, as the person has chosen. */
export function arrangedPictures(connection: Connection, order: PictureOrder, arrangement: Arrangement, opened: OpenStacks, query: SearchQuery): WholeView {
  const { by, stack, group } = arrangement;
  const positions = sortedPositions(connection, order, arrangement, query);
  connection.pause();
  if (stack !== null) {
    const { ids, stacks, hidden, positions: shown } = stackedPictures(connection, order, positions, stack, opened);
    const rows = { positions: shown, stacks };
    connection.pause();
    return { ...(group === null ? { ids, stacks } : groupedPictures(connection, order, rows, { ...arrangement, group })), times: noTimes, pictures: order.ids.length, hidden };
  }
  const isByTime = by === 'time' || (by === 'hand' && positions === null);
  if (group !== null && !(isByTime && group === 'day')) return { ...groupedPictures(connection, order, { positions }, { ...arrangement, group }), times: noTimes };
  const times = !isByTime ? noTimes : positions === null ? order.times : pickedIn(order.times, positions);
  return { ids: positions === null ? order.ids : pickedIn(order.ids, positions), times, ...(group !== null && { groups: daysOf(times) }) };
}
