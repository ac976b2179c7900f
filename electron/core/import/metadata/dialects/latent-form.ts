import { isoTime } from './dates.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, cleanWord, countOf, numberOf, seedOf } from '../text.ts';

/**
 * The namespace of Latent's own properties in XMP, usually with the prefix `latent`. Each is a simple text in the packet's
 * `rdf:Description`: `prompt`, `negativePrompt`, `model`, `size`, `quality`, `seed`, `steps`, `sampler`, `cfgScale`,
 * `taskId` (a UUID), `createdAt` (ISO 8601). It must contain no keys and no addresses of accounts.
 */
const latentNamespace = 'urn:latent:picture/1.0/';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads Latent's own form, or null if the packet has none of it. `read` returns the text of a property by its full name. */
export function readLatent(read: (name: string) => string | null): Finding | null {
  const own = (name: string): string | null => read(latentNamespace + name);
  const taskId = own('taskId')?.trim() ?? '';
  const finding: Finding = {
    source: 'latent',
    prompt: cleanText(own('prompt')),
    negativePrompt: cleanText(own('negativePrompt')),
    model: cleanWord(own('model')),
    // In the service's words: `1024x1024`, `auto`.
    size: cleanWord(own('size')),
    quality: cleanWord(own('quality')),
    seed: seedOf(own('seed')),
    steps: countOf(own('steps')),
    sampler: cleanWord(own('sampler')),
    cfgScale: numberOf(own('cfgScale')),
    taskId: uuid.test(taskId) ? taskId.toLowerCase() : null,
    createdAt: isoTime(own('createdAt')),
  };
  const { source: _source, ...facts } = finding;
  return Object.values(facts).every((value) => value === null) ? null : { ...finding, software: 'Latent' };
}
