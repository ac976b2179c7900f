import { fold } from './fold.ts';
import type { NameValue } from './query.ts';

/** Whether a model, size, quality, account, or tag is meant by a filter's value. Ids begin with theirs: see `NameValue`. */
export function matchesName(name: string, { text, exact }: NameValue): boolean {
  const folded = fold(name.normalize('NFC'));
  const wanted = fold(text.normalize('NFC'));
  if (exact) return folded === wanted;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]$/u.test(folded.slice(0, at)) || !/^[\p{L}\p{N}]/u.test(wanted)) return true;
  }
  return false;
}
