const tokens = [
  'null',
  '{}',
  '[]',
  '"',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\\u0000',
  '\\ud800',
  '1e999',
  '-1',
  '"__proto__":{"polluted":1},',
  '"constructor":',
  '\0',
  '<',
  '"id":""',
  '💥',
];

/** Damages a text in one of the ways that matter to a reader of JSON; `below` gives whole numbers from 0 up to its limit. */
export function mutated(text: string, below: (limit: number) => number): string {
  const at = below(text.length + 1);
  switch (below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + (tokens[below(tokens.length)] ?? '') + text.slice(at);
    case 2:
      return text.slice(0, at) + String.fromCharCode(below(0x10000)) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at + below(20));
    default:
      return text.slice(0, at) + text.slice(below(text.length + 1));
  }
}
