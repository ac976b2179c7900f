/** Takes the chunks of a body apart. `sink` gets their contents. */
export interface ChunkedBody {
  push(bytes: Buffer): void;
  /** No more bytes come: what waits for the end of its line is given on, unless it is the beginning of a size. */
  finish(): void;
  /** `open`: more is to come. `last`: the last chunk came, and trailers may follow. `end`: complete. `broken`: the rest is given on as it is. */
  state(): 'open' | 'last' | 'end' | 'broken';
  /** Every line is written as the standard demands, and no byte follows the end. */
  isRegular(): boolean;
}

const sizeLine = /^[ \t]*([0-9a-f]{1,16})[ \t]*(?:;.*)?$/i;
const regularSizeLine = /^[0-9a-f]{1,8}(?:;[\x20-\x7e]*)?\r$/i;
const longestLine = 16 * 1024;
const lineFeed = 10;

/** Whether bytes begin with the size of a chunk. Null if they are too few to know. */
export function beginsWithChunk(bytes: Buffer): boolean | null {
  const text = bytes.subarray(0, 64).toString('latin1');
  if (/^[ \t]*[0-9a-f]{1,16}[ \t]*(?:;|\r?\n)/i.test(text)) return true;
  return bytes.length < 64 && /^[ \t]*[0-9a-f]{0,16}[ \t]*\r?$/i.test(text) ? null : false;
}

/**
 * A reader of chunks that loses nothing: sizes may have blanks and extensions of any form, lines may end with LF, and the line end after a chunk
 * may be missing. After a line that is no size, the rest of the body is given on as it is.
 */
export function createChunkedBody(sink: (bytes: Buffer) => void): ChunkedBody {
  let state: 'open' | 'last' | 'end' | 'broken' = 'open';
  let isRegular = true;
  let left = 0;
  /** A chunk has just ended, and the end of its line is to come. */
  let afterChunk = false;
  let line: Buffer = Buffer.alloc(0);

  const endLine = (bytes: Buffer): void => {
    const text = bytes.toString('latin1').replace(/\n$/, '');
    const content = text.replace(/\r$/, '');
    if (state === 'last') {
      if (content === '') state = 'end';
      return;
    }
    // The line end of the chunk before.
    isRegular &&= afterChunk ? text === '\r' : content !== '';
    afterChunk = false;
    if (content === '') return;
    const size = sizeLine.exec(content)?.[1];
    if (size === undefined) {
      state = 'broken';
      isRegular = false;
      sink(bytes);
      return;
    }
    isRegular &&= regularSizeLine.test(text);
    left = parseInt(size, 16);
    if (left === 0) state = 'last';
  };

  return {
    push(bytes) {
      let at = 0;
      while (at < bytes.length) {
        if (state === 'end') {
          isRegular = false;
          return;
        }
        if (state === 'broken') {
          sink(bytes.subarray(at));
          return;
        }
        if (left > 0) {
          const part = bytes.subarray(at, at + left);
          at += part.length;
          left -= part.length;
          afterChunk = left === 0;
          sink(part);
          continue;
        }
        const end = bytes.indexOf(lineFeed, at);
        const part = bytes.subarray(at, end === -1 ? bytes.length : end + 1);
        at += part.length;
        const whole: Buffer = line.length === 0 ? part : Buffer.concat([line, part]);
        const isWhole = end !== -1 || whole.length > longestLine;
        line = isWhole ? Buffer.alloc(0) : whole;
        if (isWhole) endLine(whole);
      }
    },
    finish() {
      if (state === 'open' && sizeLine.exec(line.toString('latin1').trimEnd()) === null) sink(line);
      line = Buffer.alloc(0);
    },
    state: () => state,
    isRegular: () => isRegular,
  };
}
