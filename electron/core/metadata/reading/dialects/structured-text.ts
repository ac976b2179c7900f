import { limits } from '../limits.ts';
import type { Finding, RawText } from '../picture-metadata.ts';
import { readA1111 } from './a1111.ts';
import { readComfyUi } from './comfyui.ts';
import { readInvokeAi } from './invokeai.ts';
import { field, objectOf, parseObject, type JsonObject } from './json.ts';
import { readNovelAi } from './novelai.ts';
import { readSettings } from './settings-json.ts';

const maxNesting = 3;
const maxLines = 100;

/** Reads a text that is the JSON of a program's settings or has the marks of A1111. `scheme`: what Fooocus calls its form. */
export function readStructured(text: string | null, scheme: string | null = null): Finding | null {
  if (text === null) return null;
  const json = parseObject(text);
  return json === null ? readA1111(text) : readObject(json, scheme, 0);
}

function readObject(json: JsonObject, scheme: string | null, depth: number): Finding | null {
  if (typeof field(json, 'positive_prompt') === 'string') return readInvokeAi(json);
  // Some programs write the JSON of others as a string.
  const inner = (name: string): JsonObject | null => objectOf(field(json, name)) ?? parseObject(stringIn(json, name));
  const [graph, workflow] = [isGraph(json) ? json : inner('prompt'), inner('workflow')];
  // Civitai's generator writes the prompt that the person typed beside the graph.
  const typed = inner('extraMetadata');
  if (typed !== null && depth < maxNesting) return readObject(typed, scheme, depth + 1);
  if (graph !== null || workflow !== null) return readComfyUi(graph, workflow);
  const comment = stringIn(json, 'Software') === 'NovelAI' ? inner('Comment') : null;
  if (comment !== null) return readNovelAi(comment, stringIn(json, 'Description'), stringIn(json, 'Source'));
  const isNovelAi = typeof field(json, 'uc') === 'string' && typeof field(json, 'prompt') === 'string';
  const finding = isNovelAi ? readNovelAi(json, null, null) : readSettings(json);
  return finding !== null && scheme === 'fooocus' && finding.source === 'comment' ? { ...finding, source: 'fooocus' } : finding;
}

function stringIn(json: JsonObject, name: string): string | null {
  const value = field(json, name);
  return typeof value === 'string' ? value : null;
}

function isGraph(json: JsonObject): boolean {
  return Object.values(json).slice(0, 5).some((node) => typeof field(objectOf(node), 'class_type') === 'string');
}

/**
 * Reads a text or JSON file that a generator wrote beside its picture. Null unless it has settings in a known form: a plain text is a caption that
 * somebody wrote to train a model, and JSON comes from organisers and downloaders too.
 */
export function readSettingsFile(text: string): Finding | null {
  const json = parseObject(text);
  const finding = json === null ? (readLines(text) ?? readA1111(text)) : readObject(json, null, 0);
  return finding === null || finding.source === 'comment' || (finding.steps == null && finding.seed == null) ? null : finding;
}

/** Easy Diffusion's text form: a setting on each line. */
function readLines(text: string): Finding | null {
  const lines = text.slice(0, limits.promptLength).split(/\r?\n/).slice(0, maxLines);
  const pairs = lines.flatMap((line) => {
    const colon = line.indexOf(': ');
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 2)] as const];
  });
  const finding = lines[0]?.startsWith('Prompt: ') === true ? readSettings(Object.fromEntries(pairs)) : null;
  return finding?.source === 'easydiffusion' ? finding : null;
}

/** The graphs of ComfyUI: texts of a PNG, or fields of EXIF that begin with the graph's name, in any case. */
export function readGraphs(texts: readonly RawText[]): Finding | null {
  const graph = (name: string): JsonObject | null => {
    const found = texts.find(({ kind, text }) => kind === `png:${name}` || (kind.startsWith('exif:') && text.slice(0, name.length + 1).toLowerCase() === `${name}:`));
    return parseObject(found === undefined || found.kind === `png:${name}` ? (found?.text ?? null) : found.text.slice(name.length + 1));
  };
  const [prompt, workflow] = [graph('prompt'), graph('workflow')];
  return prompt === null && workflow === null ? null : readComfyUi(prompt, workflow);
}
