import { mostStars } from '../../../../../shared/library/marks.ts';
import { isoTime } from '../dates.ts';
import { flagOf, labelOf, starsOfPercent } from '../marks-of-others.ts';
import type { Finding, RawText } from '../picture-metadata.ts';
import { readRecord, type PictureRecord } from '../picture-record.ts';
import { cleanTags, cleanText, cleanWord, numberOf } from '../text.ts';
import { parseXml, type XmlElement } from './xml.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const dc = 'http://purl.org/dc/elements/1.1/';
const xap = 'http://ns.adobe.com/xap/1.0/';
const photoshop = 'http://ns.adobe.com/photoshop/1.0/';
const tiff = 'http://ns.adobe.com/tiff/1.0/';
const exif = 'http://ns.adobe.com/exif/1.0/';
const lightroom = 'http://ns.adobe.com/lightroom/1.0/';
const digiKam = 'http://www.digikam.org/ns/1.0/';
/** Of Windows, of ExifTool, and of Windows for tags. */
const microsoft = ['http://ns.microsoft.com/photo/1.0/', 'http://ns.microsoft.com/photo/1.0', 'http://ns.microsoft.com/photo/1.2/'];
const dynamicMedia = 'http://ns.adobe.com/xmp/1.0/DynamicMedia/';
const darktable = 'http://darktable.sf.net/';

/** One value of a property, and its language if it has one. */
interface XmpValue {
  readonly text: string;
  readonly language: string | null;
}

/** The values of each property, by its full name. */
type XmpProperties = ReadonlyMap<string, readonly XmpValue[]>;

export interface XmpFacts {
  /** Fields in which programs write JSON or settings. */
  readonly texts: readonly RawText[];
  readonly finding: Finding;
  /** As in EXIF, which sidecars of raw converters repeat. */
  readonly isPhoto: boolean;
  /** Latent's own properties. */
  readonly record: PictureRecord | null;
}

/** Reads all XMP packets of a picture together. */
export function readXmp(packets: readonly string[]): XmpFacts {
  const properties = propertiesOf(packets);
  const values = (name: string): readonly string[] => (properties.get(name) ?? []).map(({ text }) => text);
  const first = (name: string): string | null => {
    const all = properties.get(name) ?? [];
    return (all.find(({ language }) => language === 'x-default') ?? all[0])?.text ?? null;
  };
  const rating = numberOf(first(`${xap}Rating`));
  const number = (name: string): number | null => numberOf(first(name));
  const texts = [
    { kind: 'xmp:UserComment', text: first(`${exif}UserComment`) },
    { kind: 'xmp:description', text: first(`${dc}description`) },
  ].flatMap(({ kind, text }) => (text === null || text.trim() === '' ? [] : [{ kind, text }]));
  return {
    texts,
    isPhoto: first(`${tiff}Make`) !== null && ['ExposureTime', 'FNumber', 'ISOSpeedRatings', 'PhotographicSensitivity'].some((name) => first(exif + name) !== null),
    record: readRecord(values),
    finding: {
      source: 'xmp',
      prompt: cleanText(first(`${dc}description`)),
      tags: tagsIn(values),
      // -1 is "rejected".
      rating: rating === null ? starsOfPercent(microsoft.map((name) => number(`${name}Rating`)).find((percent) => percent !== null) ?? null) : Math.min(Math.max(Math.round(rating), 0), mostStars),
      flag: flagOf({ rating, pick: number(`${dynamicMedia}pick`), digiKamPick: number(`${digiKam}PickLabel`) }),
      createdAt:
        isoTime(first(`${xap}CreateDate`)) ??
        isoTime(first(`${photoshop}DateCreated`)) ??
        isoTime(first(`${exif}DateTimeOriginal`)),
      software: cleanWord(first(`${xap}CreatorTool`)),
      label: labelOf({ name: cleanWord(first(`${xap}Label`)), digiKam: number(`${digiKam}ColorLabel`), darktable: values(`${darktable}colorlabels`) }),
    },
  };
}

/**
 * Catalogues write each tag as a word, and most of them again as a path in their tree of tags. The paths count only if there are no words. A path
 * stands for its last word: a person who moves here searches for `sea`, not for `Places|North|sea`.
 */
function tagsIn(values: (name: string) => readonly string[]): readonly string[] {
  const last = (path: string, separator: string): string => path.slice(path.lastIndexOf(separator) + 1);
  // darktable notes there what it did with a picture.
  const ends = (paths: readonly string[]): readonly string[] => paths.filter((path) => !path.startsWith('darktable|')).map((path) => last(path, '|'));
  const words = cleanTags(ends(values(`${dc}subject`)));
  if (words.length > 0) return words;
  return cleanTags([
    ...ends(values(`${lightroom}hierarchicalSubject`)),
    ...values(`${digiKam}TagsList`).map((path) => last(path, '/')),
    ...microsoft.flatMap((name) => values(`${name}LastKeywordXMP`)).map((path) => last(path, '/')),
  ]);
}

function propertiesOf(packets: readonly string[]): XmpProperties {
  const properties = new Map<string, readonly XmpValue[]>();
  const add = (name: string, values: readonly XmpValue[]): void => {
    // The first packet is the main one.
    if (!properties.has(name) && values.length > 0) properties.set(name, values);
  };
  for (const packet of packets) {
    const root = parseXml(packet);
    for (const description of descriptionsIn(root)) {
      for (const [name, text] of description.attributes) add(name, [{ text, language: null }]);
      for (const property of description.children) add(property.name, valuesOf(property));
    }
  }
  return properties;
}

/** The `rdf:Description` elements of `rdf:RDF`, with or without `x:xmpmeta` around it. */
function descriptionsIn(root: XmlElement | null): readonly XmlElement[] {
  const graph = root?.name === `${rdf}RDF` ? root : root?.children.find(({ name }) => name === `${rdf}RDF`);
  return graph?.children.filter(({ name }) => name === `${rdf}Description`) ?? [];
}

/** The text of a property, or the items of its list. Structures are ignored. */
function valuesOf(property: XmlElement): readonly XmpValue[] {
  const list = property.children.find(({ name }) => name === `${rdf}Alt` || name === `${rdf}Seq` || name === `${rdf}Bag`);
  if (list !== undefined) return list.children.filter(({ name }) => name === `${rdf}li`).map(valueOf);
  const resource = property.attributes.get(`${rdf}resource`);
  if (resource !== undefined) return [{ text: resource, language: null }];
  return property.children.length === 0 || property.children.some(isValue) ? [valueOf(property)] : [];
}

function valueOf(element: XmlElement): XmpValue {
  const inner = element.children.find(isValue) ?? element.children.flatMap(({ children }) => children).find(isValue);
  return { text: inner?.text ?? element.text, language: element.attributes.get('xml:lang')?.toLowerCase() ?? null };
}

/** The value of a property that has qualifiers. */
function isValue({ name }: XmlElement): boolean {
  return name === `${rdf}value`;
}
