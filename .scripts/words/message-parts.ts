import { IntlMessageFormat } from 'intl-messageformat';

/** A part of the syntax tree of an ICU message. */
export interface Part {
  readonly type: number;
  /** The text of a literal, or the name of an argument or a tag. */
  readonly value: string;
  /** The forms of a plural or of a choice. */
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
  readonly children?: readonly Part[];
}

const kinds = ['text', 'value', 'number', 'date', 'time', 'select', 'plural', '#', 'tag'] as const;

/** What a part is. `value`: an argument that is shown as it is. `#`: the number of the plural around it. */
export const kindOf = ({ type }: Part): (typeof kinds)[number] => kinds[type] ?? 'text';

/** All parts of a message, also those in forms and tags. Throws if it is no ICU message. */
export function partsOf(message: string): readonly Part[] {
  const inside = (part: Part): readonly Part[] => [part, ...Object.values(part.options ?? {}).flatMap((option) => option.value.flatMap(inside)), ...(part.children ?? []).flatMap(inside)];
  return (new IntlMessageFormat(message, 'en').getAst() as readonly Part[]).flatMap(inside);
}
