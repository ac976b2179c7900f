import { limits } from '../limits.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses JSON as image programs write it. Python's `NaN` and `Infinity` become null, and whole numbers that would lose digits become text. Null
 * unless the result is an object. It may have keys such as `__proto__`, so read it with `field`.
 */
export function parseObject(text: string | null): JsonObject | null {
  if (text === null || text.length > limits.blockBytes) return null;
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || hasTooMany(trimmed)) return null;
  try {
    return objectOf(JSON.parse(/NaN|Infinity|\d{16}/.test(trimmed) ? plainJson(trimmed) : trimmed));
  } catch {
    return null;
  }
}

/** Whether a text is JSON of any kind, also as image programs write it. */
export function isJson(text: string): boolean {
  if (parseObject(text) !== null) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** Empty if it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object's own field, never one of its prototype. */
export function field(object: JsonObject | null, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (object !== null && Object.hasOwn(object, name)) return object[name];
  }
  return undefined;
}

function hasTooMany(text: string): boolean {
  if (text.length <= limits.brackets) return false;
  let brackets = 0;
  for (let at = 0; at < text.length && brackets <= limits.brackets; at += 1) {
    // The codes of `[` and `{`.
    const code = text.charCodeAt(at) | 0x20;
    if (code === 0x7b) brackets += 1;
  }
  return brackets > limits.brackets;
}

/** A single pass, because a pattern that matches strings would start again at every quotation mark. */
function plainJson(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    const end = isWordPart(character) ? endOfWord(text, at) : at + 1;
    const better = replacement(text.slice(at, end));
    if (better !== null) {
      parts.push(text.slice(kept, at), better);
      kept = end;
    }
    at = end;
  }
  return parts.join('') + text.slice(kept);
}

function replacement(word: string): string | null {
  if (word === 'NaN' || word === 'Infinity' || word === '-Infinity') return 'null';
  return word.length > 15 && word.length < 32 && /^-?\d+$/.test(word) ? `"${word}"` : null;
}

/** The end of the string that begins at `at`, or of the text. */
export function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '"') return end + 1;
  }
  return text.length;
}

function endOfWord(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && isWordPart(text[end] ?? '')) end += 1;
  return end;
}

function isWordPart(character: string): boolean {
  return /[-+.\w]/.test(character);
}
