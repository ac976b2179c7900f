/** Indents JSON by changing white space alone, because parsing it would round long numbers. Returns text that does not begin like JSON unchanged. */
export function indentJson(text: string): string {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed)) return text;
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(Math.max(depth, 0))}`;
  // A string, an empty pair of brackets, a punctuation mark, white space, or anything else up to the next of these.
  const tokens = trimmed.match(/"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[{}[\],:]|\s+|[^\s"{}[\],:]+/gs) ?? [];
  return tokens
    .map((token) => {
      if (/^\s+$/.test(token)) return '';
      if (token === '{' || token === '[') {
        depth += 1;
        return token + line();
      }
      if (token === '}' || token === ']') {
        depth -= 1;
        return line() + token;
      }
      if (token === ',') return token + line();
      return token === ':' ? ': ' : token;
    })
    .join('');
}
