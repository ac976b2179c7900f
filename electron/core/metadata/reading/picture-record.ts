import { exactValue, JsonProblem, readJson } from '../../../../shared/json/json-tree.ts';
import { flags, type Flag } from '../../../../shared/library/marks.ts';
import { requestFields } from '../../../../shared/request/request-schema.ts';
import type { RequestFields } from '../../../../shared/task.ts';
import { limits } from './limits.ts';

/** The XMP namespace of Latent's own properties. Exported files contain it, so it never changes. */
export const latentNamespace = 'https://latent.example/ns/1.0/';

/**
 * What an exported picture carries in Latent's own XMP properties, because no standard property fits it. Prompt, tags, rating, label and date
 * are also in standard properties. Null, or an empty list: not stated.
 */
export interface PictureRecord {
  /** Repeated here, because people edit captions. */
  readonly prompt: string | null;
  readonly model: string | null;
  /** As requested, which need not be a width and a height. */
  readonly size: string | null;
  readonly quality: string | null;
  /** Additional fields of the request. */
  readonly fields: RequestFields | null;
  /** The service's id of the task. */
  readonly taskId: string | null;
  /** The names of account and batch. */
  readonly account: string | null;
  readonly batch: string | null;
  readonly negativePrompt: string | null;
  /** Decimal digits. */
  readonly seed: string | null;
  readonly steps: string | null;
  readonly sampler: string | null;
  readonly cfgScale: string | null;
  /** The program that made the picture, if that was not Latent. */
  readonly software: string | null;
  readonly favourite: boolean;
  readonly flag: Flag | null;
  readonly note: string | null;
  readonly albums: readonly string[];
}

/** The properties with a single text value, in the order in which they are written. */
export const recordTexts = ['prompt', 'negativePrompt', 'model', 'size', 'quality', 'fields', 'seed', 'steps', 'sampler', 'cfgScale', 'taskId', 'account', 'batch', 'software', 'favourite', 'flag', 'note'] as const;

/** Reads the record from XMP properties, which are keyed by their full names. Null if there is none. Never throws. */
export function readRecord(values: (name: string) => readonly string[]): PictureRecord | null {
  const text = (name: (typeof recordTexts)[number]): string | null => values(latentNamespace + name)[0]?.slice(0, limits.promptLength).toWellFormed() ?? null;
  const flag = text('flag');
  const record: PictureRecord = {
    prompt: text('prompt'),
    model: text('model'),
    size: text('size'),
    quality: text('quality'),
    fields: fieldsIn(text('fields')),
    taskId: text('taskId'),
    account: text('account'),
    batch: text('batch'),
    negativePrompt: text('negativePrompt'),
    seed: text('seed'),
    steps: text('steps'),
    sampler: text('sampler'),
    cfgScale: text('cfgScale'),
    software: text('software'),
    favourite: text('favourite') === 'true',
    flag: flags.find((known) => known === flag) ?? null,
    note: text('note'),
    albums: values(`${latentNamespace}albums`).slice(0, limits.tags),
  };
  return [...recordTexts, 'albums'].some((name) => values(latentNamespace + name).length > 0) ? record : null;
}

/** Deepest nesting of a value. */
const deepest = 40;

/** Null unless they are certain to the last digit, because they may be sent again. */
function fieldsIn(text: string | null): RequestFields | null {
  try {
    return text === null ? null : (requestFields.safeParse(exactValue(readJson(text, deepest))).data ?? null);
  } catch (error) {
    if (error instanceof JsonProblem) return null;
    throw error;
  }
}
