type Ids = Int32Array | readonly number[];

/** Row numbers as a JSON list, for `json_each`. */
export const idList = (ids: Ids): string => `[${ids.join(',')}]`;

/** The same in parts, because a statement cannot be interrupted. Looking up 500 rows takes about a millisecond. */
export function* idLists(ids: Ids, most = 500): Generator<string> {
  for (let at = 0; at < ids.length; at += most) yield idList(ids.slice(at, at + most));
}
