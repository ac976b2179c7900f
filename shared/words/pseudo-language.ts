import { IntlMessageFormat } from 'intl-messageformat';
import type { PseudoLanguage } from './languages.ts';
import { isPlain, type Catalogue, type Message } from './words-in.ts';

/** A part of the ICU syntax tree. Of a literal, `value` is its text. */
interface Part {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
  readonly children?: readonly Part[];
}

const literal = 0;

/** What a message in disguise begins and ends with. What stands outside of such brackets did not come from the catalogue. */
const brackets = ['⟦', '⟧'] as const;

/** English in disguise: every message is longer, has accents and stands in brackets, or runs from right to left. */
export function disguise<Key extends string>(english: Catalogue<Key>, language: PseudoLanguage): Catalogue<Key> {
  return Object.fromEntries(Object.entries<Message>(english).map(([key, message]) => [key, disguised(message, language)])) as Catalogue<Key>;
}

/** A message as text, or as the build has parsed it. */
function disguised(message: Message, language: PseudoLanguage): Message {
  const parts = partsOf(message);
  const length = lengthOf(parts);
  const inside = parts.map((part) => changed(part, language === 'en-XA' ? accented : turned));
  if (language === 'ar-XB') return inside;
  const text = (value: string): Part => ({ type: literal, value });
  return [text(brackets[0]), ...inside, text(`${' ~'.repeat(Math.ceil((length * longer) / 2))}${brackets[1]}`)] as Message;
}

/** What is built has no parser, and needs none: the messages with any syntax are parsed by then. */
function partsOf(message: Message): readonly Part[] {
  if (typeof message !== 'string') return message;
  return isPlain(message) ? [{ type: literal, value: message }] : new IntlMessageFormat(message, 'en').getAst();
}

/** How much longer German may be than English. */
const longer = 0.35;

/** Signs of the longest form of a message, without its values. */
function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { type, value = '', options, children = [] }) => {
    const ofOptions = Object.values(options ?? {}).map((option) => lengthOf(option.value));
    return sum + (type === literal ? value.length : 0) + Math.max(0, ...ofOptions) + lengthOf(children);
  }, 0);
}

function changed(part: Part, change: (text: string) => string): Part {
  if (part.type === literal) return { ...part, value: change(part.value ?? '') };
  return {
    ...part,
    ...(part.options && { options: Object.fromEntries(Object.entries(part.options).map(([name, option]) => [name, { ...option, value: option.value.map((each) => changed(each, change)) }])) }),
    ...(part.children && { children: part.children.map((each) => changed(each, change)) }),
  };
}

const plain = 'ACEGIKLNORSTUYZaceghijklnorstuyz';
const withAccent = 'ÅÇÉĜÎĶĻÑÖŔŠŢÛÝŽåçéĝĥîĵķļñöŕšţûýž';

const accented = (text: string): string => text.replace(/[A-Za-z]/g, (letter) => withAccent[plain.indexOf(letter)] ?? letter);

/** Between marks that have any text run from right to left. Spaces and line breaks stay outside, so that lines break as they do. */
const turned = (text: string): string => text.replace(/\S+(?: +\S+)*/g, (words) => `\u202E${words}\u202C`);
