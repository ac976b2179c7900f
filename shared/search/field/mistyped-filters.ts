import { parseSearch } from '../parse.ts';
import { filterKeys, type CivilDate, type FilterKey, type SearchQuery, type Span } from '../query.ts';
import { tokenize } from '../tokenize.ts';

/** A word with a colon that is no filter, but nearly one: `ratng:5`. It is searched as words. */
export interface MistypedFilter {
  /** The name as it was typed. */
  readonly typed: string;
  /** The filter that was probably meant, as it would be written. */
  readonly meant: string;
  readonly key: FilterKey;
  /** The name in the search, without its colon and minus. */
  readonly span: Span;
}

/** The words of a search that are nearly filters. One that contains the caret is still being typed and is not among them. */
export function mistypedFilters({ text, clauses }: SearchQuery, caret: number | null, today: CivilDate): readonly MistypedFilter[] {
  return clauses.flatMap(({ anyOf }) => anyOf).flatMap((part): readonly MistypedFilter[] => {
    if (part.kind !== 'term' || part.quoted || (caret !== null && caret >= part.span.start && caret <= part.span.end)) return [];
    // Not the address of a page.
    const [, minus = '', typed] = /^(-?)([a-z]{3,})[:：](?!\/)/i.exec(text.slice(part.span.start, part.span.end)) ?? [];
    if (typed === undefined) return [];
    const start = part.span.start + minus.length;
    const span = { start, end: start + typed.length };
    const meant = nearKeys(typed.toLowerCase()).map((key) => ({ key, ...asFilter(text, span, key, today) }));
    // Two short words are soon alike, so that the value must fit, too: `cast:bronze` is not about costs.
    const best = meant.find(({ fits }) => fits) ?? meant.find(({ key }) => key.length >= 5);
    return best ? [{ typed, meant: best.written, key: best.key, span }] : [];
  });
}

export const mended = (search: string, { key, span }: Pick<MistypedFilter, 'key' | 'span'>): string => search.slice(0, span.start) + key + search.slice(span.end);

/** How the filter would be written with this key, and whether its value could be understood. */
function asFilter(text: string, span: Span, key: FilterKey, today: CivilDate): { readonly written: string; readonly fits: boolean } {
  const search = mended(text, { key, span });
  const token = tokenize(search).find(({ span: { start, end } }) => start <= span.start && span.start < end);
  const written = search.slice(span.start, token?.span.end);
  return { written, fits: parseSearch(written, today).pending.length === 0 };
}

/** The keys that a slip or two of the finger turn into this word, the nearest first. */
function nearKeys(typed: string): readonly FilterKey[] {
  const near = filterKeys.map((key) => ({ key, slips: slipsBetween(typed, key) })).filter(({ key, slips }) => slips <= (Math.max(typed.length, key.length) < 6 ? 1 : 2));
  return near.toSorted((a, b) => a.slips - b.slips).map(({ key }) => key);
}

/** The restricted Damerau-Levenshtein distance: letters left out, added, replaced, or in the wrong order. */
function slipsBetween(a: string, b: string): number {
  let twoBefore: readonly number[] = [];
  let before: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const at = (line: readonly number[], index: number): number => line[index] ?? Infinity;
      const replaced = at(before, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? at(twoBefore, column - 2) + 1 : Infinity;
      current.push(Math.min(at(before, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    [twoBefore, before] = [before, current];
  }
  return before[b.length] ?? Infinity;
}
