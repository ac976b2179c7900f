import type { Arrangement, OpenStacks } from '../../../../shared/library/arrangement.ts';
import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Connection } from '../../sqlite/statements.ts';
import type { WholeView } from '../live-view.ts';
import type { PictureOrder } from '../orders/picture-orders.ts';
import { pickedIn } from './radix-order.ts';
import { sortedPlaces } from './sorted-pictures.ts';
import { stackedPictures } from './stacked-pictures.ts';

const noTimes = new Int32Array();

/** Arranges pictures, which come in order by time with the newest first, as the person has chosen. */
export function* arrangedPictures(connection: Connection, order: PictureOrder, arrangement: Arrangement, opened: OpenStacks, query: SearchQuery): Generator<void, WholeView> {
  const places = yield* sortedPlaces(connection, order, arrangement, query);
  if (arrangement.stack !== null) return { ...(yield* stackedPictures(connection, order, places, arrangement.stack, opened)), times: noTimes, pictures: order.ids.length };
  const times = arrangement.by === 'time' || arrangement.by === 'hand' ? order.times : noTimes;
  return places === null ? { ids: order.ids, times } : { ids: yield* pickedIn(order.ids, places), times: times === noTimes ? times : yield* pickedIn(times, places) };
}
