import type { PictureFacts } from './picture-facts.ts';

/** The most bytes that the standard allows for a caption and for a keyword. */
const longest = { caption: 2000, keyword: 64 } as const;
/** The most keywords. They always fit into one segment. */
const mostKeywords = 500;

/** Caption and keywords as IPTC-IIM in a Photoshop segment of a JPEG, for programs that do not read XMP. Null if there is neither. */
export function iptcSegment({ prompt, tags }: Pick<PictureFacts, 'prompt' | 'tags'>): Buffer | null {
  if (prompt === null && tags.length === 0) return null;
  const records = Buffer.concat([
    // Declares that the texts are UTF-8.
    record(1, 90, Buffer.from('\x1b%G', 'latin1')),
    record(2, 0, Buffer.of(0, 4)),
    ...tags.slice(0, mostKeywords).map((tag) => record(2, 25, cut(tag, longest.keyword))),
    ...(prompt === null ? [] : [record(2, 120, cut(prompt, longest.caption))]),
  ]);
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(records.length, head.length - 4);
  return Buffer.concat([head, records, Buffer.alloc(records.length % 2)]);
}

function record(number: number, dataset: number, data: Buffer): Buffer {
  const head = Buffer.of(0x1c, number, dataset, 0, 0);
  head.writeUInt16BE(data.length, 3);
  return Buffer.concat([head, data]);
}

/** The longest beginning of a text that fits, as UTF-8. Never cuts inside a character. */
function cut(text: string, bytes: number): Buffer {
  const whole = Buffer.from(text, 'utf8');
  let end = Math.min(whole.length, bytes);
  while (end < whole.length && end > 0 && ((whole[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return whole.subarray(0, end);
}
