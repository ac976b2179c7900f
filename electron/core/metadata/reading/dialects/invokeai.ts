import { field, objectOf, type JsonObject } from './json.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, cleanWord, countOf, numberOf, seedOf, sizeOf } from '../text.ts';

/** `invokeai_metadata`, since version 3. */
export function readInvokeAi(metadata: JsonObject): Finding {
  const model = field(metadata, 'model');
  const version = cleanWord(field(metadata, 'app_version'));
  return {
    source: 'invokeai',
    prompt: cleanText(field(metadata, 'positive_prompt')),
    negativePrompt: cleanText(field(metadata, 'negative_prompt')),
    model: cleanWord(typeof model === 'string' ? model : field(objectOf(model), 'model_name', 'name', 'key')),
    size: sizeOf(field(metadata, 'width'), field(metadata, 'height')),
    seed: seedOf(field(metadata, 'seed')),
    steps: countOf(field(metadata, 'steps')),
    sampler: cleanWord(field(metadata, 'scheduler')),
    cfgScale: numberOf(field(metadata, 'cfg_scale')),
    software: version === null ? 'InvokeAI' : `InvokeAI ${version}`,
  };
}

/** `sd-metadata`, of version 2. Negative words follow the others in brackets. */
export function readInvokeAi2(metadata: JsonObject): Finding {
  const image = objectOf(field(metadata, 'image'));
  const prompts = field(image, 'prompt');
  const first: unknown = Array.isArray(prompts) ? field(objectOf(prompts[0]), 'prompt') : prompts;
  return {
    source: 'invokeai',
    ...inBrackets(typeof first === 'string' ? first : ''),
    model: cleanWord(field(metadata, 'model_weights', 'model')),
    size: sizeOf(field(image, 'width'), field(image, 'height')),
    seed: seedOf(field(image, 'seed')),
    steps: countOf(field(image, 'steps')),
    sampler: cleanWord(field(image, 'sampler')),
    cfgScale: numberOf(field(image, 'cfg_scale')),
    software: 'InvokeAI',
  };
}

/** `Dream`, of version 1: a prompt in quotation marks and switches of a command line. */
export function readDream(text: string): Finding | null {
  const end = text.lastIndexOf('"');
  if (!text.startsWith('"') || end < 1) return null;
  const switches = new Map<string, string>();
  const words = text
    .slice(end + 1, end + 2000)
    .trim()
    .split(/\s+/);
  for (const [index, word] of words.entries()) {
    // Both `-s 50` and `-s50` occur.
    if (/^-[A-Za-z]/.test(word)) switches.set(word.slice(1, 2), word.length > 2 ? word.slice(2) : (words[index + 1] ?? ''));
  }
  return {
    source: 'invokeai',
    ...inBrackets(text.slice(1, end)),
    size: sizeOf(switches.get('W'), switches.get('H')),
    seed: seedOf(switches.get('S')),
    steps: countOf(switches.get('s')),
    sampler: cleanWord(switches.get('A')),
    cfgScale: numberOf(switches.get('C')),
    software: 'InvokeAI',
  };
}

function inBrackets(text: string): { readonly prompt: string | null; readonly negativePrompt: string | null } {
  const open = text.lastIndexOf('[');
  const trimmed = text.trimEnd();
  if (open < 0 || !trimmed.endsWith(']')) return { prompt: cleanText(text), negativePrompt: null };
  return { prompt: cleanText(text.slice(0, open)), negativePrompt: cleanText(trimmed.slice(open + 1, -1)) };
}
