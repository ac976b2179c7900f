import { mostStars } from '../../../../../shared/library/marks.ts';
import { exifTime } from '../dates.ts';
import type { Finding, RawText } from '../picture-metadata.ts';
import { starsOfPercent } from '../marks-of-others.ts';
import { cleanTags, cleanText, cleanWord, decodeEither, decodeLoosely, decodeUtf16 } from '../text.ts';

export interface ExifFacts {
  /** The comment, the description, and the fields for the camera, which ComfyUI uses for graphs. */
  readonly texts: readonly RawText[];
  readonly finding: Finding;
  /** Whether a camera took the picture: it names its maker and an exposure. Generators write into the fields of the maker, too. */
  readonly isPhoto: boolean;
}

const tag = {
  description: 0x010e,
  make: 0x010f,
  model: 0x0110,
  software: 0x0131,
  changed: 0x0132,
  rating: 0x4746,
  ratingPercent: 0x4749,
  exposureTime: 0x829a,
  fNumber: 0x829d,
  exifDirectory: 0x8769,
  sensitivity: 0x8827,
  taken: 0x9003,
  digitised: 0x9004,
  offsetTaken: 0x9011,
  offsetDigitised: 0x9012,
  makerNote: 0x927c,
  userComment: 0x9286,
  windowsComment: 0x9c9c,
  windowsKeywords: 0x9c9e,
} as const;

const exposure = [tag.exposureTime, tag.fNumber, tag.sensitivity];
const wanted: ReadonlySet<number> = new Set(Object.values(tag));
const bytesPerValue = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const maxEntries = 1000;

/** Reads a TIFF structure. Skips damaged entries. */
export function readExif(tiff: Buffer): ExifFacts {
  const entries = entriesOf(tiff);
  const isLittle = tiff[0] === 0x49;
  const text = (number: number): string | null => {
    const bytes = entries.get(number);
    return bytes === undefined ? null : decodeLoosely(upToZero(bytes));
  };
  const wide = (number: number): string => decodeUtf16(entries.get(number) ?? Buffer.alloc(0), true);
  const comment = entries.get(tag.userComment);
  const texts = [
    // Fooocus writes the name of its scheme, `fooocus` or `a1111`. Cameras write binary data.
    { kind: 'exif:MakerNote', text: /^[\w-]{1,32}$/.exec(text(tag.makerNote) ?? '')?.[0] ?? '' },
    { kind: 'exif:UserComment', text: comment === undefined ? '' : commentOf(comment, isLittle) },
    { kind: 'exif:ImageDescription', text: text(tag.description) ?? '' },
    { kind: 'exif:XPComment', text: wide(tag.windowsComment) },
    { kind: 'exif:Make', text: text(tag.make) ?? '' },
    { kind: 'exif:Model', text: text(tag.model) ?? '' },
  ].flatMap(({ kind, text: value }) => (cleanText(value, Infinity) === null ? [] : [{ kind, text: withoutPadding(value) }]));
  const short = (number: number): number | null => {
    const bytes = entries.get(number);
    return bytes === undefined || bytes.length < 2 ? null : isLittle ? bytes.readUInt16LE(0) : bytes.readUInt16BE(0);
  };
  const rating = short(tag.rating);
  return {
    texts,
    isPhoto: cleanText(text(tag.make)) !== null && exposure.some((number) => entries.has(number)),
    finding: {
      source: 'exif',
      createdAt:
        exifTime(text(tag.taken), text(tag.offsetTaken)) ??
        exifTime(text(tag.digitised), text(tag.offsetDigitised)) ??
        exifTime(text(tag.changed)),
      software: cleanWord(text(tag.software)),
      tags: cleanTags(wide(tag.windowsKeywords).split(';')),
      rating: rating === null ? starsOfPercent(short(tag.ratingPercent)) : Math.min(rating, mostStars),
    },
  };
}

/** The wanted entries of the first directory and the EXIF directory. Writers mix the two up, so both are searched for all. */
function entriesOf(tiff: Buffer): ReadonlyMap<number, Buffer> {
  const entries = new Map<number, Buffer>();
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return entries;
  const isLittle = order === 'II';
  const u16 = (at: number): number => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const readDirectory = (start: number): number => {
    let next = 0;
    const count = Math.min(u16(start), maxEntries);
    for (let at = start + 2; at < start + 2 + count * 12 && at + 12 <= tiff.length; at += 12) {
      const number = u16(at);
      const length = u32(at + 4) * (bytesPerValue[u16(at + 2)] ?? 0);
      const from = length <= 4 ? at + 8 : u32(at + 8);
      if (number === tag.exifDirectory) next = u32(at + 8);
      else if (wanted.has(number) && !entries.has(number) && length > 0 && from + length <= tiff.length) {
        entries.set(number, tiff.subarray(from, from + length));
      }
    }
    return next;
  };
  const exifDirectory = readDirectory(u32(4));
  if (exifDirectory > 0) readDirectory(exifDirectory);
  return entries;
}

/** The first eight bytes name the encoding, but are often wrong or missing. */
function commentOf(bytes: Buffer, isLittle: boolean): string {
  const name = bytes.toString('latin1', 0, 8);
  const rest = bytes.subarray(8);
  if (name.startsWith('JIS\0')) return decodeJapanese(rest);
  if (/^(?:UNICODE|ASCII\0)/i.test(name) || name === '\0\0\0\0\0\0\0\0') return decodeEither(rest, /^UNICODE/i.test(name), isLittle);
  return decodeEither(bytes, false, isLittle);
}

function decodeJapanese(bytes: Buffer): string {
  try {
    // Not every build of ICU has this encoding.
    return new TextDecoder('iso-2022-jp').decode(bytes);
  } catch {
    return decodeLoosely(bytes);
  }
}

/** Writers end a comment with a zero, or pad it with zeros. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\0') end -= 1;
  return text.slice(0, end);
}

function upToZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
