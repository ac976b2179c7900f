import type { ImageMarks } from '../../../../shared/library/marks.ts';
import { publicFields } from '../../../../shared/request/public-fields.ts';
import { remoteIdOf, type EpochMs, type Task } from '../../../../shared/task.ts';
import type { PictureRecord } from '../reading/picture-record.ts';

/** What is written into an exported picture. It never contains a key, or the address of a service or a reference picture. */
export interface PictureFacts extends PictureRecord {
  readonly createdAt: EpochMs;
  /** 0: not rated. */
  readonly rating: number;
  /** Capitalised, like the label names of Lightroom and Bridge. */
  readonly label: string | null;
  readonly tags: readonly string[];
  /** The description that an imported photo came with. */
  readonly caption: string | null;
  /** `Latent 0.1.0`. */
  readonly writtenBy: string;
  /** Whether a service made the picture. */
  readonly isGenerated: boolean;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
}

export interface FactsInput {
  readonly task: Task;
  readonly marks: ImageMarks | null;
  readonly file: { readonly width: number; readonly height: number };
  /** The names of its account and its batch. */
  readonly account: string | null;
  readonly batch: string | null;
  readonly albums: readonly string[];
  readonly writtenBy: string;
}

/** The names under which services accept the usual settings in the additional fields of a request. */
const names = {
  negativePrompt: ['negative_prompt', 'negativePrompt'],
  seed: ['seed'],
  steps: ['steps', 'num_inference_steps'],
  sampler: ['sampler', 'sampler_name', 'scheduler'],
  cfgScale: ['cfg_scale', 'guidance_scale', 'cfg', 'guidance'],
} as const;

export type UsualSettings = Readonly<Record<keyof typeof names, string | null>>;

/** The known ones of negative prompt, seed, steps, sampler and guidance. */
export function usualSettings({ request, imported }: Pick<Task, 'request' | 'imported'>): UsualSettings {
  const asked = (setting: keyof typeof names): string | null => {
    const value = names[setting].map((name) => request.fields?.[name]).find((found) => typeof found === 'string' || typeof found === 'number');
    return value === undefined || value === '' ? null : String(value);
  };
  const known = (setting: keyof typeof names): string | null => {
    const value = imported?.[setting];
    return value == null || value === '' ? asked(setting) : String(value);
  };
  return { negativePrompt: known('negativePrompt'), seed: known('seed'), steps: known('steps'), sampler: known('sampler'), cfgScale: known('cfgScale') };
}

export function factsOf({ task, marks, file, account, batch, albums, writtenBy }: FactsInput): PictureFacts {
  const { request, imported } = task;
  const text = (value: string | null): string | null => (value === '' ? null : value);
  const remoteId = remoteIdOf(task);
  return {
    prompt: text(request.prompt),
    model: text(request.model),
    size: text(request.size),
    quality: text(request.quality),
    fields: publicFields(request.fields ?? null),
    taskId: text(remoteId) ?? imported?.origin?.taskId ?? null,
    account,
    batch,
    ...usualSettings(task),
    software: imported?.software ?? null,
    favourite: marks?.favourite ?? false,
    flag: marks?.flag ?? null,
    note: text(marks?.note ?? null),
    albums,
    createdAt: task.createdAt,
    rating: marks?.rating ?? 0,
    label: marks?.label ? marks.label.slice(0, 1).toUpperCase() + marks.label.slice(1) : null,
    tags: marks?.tags ?? [],
    caption: imported?.note ?? null,
    writtenBy,
    isGenerated: imported === null || imported.origin !== undefined,
    width: file.width,
    height: file.height,
  };
}
