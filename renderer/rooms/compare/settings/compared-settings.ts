import type { ImageInfo } from '../../../../shared/ipc/api.ts';
import type { WordKey } from '../../../../shared/words/index.ts';

/** A setting that a picture was requested with. Null: neither the request nor, of an imported picture, its file states it. */
export interface Setting {
  /** The name of the setting in words, or as in the request. */
  readonly name: { readonly words: WordKey } | { readonly field: string };
  readonly value: string | null;
}

/** A setting that differs, with its value in each picture. */
export interface DifferingSetting extends Pick<Setting, 'name'> {
  readonly values: readonly (string | null)[];
}

export interface ComparedSettings {
  readonly same: readonly Setting[];
  readonly differing: readonly DifferingSetting[];
}

const words = {
  model: 'tasks.fact.model',
  size: 'tasks.fact.size',
  quality: 'tasks.fact.quality',
  seed: 'import.fact.seed',
  steps: 'import.fact.steps',
  sampler: 'import.fact.sampler',
  cfg: 'import.fact.cfg',
  negative: 'import.fact.negative',
  references: 'references.fact',
} as const satisfies Record<string, WordKey>;

/** The settings of pictures without their prompts: those that are the same for all, and those that differ. Leaves out settings that no picture has. */
export function comparedSettings(infos: readonly ImageInfo[]): ComparedSettings {
  const all = infos.map(settingsOf);
  const keys = [...new Set(all.flatMap((settings) => [...settings.keys()]))];
  const same: Setting[] = [];
  const differing: DifferingSetting[] = [];
  for (const key of keys) {
    const values = all.map((settings) => settings.get(key) ?? null);
    const name = key in words ? { words: words[key as keyof typeof words] } : { field: key.slice(1) };
    if (values.some((value) => value !== values[0])) differing.push({ name, values });
    else if (values[0] != null) same.push({ name, value: values[0] });
  }
  return { same, differing };
}

/** Fields of the request get a dot in front, so that none collides with our own settings. */
function settingsOf({ task: { request, facts, imported } }: ImageInfo): ReadonlyMap<string, string> {
  const { seed: seedField, ...fields } = request.fields ?? {};
  const seed = imported?.seed ?? (seedField === undefined ? null : textOf(seedField));
  const stated: readonly (readonly [string, string | null | undefined])[] = [
    ['model', request.model || facts.model],
    ['size', request.size.replace(/^(\d+)x(\d+)$/, '$1 × $2')],
    ['quality', request.quality],
    ['seed', seed],
    ['steps', imported?.steps?.toString()],
    ['sampler', imported?.sampler],
    ['cfg', imported?.cfgScale?.toString()],
    ['negative', imported?.negativePrompt],
    ['references', request.references?.map((reference) => (reference.kind === 'address' ? reference.url : reference.name || reference.sha256.slice(0, 8))).join(', ')],
    ...Object.entries(fields).map(([name, value]) => [`.${name}`, textOf(value)] as const),
  ];
  return new Map(stated.flatMap(([key, value]) => (value ? [[key, value] as const] : [])));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
