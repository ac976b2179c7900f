import type { ImportForm } from '../../../../../shared/library/import.ts';
import { limits } from '../limits.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, seedOf } from '../text.ts';

/** What programs and cameras write into fields that are meant for a person. */
const boilerplate =
  /^(?:(?:created|made|optimi[sz]ed|compressed|resized|edited|processed|generated|converted) (?:with|by|using|on|in)\b|(?:image|picture) (?:created|generated) (?:with|by|using)\b|ai[- ]generated(?: image| picture)?\.?$|creator: |file (?:source|written)|lead technologies|lavc\d|applemark|ezgif|intel\(r\)|handmade software|(?:olympus|konica minolta|sony|samsung|minolta) digital camera|sony dsc$|exif_jpeg_picture$|dcim[\\/]|https?:\S*$|screenshot$|untitled|(?:n?cof|r?hdr|edf|ptr|dav|fbt|bty|mde|btf|oznor|ozedf|vivo|default)(?:wo)?$)/i;
/** JSON or a dictionary of Python, complete or not, alone or behind a name: `Prompt:{"3":…`. Prompts begin with brackets too: `{{best quality}}`, `[cat:dog:5]`. */
const json = /^"?(?:[\w .-]{1,40}[:=]\s{0,8})?"?[[{][[{\s]{0,64}(?:\\?["'][^"'\\]{0,200}\\?["']\s{0,8}[:,\]}]|[\]}])/;
const markup = /^<(?:\?xml|!doctype|!--|\/?(?:x:xmpmeta|rdf:|html|svg|p|div|span|br)\b)/i;
/** A name of a thing, a digest or base64, but no words. */
const blob = /^(?:[\da-f]{32,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\w+/=-]{60,})$/i;
const tagList = /^(?:tags|keywords|categories|labels|subjects?)\s?[:=]|^(?:#[^\s#,]+[\s,]*)+$/i;
const job = /\s*Job ID:\s*([\da-f-]{36})\s*$/i;

/** Whether a text is written for a program: JSON, markup, a digest, binary data. */
export function isData(text: string): boolean {
  const start = startOf(text);
  return [json, markup, blob].some((form) => form.test(start)) || isBinary(start);
}

function startOf(text: string): string {
  return text.slice(0, 4000).trim();
}

/** Whether a text only repeats tags, as organisers write them into the field for a description too. `tags`: of the same picture. */
export function repeatsTags(text: string, tags: readonly string[]): boolean {
  if (tags.length === 0 || text.length > limits.promptLength) return false;
  const known = new Set(tags.map(folded));
  const words = text.split(/[,;|\n]/).map(folded).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => known.has(word));
}

function folded(word: string): string {
  return word.trim().toLowerCase();
}

function isBinary(text: string): boolean {
  const odd = text.match(/(?![\t\n\r\0])\p{Cc}|\uFFFD/gu)?.length ?? 0;
  return odd > 3 && odd * 10 > text.length;
}

const oddLatin = /[\u0080-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/g;

/** Russian, Chinese and others in an old encoding, which nothing names, read as Latin-1. No language that is written in Latin-1 looks like this. */
function isGarbled(text: string): boolean {
  const letters = text.replaceAll(/[\s\d\p{P}]/gu, '');
  return letters.length > 3 && (letters.match(oddLatin)?.length ?? 0) * 2 > letters.length;
}

/** A plain description becomes the prompt, unless a program wrote it. Midjourney's contains its switches. */
export function readDescription(text: string, source: ImportForm): Finding | null {
  const words = cleanText(text);
  if (words === null || isData(text) || boilerplate.test(words) || tagList.test(startOf(words)) || isGarbled(startOf(words))) return null;
  const end = words.slice(-200);
  const found = job.exec(end);
  if (found === null) return { source, prompt: words };
  const prompt = words.slice(0, words.length - end.length + found.index);
  const version = /--(v|niji)\s{1,4}([\d.]{1,8})/.exec(prompt);
  return {
    source: 'midjourney',
    prompt: cleanText(prompt),
    model: version === null ? null : `${version[1] === 'v' ? 'Midjourney' : 'Niji'} ${version[2] ?? ''}`,
    seed: seedOf(/--seed\s{1,4}(\d{1,20})/.exec(prompt)?.[1]),
    software: 'Midjourney',
  };
}
