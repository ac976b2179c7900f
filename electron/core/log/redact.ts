/** Replaces every trace of a key. */
const mark = '[key]';

/** Encoded forms of shorter keys are not searched for: they would be found everywhere. */
const shortestEncoded = 6;

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
    return rest.replace(/(\bbearer(?:\s|%20|\+)+)[^\s"'<>\\,;&]+/gi, `$1${mark}`);
  };
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
