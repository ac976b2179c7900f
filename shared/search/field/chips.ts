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
      return [{ key, negated, span, alternative: anyOf.length > 1, parts: partsOf(part) }];
    }),
  );
}

function partsOf(filter: SearchFilter): readonly ChipPart[] {
  switch (filter.key) {
    case 'model':
    case 'quality':
    case 'account':
    case 'batch':
    case 'id':
    case 'prompt':
    case 'seed':
    case 'before':
    case 'after':
    case 'on':
      return filter.values.map(({ text }) => ({ kind: 'text', text }));
    case 'tag':
    case 'album':
    case 'note':
      return filter.values.map((name) => (name.of === 'none' ? { kind: 'word', word: 'none' } : { kind: 'text', text: name.text }));
    case 'cost':
      return filter.values.map(({ text, billionths }) => (billionths === null ? { kind: 'word', word: 'none' } : { kind: 'text', text }));
    case 'like':
      return filter.values.map((name) => ({ kind: 'picture', name }));
    case 'rating':
      return filter.values.map((range) => ({ kind: 'range', range }));
    case 'status':
    case 'is':
    case 'flag':
    case 'label':
      return filter.values.map((word) => ({ kind: 'word', word }));
    case 'in':
      return filter.values.map((place) => (place.of === 'folder' ? { kind: 'text', text: place.path } : { kind: 'word', word: place.of }));
    case 'size':
    case 'ratio':
      return filter.values.map((size) => {
        if (size.of === 'shape') return { kind: 'word', word: size.shape };
        if (size.of === 'asked' || size.of === 'ratio') return { kind: 'text', text: size.text };
        return size.of === 'sides' ? { kind: 'sides', width: size.width, height: size.height } : { kind: 'range', range: size.side };
      });
  }
}
