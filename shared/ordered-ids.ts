import type { EpochMs, TaskId } from './task.ts';

/**
 * Makes UUIDs of version 7 (RFC 9562) that ascend in the order in which they are made, up to 16,384. Tasks that are sent together have the same
 * time, and lists order those by id, so they stand in the order of their list.
 */
export function orderedIds(now: EpochMs): () => TaskId {
  let made = 0;
  return () => {
    const time = Math.round(now).toString(16).padStart(12, '0');
    const count = made.toString(2).padStart(14, '0');
    made += 1;
    const high = Number.parseInt(count.slice(0, 12), 2).toString(16).padStart(3, '0');
    const low = (8 + Number.parseInt(count.slice(12), 2)).toString(16);
    const random = crypto.randomUUID().replaceAll('-', '').slice(17);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low}${random.slice(0, 3)}-${random.slice(3)}`;
  };
}
