import { writtenValue, writtenValues, type FilterValue } from './facets.ts';
import type { FilterKey, NumberRange, SearchFilter, SearchQuery, Span } from '../query.ts';

/** One filter as the window shows it. `removeSpan` with its span removes it. */
export interface SearchChip {
  readonly key: FilterKey;
  readonly negated: boolean;
  readonly span: Span;
  /** One of several filters joined by `OR`. */
  readonly alternative: boolean;
  /** Alternatives; at least one. */
  readonly parts: readonly ChipPart[];
  /** The same as text, as menus name them. */
  readonly values: readonly string[];
}

export type ChipPart =
  /** Shown as it was typed: a name, an id, a day. */
  | { readonly kind: 'text'; readonly text: string }
  /** A status, a flag, a colour, a shape, `none`, `trash` or `anywhere`: shown in the catalogue's words. */
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'picture'; readonly name: string }
  | { readonly kind: 'range'; readonly range: NumberRange }
  | { readonly kind: 'sides'; readonly width: NumberRange; readonly height: NumberRange };

export function chipsOf({ clauses }: SearchQuery): readonly SearchChip[] {
  return clauses.flatMap(({ anyOf }) =>
    anyOf.flatMap((part) => {
      if (part.kind !== 'filter') return [];
      const { key, negated, span } = part;
      return [{ key, negated, span, alternative: anyOf.length > 1, parts: partsOf(part), values: writtenValues(part) }];
    }),
  );
}

/** By what a value is, so that a new filter with values of a known kind needs nothing here. */
function partsOf(filter: SearchFilter): readonly ChipPart[] {
  return filter.key === 'like' ? filter.values.map((name) => ({ kind: 'picture', name })) : filter.values.map(partOf);
}

function partOf(value: FilterValue): ChipPart {
  const text = writtenValue(value);
  if (typeof value === 'string') return { kind: 'word', word: text };
  if ('billionths' in value) return value.billionths === null ? { kind: 'word', word: 'none' } : { kind: 'text', text };
  if (!('of' in value)) return 'min' in value ? { kind: 'range', range: value } : { kind: 'text', text };
  switch (value.of) {
    case 'none':
    case 'trash':
    case 'anywhere':
    case 'shape':
      return { kind: 'word', word: text };
    case 'sides':
      return { kind: 'sides', width: value.width, height: value.height };
    case 'longer-side':
      return { kind: 'range', range: value.side };
    case 'name':
    case 'asked':
    case 'ratio':
    case 'folder':
      return { kind: 'text', text };
  }
}
