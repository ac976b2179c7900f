import { createHash } from 'node:crypto';
import path from 'node:path';
import { noFacts, type AccountId, type EpochMs, type TaskId } from '../../../shared/task.ts';
import type { OwnName } from '../rescan/library-scan.ts';
import type { NewPicture } from '../library/picture-store.ts';
import type { LookedPicture } from '../file-worker/file-jobs.ts';
import { marksIn } from './marks-in.ts';

/** As much of a text from elsewhere as Latent would take of a person. */
const longest = { prompt: 32_000, model: 200, word: 64 } as const;
const day = 86_400_000;

export interface NewTaskOf {
  /** Rows need one; it means nothing. */
  readonly accountId: AccountId;
  /** Null: its file was put into the library folder by hand. */
  readonly importId: string | null;
  /** Name of the file where it came from. */
  readonly title: string;
  /** What its name tells, where Latent made that. What the file itself says comes first. */
  readonly named: OwnName | null;
  readonly looked: LookedPicture;
  readonly now: EpochMs;
}

/** A picture from elsewhere in the form of a finished task, made when the picture was, ended when it came here. It has no id yet. */
export function importedTask({ accountId, importId, title, named, looked, now }: NewTaskOf): NewPicture['task'] {
  const { says } = looked;
  return {
    id: '',
    accountId,
    request: {
      prompt: cut(says.prompt ?? named?.prompt ?? null, longest.prompt),
      model: cut(says.model, longest.model),
      size: cut(says.size, longest.word),
      quality: cut(says.quality, longest.word),
    },
    retryOf: null,
    adopted: false,
    imported: {
      importId,
      title,
      form: says.source,
      negativePrompt: says.negativePrompt,
      seed: says.seed,
      steps: says.steps,
      sampler: says.sampler,
      cfgScale: says.cfgScale,
      software: says.software,
      ...marksIn(says),
    },
    createdAt: [says.createdAt, named?.createdAt, looked.modifiedAt].find((time) => time != null && time >= day && time <= now + day) ?? now,
    submittedAt: null,
    acceptedAt: null,
    endedAt: now,
    dismissedAt: null,
    state: { status: 'completed', remoteId: '', imageCount: 1 },
    polls: 0,
    lastPollAt: null,
    trouble: null,
    facts: noFacts,
  };
}

/** What the picture's file is called after in the library: the prompt, else the name that it had. */
export function wordsInName(task: NewPicture['task']): string {
  return task.request.prompt || path.parse(task.imported.title).name;
}

/**
 * The task of a content in an import: the same however often that is begun anew, so that what was written before a crash and what is written
 * after it are one picture.
 */
export function taskIdOf(importId: string, sha256: string): TaskId {
  const hex = createHash('sha256').update(`${importId} ${sha256}`).digest('hex');
  // Version 8 and the variant of RFC 9562: an id of our own making.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

function cut(text: string | null, length: number): string {
  return (text ?? '').slice(0, length).toWellFormed();
}
