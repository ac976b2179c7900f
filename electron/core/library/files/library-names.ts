import path from 'node:path';
import type { EpochMs, ImageType } from '../../../../shared/task.ts';

const longestPrompt = 60;
/** Bytes. */
const longestName = 200;
/** Bytes of a name for file systems that allow only about 140: those that encrypt names, such as eCryptfs. A number and the extension follow. */
const shortName = 120;

/** Device names that Windows reserves, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:\.|$)/i;

/** Numbers that are tried for one name. */
const mostNumbers = 100_000;

/** Each type is its own file extension, except JPEG. */
export function extensionOf(type: ImageType): string {
  return type === 'jpeg' ? 'jpg' : type;
}

/**
 * Characters that file names must not contain: those that Windows forbids, and invisible ones such as control characters, bidirectional marks,
 * line separators, private and unassigned characters. The joiners of emoji and of some scripts (U+200C, U+200D) are allowed.
 */
const unsafe = /[<>:"/\\|?*]|[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The same name without a number, then with 2, 3 and so on. */
export interface NumberedNames extends Iterable<string> {
  /** Without the first so many. */
  after(count: number): Iterable<string>;
}

export interface NamedImage {
  /** When the task was created. The name shows it in local time. */
  readonly createdAt: EpochMs;
  readonly prompt: string;
  readonly type: ImageType;
  /** Stands before the prompt: nobody else gives such names, so that folders of several writers can become one. */
  readonly writer?: string;
}

/** The folders of a picture in the library, by local date: `2026/2026-11`, the outer one first. */
export function libraryFolders(createdAt: EpochMs): readonly [string, string] {
  const { year, month } = localParts(createdAt);
  return [year, `${year}-${month}`];
}

/**
 * A file name by date and prompt, the same on every system: `2026-11-21 14.03.22 a red fox in snow.png`, and with
 * `number` 2 `… a red fox in snow 2.png`. It begins with the date, so it is never one of Windows' device names.
 */
export function libraryFileName({ type, ...named }: NamedImage, number: number): string {
  return numbered(libraryStem(named), extensionOf(type), number);
}

/** The names of a picture in the library, from `first` on, as lists for `placeFile`. */
export function libraryFileNames({ type, ...named }: NamedImage, first = 1): readonly NumberedNames[] {
  return nameLists(libraryStem(named), libraryStem({ ...named, prompt: '' }), extensionOf(type), first);
}

function libraryStem({ createdAt, prompt, writer = '' }: Omit<NamedImage, 'type'>): string {
  return [...dateInName(createdAt), writer, promptInName(prompt)].filter((word) => word !== '').join(' ');
}

/**
 * Lists of names for a file that is named by a person's text, each list with growing numbers. The later ones are for file systems that refuse the
 * earlier: names that are shorter, and `plain` ones, of ASCII alone.
 */
export function nameLists(name: string, plain: string, extension: string, first = 1): readonly NumberedNames[] {
  const short = beginning(name, (start) => Buffer.byteLength(start) <= shortName);
  return [...new Set([name, short, plain])].map((stem) => {
    const after = (count: number): Iterable<string> => numberedNames((number) => numbered(stem, extension, number), first + count);
    return { after, [Symbol.iterator]: () => after(0)[Symbol.iterator]() };
  });
}

/** Up to this many names are tried again each time, so that few lists are remembered. */
const fewNames = 8;

/**
 * Returns lists for `placeFile` without the names that it found taken before: thousands of pictures may have one prompt and one second, and each would try
 * the names of all others. A name that becomes free again stays unused.
 */
export function createFreeNames(): (folder: string, lists: readonly NumberedNames[]) => readonly Iterable<string>[] {
  const taken = new Map<string, number>();
  return (folder, lists) =>
    lists.map((names) => {
      const [first = ''] = names;
      const key = path.join(folder, first);
      const known = taken.get(key) ?? 0;
      return {
        *[Symbol.iterator]() {
          let count = known;
          for (const name of names.after(known)) {
            yield name;
            // `placeFile` asks for another name only if this one was taken.
            count += 1;
            if (count > fewNames && count > (taken.get(key) ?? 0)) taken.set(key, count);
          }
        },
      };
    });
}

/** The ASCII characters of a name; `otherwise` if it has none. */
export function plainName(name: string, otherwise: string): string {
  return nameFromText(name.replace(/[^\x20-\x7e]+/g, ' ').slice(0, longestPrompt)) || otherwise;
}

function numbered(stem: string, extension: string, number: number): string {
  return `${stem}${number > 1 ? ` ${number}` : ''}.${extension}`;
}

/** Names with a number, in the order in which they are tried. */
function* numberedNames(name: (number: number) => string, first = 1): Generator<string> {
  for (let number = first; number < first + mostNumbers; number += 1) yield name(number);
}

/** A prompt without the characters that file names must not contain. */
export function wordsForName(prompt: string): string {
  // A long prompt is cut before the costly part.
  return trimmed(prompt.slice(0, 2000).normalize('NFC').replace(unsafe, ' ').replace(/\s+/g, ' ').normalize('NFC'));
}

/** Local date and time of day: `2026-11-21`, `14.03.22`. */
export function dateInName(time: EpochMs): readonly [string, string] {
  const { year, month, day, hour, minute, second } = localParts(time);
  return [`${year}-${month}-${day}`, `${hour}.${minute}.${second}`];
}

/** The beginning of a prompt for a file name: at most 60 UTF-16 units, cut between whole characters. */
export function promptInName(prompt: string): string {
  return beginning(wordsForName(prompt), (name) => name.length <= longestPrompt);
}

/** Makes a valid file name from any text. Systems allow 255 bytes, and a number and the extension need some of them. Empty if no valid character is left. */
export function nameFromText(text: string): string {
  const name = beginning(wordsForName(text), (start) => Buffer.byteLength(start) <= longestName);
  return deviceName.test(name) ? `_${name}` : name;
}

/** Whether every system allows a file of this name, without its extension, and shows the name as it is. */
export function isValidEverywhere(name: string): boolean {
  return name.search(unsafe) < 0 && !deviceName.test(name);
}

/** The longest beginning that fits. Never cuts inside a character. */
function beginning(text: string, fits: (start: string) => boolean): string {
  if (fits(text)) return text;
  let start = '';
  for (const { segment } of graphemes.segment(text)) {
    if (!fits(start + segment)) break;
    start += segment;
  }
  return trimmed(start);
}

/** Windows drops dots and spaces at the end, and a joiner there has no effect. */
function trimmed(text: string): string {
  return text.replace(/^[\s.\u200c\u200d]+|[\s.\u200c\u200d]+$/g, '');
}

function localParts(time: EpochMs): Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>> {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    year: String(date.getFullYear()).padStart(4, '0'),
    month: two(date.getMonth() + 1),
    day: two(date.getDate()),
    hour: two(date.getHours()),
    minute: two(date.getMinutes()),
    second: two(date.getSeconds()),
  };
}
