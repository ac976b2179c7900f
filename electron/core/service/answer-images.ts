import type { AnsweredImage } from './outcomes.ts';
import { dataImage, maxImages } from './answer-candidates.ts';

const maxDepth = 6;

/** Where pictures are found, the documented place (`output.data[].url`, service-interface §2) first. */
const containers = ['output', 'data', 'result', 'results', 'images'];
const addresses = ['url', 'urls', 'image_url', 'image_urls', 'image'];

/** The pictures that an answer names, in its order. Only the first known place that has any is read. */
export function imagesIn(value: unknown): readonly AnsweredImage[] {
  return search(value, maxDepth).slice(0, maxImages);
}

function search(value: unknown, depth: number): readonly AnsweredImage[] {
  if (depth === 0) return [];
  if (typeof value === 'string') return dataImages(value) ?? (/^[a-z][a-z0-9+.-]*:./i.test(value) ? [{ kind: 'url', url: value }] : []);
  if (Array.isArray(value)) return value.slice(0, maxImages).flatMap((entry) => search(entry, depth - 1));
  if (typeof value !== 'object' || value === null) return [];
  const fields = new Map(Object.entries(value));
  for (const name of containers) {
    const found = search(fields.get(name), depth - 1);
    if (found.length > 0) return found;
  }
  for (const name of addresses) {
    const found = addressesIn(fields.get(name), depth - 1);
    if (found.length > 0) return found;
  }
  const base64 = fields.get('b64_json');
  return typeof base64 === 'string' && base64 !== '' ? [{ kind: 'inline', base64 }] : [];
}

/** Any text in an address field counts as an address, even a relative or forbidden one. The download checks it. */
function addressesIn(value: unknown, depth: number): readonly AnsweredImage[] {
  if (typeof value === 'string') return dataImages(value) ?? (value.trim() === '' ? [] : [{ kind: 'url', url: value.trim() }]);
  if (Array.isArray(value)) return value.slice(0, maxImages).flatMap((entry) => addressesIn(entry, depth - 1));
  return search(value, depth);
}

function dataImages(text: string): readonly AnsweredImage[] | null {
  const image = dataImage(text.trim());
  return image && [image];
}
