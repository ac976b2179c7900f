import type { Arrangement, OpenStacks } from '../../../../shared/library/arrangement.ts';
import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { WholeView } from '../live-view.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { daysOf } from '../orders/months.ts';
import { groupedPictures } from './grouped-pictures.ts';
import { pickedIn } from './radix-order.ts';
import { sortedPlaces } from './sorted-pictures.ts';
import { stackedPictures } from './stacked-pictures.ts';

const noTimes = new Int32Array();

/** Arranges pictures, which come in order by time with the newest first, as the person has chosen. */
export function arrangedPictures(connection: Connection, order: PictureOrder, arrangement: Arrangement, opened: OpenStacks, query: SearchQuery): WholeView {
  const { by, stack, group } = arrangement;
  const places = sortedPlaces(connection, order, arrangement, query);
  connection.pause();
  if (stack !== null) {
    const { ids, stacks, hidden, places: shown } = stackedPictures(connection, order, places, stack, opened);
    const rows = { places: shown, stacks };
    connection.pause();
    return { ...(group === null ? { ids, stacks } : groupedPictures(connection, order, rows, { ...arrangement, group })), times: noTimes, pictures: order.ids.length, hidden };
  }
  const isByTime = by === 'time' || (by === 'hand' && places === null);
  if (group !== null && !(isByTime && group === 'day')) return { ...groupedPictures(connection, order, { places }, { ...arrangement, group }), times: noTimes };
  const times = !isByTime ? noTimes : places === null ? order.times : pickedIn(order.times, places);
  return { ids: places === null ? order.ids : pickedIn(order.ids, places), times, ...(group !== null && { groups: daysOf(times) }) };
}
