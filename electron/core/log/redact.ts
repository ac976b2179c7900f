/** What replaces every trace of a key. */
const mark = '[key]';

/** Encoded forms of shorter keys are not searched for: they would be found everywhere. */
const shortestEncoded = 6;

/** A token is everything from `head` up to a character of `end`. Each finds a bounded text, so that `cutTokens` needs no deep stack. */
interface TokenPattern {
  readonly head: RegExp;
  /** The first character of the token, where others may stand before it. */
  readonly start?: RegExp;
  readonly end: RegExp;
  /** The head is the beginning of the token, and goes with it. */
  readonly withHead?: true;
}

const bearer: TokenPattern = { head: /\bbearer(?:\s|%20|\+)/gi, start: /[^\s+%20]/g, end: /[\s"'<>\\,;&]/g };

export type Redact = (text: string) => string;

/**
 * Removes a key from text: as it is, escaped for JSON or a URL, in hexadecimal, and in base64 at any alignment. Also removes whatever follows
 * `Bearer`.
 */
export function createRedactor(key: string): Redact {
  const patterns: RegExp[] = [];
  const encoded = key.length < shortestEncoded ? [] : base64Traces(key).map(escapePattern);
  if (key !== '') patterns.push(new RegExp([[...key].map(anyFormOf).join(''), ...encoded].join('|'), 'g'));
  if (key.length >= shortestEncoded) patterns.push(new RegExp(Buffer.from(key).toString('hex'), 'gi'));
  return (text) => {
    const rest = patterns.reduce((remaining, pattern) => remaining.replace(pattern, mark), text);
    return cutTokens(rest, bearer);
  };
}

/**
 * Searches for one character at a time. A pattern that repeats over the text keeps an entry of the stack for each repeat, wherever V8 has no
 * room to optimise it, and overflows on a long text.
 */
function cutTokens(text: string, { head: heads, start: starts, end: ends, withHead }: TokenPattern): string {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: head } of text.matchAll(heads)) {
    const afterHead = index + head.length;
    if (afterHead < from) continue;
    const end = indexFrom(text, ends, starts === undefined ? afterHead : indexFrom(text, starts, afterHead));
    const start = withHead === true ? index : afterHead;
    if (text.slice(start, end).trim() === '') continue;
    parts.push(text.slice(from, start), mark);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** Where a character of the class is, at or after `from`, or the end of the text. */
function indexFrom(text: string, character: RegExp, from: number): number {
  character.lastIndex = from;
  return character.exec(text)?.index ?? text.length;
}

/** A character as it is, after a backslash, as `\u002f`, or as `%2f`. Keys are plain ASCII. */
function anyFormOf(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(2, '0');
  const hex = digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:\\\\?${escapePattern(character)}|\\\\u00${hex}|%${hex})`;
}

/** The characters of base64 that depend on the key alone, for each place where it may begin in a group of three bytes. */
function base64Traces(key: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
    const trace = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [trace, trace.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Removes from a text what neither a log nor a file for strangers may hold. */
export interface LogRedactor {
  readonly redact: Redact;
  /** From now on, removes this key in every form that `createRedactor` knows. */
  learnKey(key: string): void;
  /** Removes paths below these library folders (absolute), because files there are named after prompts. */
  hideBelow(folders: () => readonly string[]): void;
}

/** Text that looks like a key, although it was never learned. */
const looksLikeKey: readonly TokenPattern[] = [
  { head: /\bauthorization["']?\s*[:=]\s*["']?(?!bearer\b)/gi, end: /[\s"',;]/g },
  { head: /\b(?:sk|pk|rk|key|api[-_]?key|token)[-_][A-Za-z0-9_-]{12}/g, end: /[^A-Za-z0-9_-]/g, withHead: true },
];

/** Addresses lose their query, which may be a signature, and a name and password before the host. */
const address = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/"'<>?#@]*@)?([^\s"'<>?#]*)(\?[^\s"'<>#]*)?/gi;

export function createLogRedactor(): LogRedactor {
  const keys = new Map<string, Redact>();
  let libraries: () => readonly string[] = () => [];

  // Removes bearer tokens even before any key is known.
  const always = createRedactor('');
  return {
    redact(text) {
      let rest = always(text);
      for (const redact of keys.values()) rest = redact(rest);
      for (const pattern of looksLikeKey) rest = cutTokens(rest, pattern);
      for (const folder of libraries()) rest = cutBelow(rest, folder);
      return rest.replace(address, (_whole, scheme: string, location: string, query?: string) => scheme + location + (query === undefined ? '' : '?[cut]'));
    },
    learnKey(key) {
      if (key !== '' && !keys.has(key)) keys.set(key, createRedactor(key));
    },
    hideBelow(folders) {
      libraries = folders;
    },
  };
}

/** Up to the quote or the end of the line that closes the path. */
function cutBelow(text: string, folder: string): string {
  let rest = text;
  for (let at = rest.indexOf(folder); at !== -1; at = rest.indexOf(folder, at + 1)) {
    const after = rest[at + folder.length];
    if (after !== '/' && after !== '\\') continue;
    const end = rest.slice(at + folder.length).search(/['"\n]/);
    rest = `${rest.slice(0, at)}[library]${end === -1 ? '' : rest.slice(at + folder.length + end)}`;
  }
  return rest;
}
