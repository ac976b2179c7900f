import type { ImportForm } from '../../../../../shared/library/import.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, seedOf } from '../text.ts';

/** What programs and cameras write into fields that are meant for a person. */
const boilerplate =
  /^(?:(?:created|made|optimi[sz]ed|compressed|resized|edited|processed|generated|converted) (?:with|by|using|on|in)\b|creator: |file (?:source|written)|lead technologies|lavc\d|applemark|ezgif|intel\(r\)|handmade software|(?:olympus|konica minolta|sony|samsung|minolta) digital camera|https?:\S*$|screenshot$|untitled)/i;
const job = /\s*Job ID:\s*([\da-f-]{36})\s*$/i;

/** A plain description becomes the prompt, unless a program wrote it. Midjourney's contains its switches. */
export function readDescription(text: string, source: ImportForm): Finding | null {
  const words = cleanText(text);
  if (words === null || boilerplate.test(words)) return null;
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
