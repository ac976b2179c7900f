import { fold } from './fold.ts';
import type { NameValue } from './query.ts';

/** Whether a model, size, quality, account, or tag is meant by a filter's value. Ids begin with theirs: see `NameValue`. */
export function matchesName(name: string, { text, exact }: NameValue): boolean {
  const folded = fold(name);
  const wanted = fold(text);
  return exact ? folded === wanted : beginningIn(folded, wanted) >= 0;
}

/** Where a word of a folded name begins so, at `from` or after it; -1: nowhere. */
export function beginningIn(folded: string, wanted: string, from = 0): number {
  for (let at = folded.indexOf(wanted, from); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]$/u.test(folded.slice(0, at)) || !/^[\p{L}\p{N}]/u.test(wanted)) return at;
  }
  return -1;
}
