import { highlightRanges, type TextKind } from '../../../shared/search/highlight.ts';
import type { SearchQuery } from '../../../shared/search/query.ts';

/** Part of a text. `hit`: it matches the search. */
export interface Segment {
  readonly text: string;
  readonly hit: boolean;
}

/** Splits a text at the matches of the search. */
export function segmentsOf(text: string, query: SearchQuery, kind?: TextKind): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const [start, end] of highlightRanges(text, query, kind)) {
    if (start > at) segments.push({ text: text.slice(at, start), hit: false });
    segments.push({ text: text.slice(start, end), hit: true });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), hit: false });
  return segments;
}

/** Characters that are searched for hits. No line shows more. */
const looked = 4000;

/** One line of a text, with white space folded. It starts shortly before the first hit if that would not be visible otherwise. */
export function excerptOf(text: string, query: SearchQuery, lead = 24, length = 400): readonly Segment[] {
  const line = text.slice(0, looked).replace(/\s+/g, ' ').trim();
  const [before, ...rest] = segmentsOf(line, query);
  if (!before || before.hit || rest.length === 0 || before.text.length <= 2 * lead) return cut([...(before ? [before] : []), ...rest], length);
  const start = before.text.indexOf(' ', before.text.length - lead) + 1 || before.text.length - lead;
  return cut([{ text: `… ${before.text.slice(start)}`, hit: false }, ...rest], length);
}

function cut(segments: readonly Segment[], length: number): readonly Segment[] {
  let left = length;
  return segments.flatMap(({ text, hit }) => {
    const shown = text.slice(0, left);
    left -= shown.length;
    return shown === '' ? [] : [{ text: shown, hit }];
  });
}
