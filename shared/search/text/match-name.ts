import { tidy } from './characters.ts';
import { fold } from './fold.ts';
import type { NameValue } from '../query.ts';

/**
 * Whether a filter's value matches the name of a model, size, quality, account, batch, tag or album. Ids match by their beginning: see `NameValue`.
 * Invisible characters in the name are ignored, as in the search.
 */
export function matchesName(name: string, { text, exact }: NameValue): boolean {
  const folded = fold(tidy(name));
  const wanted = fold(text);
  return exact ? folded === wanted : beginningIn(folded, wanted) >= 0;
}

/** The position of the first word in a folded name, at or after `from`, that begins with the text. -1 if there is none. */
export function beginningIn(folded: string, wanted: string, from = 0): number {
  for (let at = folded.indexOf(wanted, from); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]$/u.test(folded.slice(0, at)) || !/^[\p{L}\p{N}]/u.test(wanted)) return at;
  }
  return -1;
}
