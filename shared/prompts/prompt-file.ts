import { exactValue, JsonProblem, readJson } from '../json/json-tree.ts';
import { hasLostCharacter } from '../request/plain-text.ts';
import { publicFields } from '../request/public-fields.ts';
import { longestChoice, longestPrompt } from '../request/request-checks.ts';
import { isRequestFields } from '../request/request-fields.ts';
import type { GenerationRequest, RequestFields } from '../task.ts';

/**
 * A prompt with its settings as a small JSON file, for other people and other copies of Latent. It has no account, key, address or id, and no reference
 * pictures. Of a field with several values, it has the first. docs/prompt-files.md describes it. No schema, because the window reads it.
 */
export interface SharedPrompt {
  readonly prompt: string;
  /** Absent if the file does not say. */
  readonly model?: string;
  readonly size?: string;
  readonly quality?: string;
  readonly fields?: RequestFields;
}

const version = 1;

/** Longest text that is read, in characters. */
export const longestPromptFile = 200_000;

export function writePromptFile({ prompt, model, size, quality, fields }: Omit<GenerationRequest, 'references'>): string {
  const shared = publicFields(fields ?? null);
  return `${JSON.stringify({ latent: 'prompt', version, prompt, model, size, quality, ...(shared && { fields: shared }) }, null, 2)}\n`;
}

/** `newer`: a later version of Latent wrote it. `digits`: a number has more of them than can be kept. */
export type PromptFileRead = { readonly ok: true; readonly shared: SharedPrompt } | { readonly ok: false; readonly why: 'newer' | 'damaged' | 'digits' };

/** Other names are ignored. */
const known: ReadonlySet<string> = new Set(['latent', 'version', 'prompt', 'model', 'size', 'quality', 'fields', 'seed']);

/** Deepest nesting in a file. */
const deepest = 40;

/** The values of a text that declares itself a prompt file. Null: it does not. */
export function readPromptFile(text: string): PromptFileRead | null {
  const saysSo = /^\uFEFF?\s*\{\s*"latent"\s*:\s*"prompt"/.test(text);
  if (!saysSo && text.length > longestPromptFile) return null;
  const found = text.length > longestPromptFile ? null : parsed(text);
  if (found === 'digits') return { ok: false, why: 'digits' };
  if (found?.['latent'] !== 'prompt') return saysSo ? { ok: false, why: 'damaged' } : null;
  if (typeof found['version'] === 'number' && found['version'] > version) return { ok: false, why: 'newer' };
  const shared = found['version'] === version ? sharedIn(found) : null;
  return shared === null ? { ok: false, why: 'damaged' } : { ok: true, shared };
}

/** The values of an object that is a prompt file, or of any other. Null: it is none. `digits`: it is a prompt file with a number that would lose some. */
function parsed(text: string): Readonly<Record<string, unknown>> | 'digits' | null {
  try {
    const tree = readJson(text.replace(/^\uFEFF/, ''), deepest);
    if (tree.kind !== 'object') return null;
    const declares = tree.members.some(({ name, value }) => name === 'latent' && value.kind === 'text' && value.value === 'prompt');
    try {
      return declares ? (exactValue({ ...tree, members: tree.members.filter(({ name }) => known.has(name)) }) as Record<string, unknown>) : null;
    } catch (error) {
      return error instanceof JsonProblem && error.fault === 'lossy' ? 'digits' : { latent: 'prompt' };
    }
  } catch {
    return null;
  }
}

/** Null: a value has the wrong type or is too long. Other names are ignored. */
function sharedIn({ prompt, model, size, quality, fields, seed }: Readonly<Record<string, unknown>>): SharedPrompt | null {
  const isText = (value: unknown, most: number): boolean => value === undefined || (typeof value === 'string' && value.length <= most);
  const isSeed = seed === undefined || seed === null || typeof seed === 'number' || (typeof seed === 'string' && seed.length <= 64);
  if (typeof prompt !== 'string' || prompt.trim() === '' || hasLostCharacter(prompt) || prompt.length > longestPrompt) return null;
  if (!isText(model, longestChoice.model) || !isText(size, longestChoice.size) || !isText(quality, longestChoice.quality) || !isSeed) return null;
  if (fields !== undefined && !isRequestFields(fields)) return null;
  // The seed may also stand alone, because people write such files by hand.
  const all = { ...(seed != null && { seed }), ...fields };
  if (!isRequestFields(all)) return null;
  const texts = Object.fromEntries(Object.entries({ model, size, quality }).filter(([, value]) => value !== undefined));
  return { prompt, ...texts, ...(Object.keys(all).length > 0 && { fields: all }) };
}
