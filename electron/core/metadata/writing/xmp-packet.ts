import { createHash } from 'node:crypto';
import { latentNamespace, recordTexts } from '../reading/picture-record.ts';
import type { PictureFacts } from './picture-facts.ts';

/** A packet in UTF-8. `extended`: a second packet, as in JPEG, with the properties that did not fit. `main` names it by its digest. */
export interface XmpPackets {
  readonly main: Buffer;
  readonly extended: { readonly bytes: Buffer; readonly digest: string } | null;
}

const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpNote: 'http://ns.adobe.com/xmp/note/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  latent: latentNamespace,
} as const;

/** The IPTC term for a picture that was made by a model. */
const generated = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** Builds the XMP of a picture. The result is the same at each export. `most`: the most bytes in the first packet. */
export function xmpPackets(facts: PictureFacts, most = Infinity): XmpPackets {
  const properties = propertiesOf(facts);
  const whole = packet(properties);
  if (whole.length <= most) return { main: whole, extended: null };
  // Moves the largest properties to the second packet until the first one fits.
  const bySize = properties.toSorted((a, b) => b.length - a.length);
  for (let moved = 1; moved <= bySize.length; moved += 1) {
    const bytes = Buffer.from(rdf(bySize.slice(0, moved)), 'utf8');
    const digest = createHash('md5').update(bytes).digest('hex').toUpperCase();
    const main = packet([...bySize.slice(moved), element('xmpNote:HasExtendedXMP', digest)]);
    if (main.length <= most) return { main, extended: { bytes, digest } };
  }
  throw new Error('the XMP packet does not fit');
}

function propertiesOf(facts: PictureFacts): readonly string[] {
  const { tags, rating, label, createdAt, writtenBy, software, albums } = facts;
  const description = facts.prompt ?? facts.caption;
  return [
    ...(description === null ? [] : [`<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(description)}</rdf:li></rdf:Alt></dc:description>`]),
    ...list('dc:subject', tags),
    ...(rating > 0 ? [element('xmp:Rating', String(rating))] : []),
    ...(label === null ? [] : [element('xmp:Label', label)]),
    element('xmp:CreateDate', localTime(createdAt)),
    element('xmp:CreatorTool', software ?? writtenBy),
    ...(facts.isGenerated ? [element('Iptc4xmpExt:DigitalSourceType', generated)] : []),
    ...recordTexts.flatMap((name) => {
      const value = facts[name];
      if (value === null || value === false) return [];
      return [element(`latent:${name}`, typeof value === 'object' ? JSON.stringify(value) : String(value))];
    }),
    ...list('latent:albums', albums),
  ];
}

function list(name: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`<${name}><rdf:Bag>${items.map((item) => element('rdf:li', item)).join('')}</rdf:Bag></${name}>`];
}

function packet(properties: readonly string[]): Buffer {
  return Buffer.from(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${rdf(properties)}\n<?xpacket end="r"?>`, 'utf8');
}

function rdf(properties: readonly string[]): string {
  const text = properties.join('\n  ');
  const used = Object.entries(namespaces).filter(([prefix]) => text.includes(`<${prefix}:`));
  const declared = used.map(([prefix, address]) => ` xmlns:${prefix}="${address}"`).join('');
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/">\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n <rdf:Description rdf:about=""${declared}>\n  ${text}\n </rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>`;
}

function element(name: string, value: string): string {
  return `<${name}>${escaped(value)}</${name}>`;
}

// oxlint-disable-next-line no-control-regex -- XML allows none of them
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text.toWellFormed().replaceAll(notInXml, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
}

/** ISO 8601 in local time with the offset, because people search by local time. */
function localTime(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return new Date(at + offset * 60_000).toISOString().replace('Z', zone);
}
