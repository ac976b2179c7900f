import { parseSearch } from '../../../../shared/search/parse.ts';
import type { SearchQuery } from '../../../../shared/search/query.ts';
import type { Dice } from '../../../support/dice.ts';

const today = { year: 2026, month: 11, day: 21 };

export function search(text: string): SearchQuery {
  return parseSearch(text, today);
}

type Clauses = readonly (readonly Readonly<Record<string, unknown>>[])[];

/** What a search means, wherever it stands in the text. */
export function meaning({ clauses }: SearchQuery): Clauses {
  return clauses.map(({ anyOf }) => anyOf.map((part) => Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'span'))));
}

export const samples = [
  'foxes in sno',
  'a red fox, in the snow (at night).',
  '"red fox" -"blue sky" cat*',
  '“smart quotes” „unten“ "doubled "" quote"',
  'fox OR cat OR "polar bear" snow ',
  'model:flux,"imagen 4" -model:"sd*xl"*,turbo fox',
  'size:1024x1024 size:>=1024 size:<512x768',
  'size:landscape,square -size:"auto" size:2K',
  'rating:>=3 rating:3..5 rating:<2,none',
  'before:2026-03 after:2025-12-31 on:2026-01..2026-03',
  'before:yesterday after:7d on:2024/2/29',
  'is:favorite is:un -is:trashed status:done,failed',
  'status:p OR is:running',
  'tag:cat,"black cat",none tag:anim* -tag:"none"',
  'in:trash in:2026/2026-11 in:"trash" in:anywhere',
  'account:"My studio" quality:hi id:task_01HX',
  'https://example.com/a?b=c foo:bar time:12:30',
  'task_01HX IMG_0001.png fox --ar 16:9 --v 6',
  '猫 猫と犬 model:フラックス',
  'タグ tag：猫，犬 「赤い車」',
  '한국어 고양이 ไทยครับ हैलो',
  'café CAFÉ Straße İstanbul ΣΑΣ Ёлка',
  '👩‍🚀 🦊fox ❤️ 🇯🇵',
  '- -- --- "" "-" , . : * ** -*',
  'OR OR fox AND cat OR',
  'model: size:> before:20 rating:abc status:zzz',
  '"unclosed phrase go',
  'model:"unclosed va',
  'a"b"c "d"e"f"* "g"*h',
  'tabs\tand\nlines\r\n\u00a0\u3000wide',
  'nul\0 \ud800 lone \udc00 \u202ertl\u202c \ufeffbom',
  '-a -OR "OR" AND* OR* Model:FLUX STATUS:Done',
];

const nasty = [
  '"', '"', '“', '”', ':', '：', '-', '-', '*', ',', '，', '.', '..', '/', '\\', '(', ')', '_', '=', '>=', '<', ' ', ' ', ' ', '\t', '\n',
  'OR', 'AND', ' OR ', 'model:', 'size:', 'rating:', 'status:', 'is:', 'in:', 'tag:', 'id:', 'before:', 'after:', 'on:', 'account:', 'quality:',
  'none', 'trash', 'un', 'p', '2026', '2026-1', '7d', '3', '5..3', '1024x', '10x20', 'x', '99999999', 'landscape', 'fox', 'Fox', 'red-haired',
  'é', 'e\u0301', '\u0301', 'İ', 'ß', 'ς', 'Σ', 'й', '猫', '犬と', 'カ\u3099', '한', '\u1112\u1161', 'ไท', 'ครั', '🦊', '👩‍🚀', '❤️', '\ufe0f', '\u200d',
  '\u202e', '\u2066', '\u200b', '\ufeff', '\0', '\u0007', '\ud83e', '\udd8a', '\ud800', '\u037e', '>\u0338', '\u00a0', '\u3000', '\u2028', '__proto__', 'constructor',
];

export function nastyText(dice: Dice, longest: number): string {
  return Array.from({ length: dice.below(longest) }, () => dice.pick(nasty)).join('');
}
