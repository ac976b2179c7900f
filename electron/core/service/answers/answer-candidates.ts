import { createHash } from 'node:crypto';
import { firstFoundIndex } from '../../../../shared/task.ts';
import { withoutEscapes } from './answer-address.ts';
import { inlineImage } from './answer-inline.ts';
import { opened } from './json-text.ts';
import type { AnsweredImage, FoundImage } from './answered-image.ts';

/** More pictures than any honest task has. */
export const maxImages = firstFoundIndex;

/** Only a hostile answer nests deeper. JSON inside a string counts as a level. */
const maxDepth = 40;

/** Fields whose addresses do not lead to pictures that the task made. */
const otherFields = /prompt|input|cancel|callback|webhook/i;

/** The address of the query itself (service-interface §4). */
const queryAddress = /\/v1\/tasks\/[^/?#]+\/?(?:[?#].*)?$/;

const addresses = /https?:\/\/[^\s"'<>\\^`{|}]+/gi;
const relativeAddress = /^\.{0,2}\/[^\s"'<>\\^`{|}]+$/;

/**
 * Everything in an answer that may be a picture: every address and inline picture, at any depth and inside strings that hold JSON, in the
 * order of the answer. Only their bytes show which of them are pictures.
 */
export function candidatesIn(answer: unknown): readonly AnsweredImage[] {
  const found = new Map<string, AnsweredImage>();
  const add = (url: string): void => {
    if (!queryAddress.test(url)) found.set(url, { kind: 'url', url });
  };
  const visit = (value: unknown, depth: number): void => {
    if (depth === 0 || found.size >= maxImages) return;
    if (typeof value === 'string') visitText(value.trim(), depth);
    else if (Array.isArray(value)) for (const entry of value) visit(entry, depth - 1);
    else if (typeof value === 'object' && value !== null) for (const [name, entry] of Object.entries(value)) if (!otherFields.test(name)) visit(entry, depth - 1);
  };
  const visitText = (text: string, depth: number): void => {
    const inner = opened(text);
    if (inner !== text) return visit(inner, depth - 1);
    const inline = inlineImage(text);
    if (inline !== null) found.set(text, inline);
    else if (relativeAddress.test(text)) add(text);
    else for (const [address] of text.matchAll(addresses)) add(withoutEscapes(withoutEnding(address)));
  };
  visit(answer, maxDepth);
  return [...found.values()].slice(0, maxImages);
}

/** Removes punctuation that follows an address in a sentence or in Markdown. A regular expression would take quadratic time on a hostile address. */
function withoutEnding(address: string): string {
  let end = address.length;
  while (end > 0 && ')].,;:!'.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** Positions end here: a line of the library's journal holds no greater one. */
const positions = 100_000;

/**
 * Gives positions in the task to pictures that were found in an answer with an unknown status word. A position is a hash of the
 * picture's name. So a picture has the same position in every answer, also after a restart, and a preview never replaces the final picture. The positions
 * come after those of pictures in the known places. Two names of a task share a position in about one of 100,000 tasks.
 */
export function withPositions(images: readonly AnsweredImage[]): readonly FoundImage[] {
  const seen = new Map<string, number>();
  return images.map((image) => {
    const name = nameOf(image);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    const hash = createHash('sha256').update(`${name} ${occurrence}`).digest().readUInt32BE();
    return { ...image, position: firstFoundIndex + (hash % (positions - firstFoundIndex)) };
  });
}

/** Leaves out the query of an address, because it is mostly a signature that is different in every answer. */
function nameOf(image: AnsweredImage): string {
  return image.kind === 'url' ? image.url.replace(/[?#].*$/s, '') : createHash('sha256').update(image.base64).digest('hex');
}
