/** An id whose middle is left out: its beginning tells the kind, its end tells it from others. */
export function shortId(id: string, lead = 8, tail = 6): string {
  return id.length <= lead + tail + 1 ? id : `${id.slice(0, lead)}…${id.slice(-tail)}`;
}
