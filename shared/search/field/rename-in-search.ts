import { nameAsValue } from './facets.ts';
import { fold } from '../text/fold.ts';
import { tokenize, type ScannedText } from '../tokenize.ts';

/**
 * The search with names of tags or albums replaced. Only values that are the whole name are replaced, in quotes or not: `tag:cat` is the tag “cat”, and
 * `tag:cat*` stays. Everything else stays as typed.
 */
export function withRenamed(text: string, key: 'tag' | 'album', from: readonly string[], to: string): string {
  const former = new Set(from.map(fold));
  const isFormer = ({ text: name, quoted, closed, star }: ScannedText): boolean => closed && !star && former.has(fold(name)) && (quoted || name.toLowerCase() !== 'none');
  let renamed = text;
  // From the end, so that earlier positions stay the same.
  for (const token of tokenize(text).toReversed()) {
    if (token.kind !== 'filter' || token.key !== key || !token.values.some(isFormer)) continue;
    const written = new Map<string, string>();
    for (const value of token.values) {
      if (isFormer(value)) written.set(fold(to), nameAsValue(to, !value.quoted));
      else written.set(fold(value.text) + (value.star ? '*' : ''), text.slice(value.span.start, value.span.end));
    }
    const [first, last] = [token.values[0], token.values.at(-1)];
    if (first && last) renamed = renamed.slice(0, first.span.start) + [...written.values()].join(',') + renamed.slice(last.span.end);
  }
  return renamed;
}
