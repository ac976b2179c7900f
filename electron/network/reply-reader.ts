import { beginsWithChunk, createChunkedBody } from './chunked-body.ts';
import { createHeadReader, framingOf, type Framing, type ReplyHead } from './reply-head.ts';

/** An answer as its reader understands it. After `end` nothing more is called. */
export interface ReplyEvents {
  /** The final head. Those of 1xx answers are left out. A length that may be wrong is not in it: if it was said in different ways, or if `alone`. */
  head(head: ReplyHead, codings: readonly string[]): void;
  data(bytes: Buffer): void;
  end(how: ReplyEnd): void;
}

export type ReplyEnd =
  /** `mayFollow`: the answer is regular, and its connection may carry another. */
  | { readonly kind: 'complete'; readonly mayFollow: boolean }
  /** The connection was closed before the end that was announced. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'not-http' };

export interface ReplyReader {
  push(chunk: Buffer): void;
  /** The connection was closed. */
  close(): void;
  /** Whether everything that was announced has arrived, and only a silent connection can show that nothing follows. */
  mayBeOver(): boolean;
  /** Called when `mayBeOver` and nothing came for a while. */
  silence(): void;
  /** Whether the lengths of this server say nothing: they contradict each other or the bytes. */
  miscounts(): boolean;
}

/** Bytes of line ends that are left out after a body. */
const mostLineEnds = 1024;

/** Answers of 1xx before the final one. Some servers send one each second as a sign of life. */
const mostInterim = 10_000;

/**
 * Reads an answer so that nothing that arrives is lost, whatever its form: see docs/network.md. `alone`: the server was asked to close the
 * connection after this answer, so all its bytes belong to it. `bodiless`: the answer is that to a HEAD, whose lengths are those of another one's body.
 */
