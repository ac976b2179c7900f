import { addressIn } from './answer-address.ts';
import { maxImages } from './answer-candidates.ts';
import { statedError } from './answer-error.ts';
import { inlineImage } from './answer-inline.ts';
import { fieldsOf, type Fields } from './answer-levels.ts';
import { opened } from './json-text.ts';
import type { AnsweredImage, NamedImage } from './answered-image.ts';

/** The pictures in the documented or known fields of an answer. */
export interface ListedPictures {
  /** In the order of the answer. One that follows an entry without an address has a `position`. */
  readonly images: readonly NamedImage[];
  /** Including those without an address yet, without those for which the service reports an error. */
  readonly listed: number;
  /** The field is one that only an answer has: it cannot be a repetition of the request. */
  readonly isOutput: boolean;
  readonly hasErrors: boolean;
}

/** `awaited`: an entry without an address. `failed`: the service says that there will be none. */
type Entry = AnsweredImage | 'awaited' | 'failed';

const maxDepth = 6;

/** Where pictures are found, the documented place (`output.data[].url`, service-interface §2) first. */
const containers = ['output', 'outputs', 'data', 'result', 'results', 'taskresult', 'resultjson', 'images', 'artifacts'];
const addresses = ['url', 'urls', 'imageurl', 'imageurls', 'image', 'resulturl', 'resulturls', 'outputurl', 'outputurls'];
const inline = ['b64json', 'base64', 'b64', 'imagebase64'];
/** The documented name of the picture itself, not of a preview. If it holds one, its bytes are here, and an address beside it may not work. */
const certain = ['b64json'];
/** A request has fields of these names too. */
const echoes = new Set(['images', ...addresses, ...inline]);

/** The pictures that an answer names, in its order. Only the first known place that has any is read. */
export function picturesIn(value: unknown): ListedPictures {
  const inner = opened(value);
  const fields = fieldsOf(inner);
  const [name, entries] = fields === null ? (['', entriesIn(inner, maxDepth, false)] as const) : placeIn(fields, maxDepth);
  const kept = entries.slice(0, maxImages);
  const images: NamedImage[] = [];
  for (const [position, entry] of kept.entries()) {
    if (typeof entry === 'object') images.push(position === images.length ? entry : { ...entry, position });
  }
  const listed = kept.filter((entry) => entry !== 'failed').length;
  return { images, listed, isOutput: !echoes.has(name), hasErrors: listed < kept.length };
}

/** The first known place with a picture; if there is none, the first with entries. */
function placeIn(fields: Fields, depth: number): readonly [name: string, entries: readonly Entry[]] {
  let withoutPicture: readonly [string, readonly Entry[]] = ['', []];
  for (const [names, read] of [[containers, inContainer], [certain, pictureIn], [addresses, addressesIn], [inline, base64In]] as const) {
    for (const name of names) {
      const entries = fields.has(name) ? read(fields.get(name), depth - 1) : [];
      if (entries.some((entry) => typeof entry === 'object')) return [name, entries];
      if (withoutPicture[1].length === 0) withoutPicture = [name, entries];
    }
  }
  return withoutPicture;
}

const inContainer = (value: unknown, depth: number): readonly Entry[] => entriesIn(value, depth, false);

function entriesIn(value: unknown, depth: number, isListed: boolean): readonly Entry[] {
  if (depth <= 0) return [];
  const inner = opened(value);
  const nothing: readonly Entry[] = isListed ? ['awaited'] : [];
  if (inner === null || inner === '') return nothing;
  if (typeof inner === 'string') {
    const picture = inlineImage(inner);
    return picture !== null ? [picture] : /^\s*[a-z][a-z0-9+.-]{0,30}:./i.test(inner) ? [{ kind: 'url', url: addressIn(inner) }] : [];
  }
  if (Array.isArray(inner)) return inner.slice(0, maxImages).flatMap((entry) => entriesIn(entry, depth - 1, true));
  const fields = fieldsOf(inner);
  if (fields === null) return [];
  const [, entries] = placeIn(fields, depth);
  if (entries.length > 0 || !isListed || isTask(fields)) return entries;
  return statedError(fields) === null ? nothing : ['failed'];
}

/** Any text in an address field counts as an address, even a relative or forbidden one. The download checks it. */
function addressesIn(value: unknown, depth: number): readonly Entry[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [inlineImage(value) ?? { kind: 'url', url: addressIn(value) }];
  if (!Array.isArray(value)) return entriesIn(value, depth, false);
  return value.slice(0, maxImages).flatMap((entry) => (typeof entry === 'string' && entry.trim() !== '' ? addressesIn(entry, depth) : entriesIn(entry, depth - 1, true)));
}

function pictureIn(value: unknown): readonly Entry[] {
  const picture = typeof value === 'string' ? inlineImage(value) : null;
  return picture === null ? [] : [picture];
}

function base64In(value: unknown): readonly Entry[] {
  return typeof value === 'string' && value.trim() !== '' ? [inlineImage(value) ?? { kind: 'inline', base64: value }] : [];
}

function isTask(fields: Fields): boolean {
  return fields.has('taskid') || fields.has('jobid') || (fields.has('id') && fields.has('status') && !addresses.some((name) => fields.has(name)));
}
