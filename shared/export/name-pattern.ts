/** Patterns for the names of exported files: `{date} {prompt} {n}`. The extension is added to the result. */

export const nameFields = ['name', 'date', 'time', 'prompt', 'model', 'size', 'quality', 'width', 'height', 'seed', 'batch', 'account', 'rating', 'tags', 'task', 'id', 'n'] as const;
export type NameField = (typeof nameFields)[number];

/** Characters that are not allowed in file names on some system. */
const forbidden = /[<>:"/\\|?*\p{Cc}]/u;

export type NamePart = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'field'; readonly field: NameField };

/** `field`: there is no field of that name. `open`: a brace has no partner. `character`: file names must not contain it. `empty`: the pattern is empty. */
export type NameFault = 'field' | 'open' | 'character' | 'empty';

export type ReadPattern =
  | { readonly ok: true; readonly parts: readonly NamePart[] }
  /** `at`: the position in the pattern, from 0. `near`: the text at that position. */
  | { readonly ok: false; readonly why: NameFault; readonly at: number; readonly near: string };

export const longestPattern = 300;

/** Reads a pattern, or says what is wrong with it and where. */
export function readPattern(pattern: string): ReadPattern {
  const parts: NamePart[] = [];
  const wrong = (why: NameFault, at: number, near: string): ReadPattern => ({ ok: false, why, at, near });
  if (pattern.trim() === '') return wrong('empty', 0, '');
  for (const { 0: token, index } of pattern.matchAll(/\{[^{}]*\}|[{}]|[^{}]+/g)) {
    if (token === '{' || token === '}') return wrong('open', index, token);
    if (token.startsWith('{')) {
      const field = nameFields.find((name) => name === token.slice(1, -1).trim().toLowerCase());
      if (field === undefined) return wrong('field', index, token);
      parts.push({ kind: 'field', field });
      continue;
    }
    const bad = forbidden.exec(token);
    if (bad) return wrong('character', index + bad.index, bad[0]);
    parts.push({ kind: 'text', text: token });
  }
  return { ok: true, parts };
}