export function createReplyReader(alone: boolean, events: ReplyEvents, bodiless = false): ReplyReader {
  const heads = createHeadReader();
  let state: 'head' | 'sniffing' | 'length' | 'chunks' | 'rest' | 'end' = 'head';
  let head: ReplyHead | null = null;
  let framing: Framing | null = null;
  let isRegular = false;
  let miscounts = false;
  /** Answers of 1xx so far. */
  let interim = 0;
  /** Bytes of the body so far. */
  let arrived = 0;
  /** Bytes of which it is not certain yet what they are. */
  let undecided: Buffer = Buffer.alloc(0);

  const give = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    arrived += bytes.length;
    events.data(bytes);
  };
  const chunks = createChunkedBody(give);
  const end = (how: ReplyEnd): void => {
    if (state === 'end') return;
    state = 'end';
    events.end(how);
  };
  const complete = (mayFollow: boolean): void => {
    // Line ends after a body do not belong to it.
    if (!/^[\r\n]*$/.test(undecided.toString('latin1'))) giveUndecided();
    end({ kind: 'complete', mayFollow: mayFollow && !alone && isRegular });
  };

  const beginBody = (found: ReplyHead, bytesAfter: number): void => {
    head = found;
    framing = bodiless ? { ...framingOf(found), kind: 'none', length: null, lengthIsCertain: true } : framingOf(found);
    isRegular = found.isRegular && framing.isRegular && !/\bclose\b/i.test(found.headers['connection'] ?? '');
    miscounts = !framing.lengthIsCertain && found.headers['content-length'] !== undefined;
    events.head(alone || miscounts ? withoutLength(found) : withOneLength(found, framing), framing.codings);
    state = framing.kind === 'length' ? 'length' : 'sniffing';
    if (framing.kind !== 'none' || alone) return;
    isRegular &&= bytesAfter === 0;
    complete(true);
  };

  /** Takes the body as far as its length, and beyond what follows it. */
  const takeLength = (bytes: Buffer): void => {
    const left = Math.max(0, (framing?.length ?? 0) - arrived);
    give(bytes.subarray(0, left));
    if (bytes.length > left) {
      isRegular = false;
      takeBeyond(bytes.subarray(left));
    } else if (undecided.length === 0 && arrived === framing?.length && !alone && framing.lengthIsCertain) complete(true);
  };
  /** More bytes than announced: many servers count characters instead of bytes. */
  const takeBeyond = (bytes: Buffer): void => {
    undecided = Buffer.concat([undecided, bytes]);
    const ends = /^[\r\n]*/.exec(undecided.toString('latin1'))?.[0] ?? '';
    const begin = undecided.subarray(ends.length, ends.length + 7).toString('latin1').toUpperCase();
    if (begin === 'HTTP/1.') {
      undecided = Buffer.alloc(0);
      complete(false);
    } else if (!'HTTP/1.'.startsWith(begin) || undecided.length > mostLineEnds) {
      miscounts = true;
      state = 'rest';
      giveUndecided();
    }
  };
  const giveUndecided = (): void => {
    const bytes = undecided;
    undecided = Buffer.alloc(0);
    give(bytes);
  };

  const takeChunks = (bytes: Buffer): void => {
    chunks.push(bytes);
    isRegular &&= chunks.isRegular();
    if (chunks.state() === 'end') complete(true);
  };
  const sniff = (bytes: Buffer): void => {
    undecided = Buffer.concat([undecided, bytes]);
    const isChunked = beginsWithChunk(undecided);
    if (isChunked === null) return;
    const all = undecided;
    undecided = Buffer.alloc(0);
    const wereAnnounced = /chunked/i.test(head?.headers['transfer-encoding'] ?? '');
    isRegular &&= isChunked && wereAnnounced;
    if (isChunked) {
      state = 'chunks';
      takeChunks(all);
    } else if (framing?.length !== null && framing?.length !== undefined) {
      state = 'length';
      takeLength(all);
    } else {
      state = 'rest';
      give(all);
    }
  };

  const push = (chunk: Buffer): void => {
    let bytes: Buffer = chunk;
    while (state === 'head') {
      const found = heads.push(bytes);
      if (found === null) return;
      if (found === 'not-http') return end({ kind: 'not-http' });
      bytes = found.rest;
      if (found.head.status >= 100 && found.head.status < 200) {
        interim += 1;
        if (interim > mostInterim) return end({ kind: 'not-http' });
        if (bytes.length === 0) return;
        continue;
      }
      beginBody(found.head, bytes.length);
    }
    // An empty body is over without a byte.
    if (state === 'length') takeLength(bytes);
    else if (bytes.length === 0) return;
    else if (state === 'sniffing') sniff(bytes);
    else if (state === 'chunks') takeChunks(bytes);
    else if (state === 'rest') give(bytes);
  };

  /** The length that must be there before the body can be over. Null: only the end of the connection tells. */
  const isThere = (): boolean => framing?.length !== null && framing?.length !== undefined && arrived + undecided.length >= framing.length;

  return {
    push,
    close() {
      if (state === 'head') {
        const found = heads.finish();
        if (found === null) return end({ kind: 'cut' });
        beginBody(found.head, found.rest.length);
        push(found.rest);
        return end({ kind: 'cut' });
      }
      if (state === 'chunks') {
        chunks.finish();
        return chunks.state() === 'last' ? complete(false) : end({ kind: 'cut' });
      }
      const chunksWereAnnounced = /chunked/i.test(head?.headers['transfer-encoding'] ?? '');
      if (state === 'sniffing') {
        const isCut = (chunksWereAnnounced && undecided.length === 0) || (framing?.length ?? 0) > undecided.length;
        giveUndecided();
        return isCut ? end({ kind: 'cut' }) : complete(false);
      }
      return state === 'length' && !isThere() ? end({ kind: 'cut' }) : complete(false);
    },
    mayBeOver() {
      if (state === 'chunks') return chunks.state() === 'last';
      if (state === 'length' || state === 'rest') return isThere();
      return state === 'sniffing' && framing?.kind === 'none';
    },
    silence: () => complete(false),
    miscounts: () => miscounts,
  };
}

function withoutLength(head: ReplyHead): ReplyHead {
  const { 'content-length': _length, ...headers } = head.headers;
  return { ...head, headers };
}

/** The same length said twice. */
function withOneLength(head: ReplyHead, { length }: Framing): ReplyHead {
  const said = head.headers['content-length'];
  return said === undefined || said === String(length) || length === null ? head : { ...head, headers: { ...head.headers, 'content-length': String(length) } };
}
