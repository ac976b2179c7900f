import { StringDecoder } from 'node:string_decoder';

/**
 * Cuts a stream of bytes into lines and parses each as JSON, one after another as they are asked for.
 *
 * @param longest characters; read anew for each line, because it grows once the other side is known
 * @returns takes the next bytes; the values throw if a line is too long or no JSON
 */
export function createLineReader(longest: () => number): (bytes: Buffer) => Iterable<unknown> {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
    if (length > longest()) throw new Error('a message is too long');
  };
  return function* read(bytes) {
    const parts = decoder.write(bytes).split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      add(part);
      const line = pieces.join('');
      pieces = [];
      length = 0;
      yield JSON.parse(line);
    }
    add(last);
  };
}
