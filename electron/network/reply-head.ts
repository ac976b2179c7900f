/** The first part of an answer: its status and its headers. */
export interface ReplyHead {
  /** 502 if the status line holds no status. */
  readonly status: number;
  /** Lower-case names; repeated headers are joined by `, `. Each character is one byte. */
  readonly headers: Readonly<Record<string, string>>;
  /** HTTP/1.1, and every line is written as the standard demands. */
  readonly isRegular: boolean;
}

export interface HeadReader {
  /** The head, and the bytes after it, once its last line is there. `not-http`: it will never be one. Null: more bytes are needed. */
  push(chunk: Buffer): FoundHead | 'not-http' | null;
  /** Reads a head without a last line, when no more bytes come. Null if nothing follows its lines. */
  finish(): FoundHead | null;
}

export interface FoundHead {
  readonly head: ReplyHead;
  readonly rest: Buffer;
}

/** Longer heads are refused before they fill the memory. */
const maxHeadBytes = 1024 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

const statusLine = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?!\d)/i;
const regularStatusLine = /^HTTP\/1\.1 \d{3}(?: |$)/;
/** A line end without its first half, or a control character. */
const irregular = /(?<!\r)\n|\r(?!\n)|(?![\t\r\n])\p{Cc}/u;
/** A header, as far as any sender means one: blanks before the colon are an error of the sender. */
const headerLine = /^([!#$%&'*+.^_`|~0-9a-z-]+)([ \t]*):(.*)$/is;
/** JSON without any head, as HTTP/0.9 would send it. */
const bareJson = /^\s*[[{]/;

/** Reads a head of whatever form: each line ends with CRLF or LF, and a line that is no header is left out. */
export function createHeadReader(): HeadReader {
  let bytes: Buffer = Buffer.alloc(0);
  /** What `bytes` is a part of. It grows by doubling, so that a head in tiny packets costs no more than one in large ones. */
  let buffer: Buffer = bytes;
  let searched = 0;
  /** Line ends before the head, which are not kept. */
  let skipped = 0;
  const add = (chunk: Buffer): void => {
    const before = bytes.length;
    if (before === 0) {
      bytes = chunk;
      buffer = chunk;
      return;
    }
    if (before + chunk.length > buffer.length) {
      buffer = Buffer.alloc(2 * (before + chunk.length));
      bytes.copy(buffer);
    }
    chunk.copy(buffer, before);
    bytes = buffer.subarray(0, before + chunk.length);
  };
  return {
    push(chunk) {
      let start = 0;
      while (bytes.length === 0 && (chunk[start] === carriageReturn || chunk[start] === lineFeed)) start += 1;
      skipped += start;
      if (start < chunk.length) add(chunk.subarray(start));
      if (skipped + bytes.length > maxHeadBytes + chunk.length) return 'not-http';
      const begin = bytes.subarray(0, 64).toString('latin1');
      if (bareJson.test(begin)) return { head: { status: 200, headers: {}, isRegular: false }, rest: bytes };
      if (!/^HTTP\//i.test(begin)) return 'http/'.startsWith(begin.toLowerCase()) ? null : 'not-http';
      const end = endOfHead(bytes, searched);
      if (end === -1) {
        searched = Math.max(0, bytes.length - 2);
        return bytes.length > maxHeadBytes ? 'not-http' : null;
      }
      const found = { head: parseHead(bytes.subarray(0, end).toString('latin1'), skipped === 0), rest: bytes.subarray(end) };
      bytes = Buffer.alloc(0);
      searched = 0;
      skipped = 0;
      return found;
    },
    finish() {
      const text = bytes.toString('latin1').trimStart();
      const lines = text.split(/(?<=\n)/);
      const headers = lines.slice(1).findIndex((line) => !headerLine.test(line));
      if (!statusLine.test(text) || headers === -1) return null;
      const head = lines.slice(0, headers + 1).join('');
      return { head: parseHead(head, false), rest: Buffer.from(text.slice(head.length), 'latin1') };
    },
  };
}

/** The position after the first empty line. -1 if there is none. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    if (bytes[at + 1] === lineFeed) return at + 2;
    if (bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed) return at + 3;
  }
  return -1;
}

function parseHead(text: string, startsAtOnce: boolean): ReplyHead {
  const [first = '', ...lines] = text.split(/\r?\n/);
  let isRegular = startsAtOnce && regularStatusLine.test(first) && !irregular.test(text);
  const headers = Object.create(null) as Record<string, string>;
  let last: string | null = null;
  for (const line of lines) {
    if (line === '') continue;
    const [, name, blanks, value = ''] = headerLine.exec(line) ?? [];
    if (name !== undefined) {
      last = name.toLowerCase();
      const before = headers[last];
      headers[last] = before === undefined ? value.trim() : `${before}, ${value.trim()}`;
      isRegular &&= blanks === '';
    } else {
      isRegular = false;
      // A line that begins with a blank continues the one before it. The text so far is not read again for each of many lines.
      const more = last !== null && /^[ \t]/.test(line) ? line.trim() : '';
      if (last !== null && more !== '') headers[last] = headers[last] ? `${headers[last]} ${more}` : more;
    }
  }
  return { status: Number(statusLine.exec(first)?.[1] ?? 502), headers, isRegular };
}

/** How the body of an answer is delimited. */
export interface Framing {
  /** `maybe-chunks`: chunks if the body begins like some, or else the whole length or everything until the connection is closed. */
  readonly kind: 'none' | 'length' | 'maybe-chunks';
  /** The smallest length that is announced, in bytes. Null if there is none, or one that is no number. */
  readonly length: number | null;
  /** One length or only chunks or neither, all as the standard demands. */
  readonly isRegular: boolean;
  /** What the announced length is worth: several different ones, or one that is no number, say nothing about the end. */
  readonly lengthIsCertain: boolean;
  /** Codings of the transfer besides chunks, which are to be decoded like those of the content. */
  readonly codings: readonly string[];
}

export function framingOf({ status, headers }: ReplyHead): Framing {
  const lengths = [...new Set((headers['content-length'] ?? '').split(',').map((length) => length.trim()))].filter((length) => length !== '');
  const numbers = lengths.filter((length) => /^\d{1,15}$/.test(length)).map(Number);
  const length = numbers.length > 0 && numbers.length === lengths.length ? Math.min(...numbers) : null;
  const transfer = (headers['transfer-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '');
  const isChunked = transfer.includes('chunked');
  const lengthIsCertain = !isChunked && lengths.length === 1 && length !== null;
  const saysNothing = !isChunked && (length ?? 0) === 0;
  const kind = (status === 204 || status === 304) && saysNothing ? 'none' : !isChunked && length !== null ? 'length' : 'maybe-chunks';
  return {
    kind,
    length,
    lengthIsCertain,
    isRegular: isChunked ? lengths.length === 0 && transfer.length === 1 : transfer.length === 0 && (headers['content-length'] === undefined || /^\d+$/.test(headers['content-length'])),
    codings: transfer.filter((coding) => coding !== 'chunked' && coding !== 'identity'),
  };
}
