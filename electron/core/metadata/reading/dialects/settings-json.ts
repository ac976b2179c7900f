import type { ImportForm } from '../../../../../shared/library/import.ts';
import { anyTime } from '../dates.ts';
import { isData } from './description.ts';
import { field, objectOf, type JsonObject } from './json.ts';
import type { Finding } from '../picture-metadata.ts';
import { cleanText, cleanWord, countOf, numberOf, seedOf, sizeIn, sizeOf } from '../text.ts';

/** The names that a program gives its settings. */
interface Names {
  readonly source: ImportForm;
  readonly software: string | null;
  readonly prompt: readonly string[];
  readonly negative: readonly string[];
  readonly model: readonly string[];
  readonly sampler: readonly string[];
  readonly steps: readonly string[];
  readonly cfg: readonly string[];
  readonly size: readonly string[];
  readonly version: readonly string[];
}

const easyDiffusion: Names = {
  source: 'easydiffusion',
  software: 'Easy Diffusion',
  prompt: ['prompt', 'Prompt'],
  negative: ['negative_prompt', 'Negative Prompt'],
  model: ['use_stable_diffusion_model', 'Stable Diffusion model', 'Stable Diffusion Model'],
  sampler: ['sampler_name', 'Sampler'],
  steps: ['num_inference_steps', 'Steps'],
  cfg: ['guidance_scale', 'Guidance Scale'],
  size: [],
  version: [],
};

const fooocus: Names = {
  ...easyDiffusion,
  source: 'fooocus',
  software: 'Fooocus',
  model: ['base_model', 'Base Model'],
  sampler: ['sampler', 'Sampler'],
  steps: ['steps', 'Steps'],
  cfg: ['guidance_scale', 'Guidance Scale', 'cfg'],
  size: ['resolution', 'Resolution'],
  version: ['version', 'Version'],
};

const drawThings: Names = {
  ...fooocus,
  source: 'drawthings',
  software: 'Draw Things',
  prompt: ['c'],
  negative: ['uc'],
  model: ['model'],
  cfg: ['scale'],
  size: ['size'],
  version: [],
};

const swarmUi: Names = {
  ...drawThings,
  source: 'swarmui',
  software: 'SwarmUI',
  prompt: ['prompt'],
  negative: ['negativeprompt'],
  sampler: ['sampler', 'comfyuisampler', 'autowebuisampler'],
  cfg: ['cfgscale'],
  size: [],
  version: ['swarm_version'],
};

/** Unknown programs that write JSON with a prompt. */
const unknown: Names = {
  ...fooocus,
  source: 'comment',
  software: null,
  negative: [...easyDiffusion.negative, 'negativePrompt'],
  model: ['model'],
  cfg: ['cfg_scale', 'guidance_scale', 'cfgScale', 'cfg', 'scale'],
  size: ['size'],
};

/** Reads settings in a flat JSON object. Null if it has no prompt under a known name. */
export function readSettings(json: JsonObject): Finding | null {
  const swarm = objectOf(field(json, 'sui_image_params'));
  if (swarm !== null) return { ...readWith(swarmUi, swarm), createdAt: anyTime(cleanWord(field(swarm, 'date'))) };
  const has = (...names: readonly string[]): boolean => field(json, ...names) !== undefined;
  if (typeof field(json, 'c') === 'string' && typeof field(json, 'uc') === 'string') return readWith(drawThings, json);
  if (!has(...fooocus.prompt)) return null;
  if (has('num_inference_steps', ...easyDiffusion.model)) return readWith(easyDiffusion, json);
  if (has(...fooocus.model)) return readWith(fooocus, json);
  const finding = readWith(unknown, json);
  // Other programs keep their own data under the same name.
  return isData(finding.prompt ?? '') ? null : finding;
}

function readWith(names: Names, json: JsonObject): Finding {
  const version = cleanWord(field(json, ...names.version));
  const named = names.software === null || version === null ? names.software : `${names.software} ${version}`;
  return {
    source: names.source,
    prompt: cleanText(field(json, ...names.prompt)),
    negativePrompt: cleanText(field(json, ...names.negative)),
    model: cleanWord(field(json, ...names.model)),
    size: sizeOf(field(json, 'width', 'Width'), field(json, 'height', 'Height')) ?? sizeIn(field(json, ...names.size)),
    seed: seedOf(field(json, 'seed', 'Seed')),
    steps: countOf(field(json, ...names.steps)),
    sampler: cleanWord(field(json, ...names.sampler)),
    cfgScale: numberOf(field(json, ...names.cfg)),
    // The version of Fooocus contains its name.
    software: version !== null && names.software !== null && version.startsWith(names.software) ? version : named,
  };
}
