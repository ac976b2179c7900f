import { createHash } from 'node:crypto';
import path from 'node:path';
import { importedAlbums, longestAlbumName } from '../../../shared/library/albums.ts';
import type { ImportedPicture, PictureOrigin } from '../../../shared/library/import.ts';
import { labels, longestNote, longestTag, tidyNote } from '../../../shared/library/marks.ts';
import { cutText } from '../../../shared/request/plain-text.ts';
import { tidy } from '../../../shared/search/text/characters.ts';
import { fold } from '../../../shared/search/text/fold.ts';
import { neverQueued, noFacts, type AccountId, type EpochMs, type TaskId } from '../../../shared/task.ts';
import type { OwnName } from '../library/found-picture.ts';
import type { NewPicture } from '../library/stores/picture-store.ts';
import type { LookedPicture } from '../file-worker/file-jobs.ts';
import type { PictureMetadata } from '../metadata/reading/picture-metadata.ts';
import type { PictureRecord } from '../metadata/reading/picture-record.ts';
import { cleanText, cleanWord } from '../metadata/reading/text.ts';

/** The same limits as for what a person types. */
const longest = { prompt: 32_000, model: 200, size: 64 } as const;
const day = 86_400_000;

export interface NewTaskOf {
  /** Every row needs an account; this one has no meaning. */
  readonly accountId: AccountId;
  /** Null if a person put its file into the library folder. */
  readonly importId: string | null;
  /** The name of the original file. */
  readonly title: string;
  /** What a name given by Latent contains. The file's own metadata takes precedence. */
  readonly named: OwnName | null;
  readonly looked: LookedPicture;
  readonly now: EpochMs;
}

/** A picture from elsewhere as a finished task, created when the picture was and ended now. Its id is still empty. */
export function importedTask({ accountId, importId, title, named, looked, now }: NewTaskOf): NewPicture['task'] {
  const { metadata } = looked;
  const { record } = metadata;
  return {
    id: '',
    accountId,
    request: {
      prompt: cut(metadata.prompt ?? named?.prompt ?? null, longest.prompt),
      model: cut(metadata.model, longest.model),
      size: cut(metadata.size, longest.size),
      quality: cut(record?.quality ?? null, longest.size),
      ...(record?.fields && { fields: record.fields }),
    },
    retryOf: null,
    adopted: false,
    imported: {
      importId,
      title,
      form: metadata.source,
      negativePrompt: metadata.negativePrompt,
      seed: metadata.seed,
      steps: metadata.steps,
      sampler: metadata.sampler,
      cfgScale: metadata.cfgScale,
      software: metadata.software,
      ...marksIn(metadata),
      ...(!looked.isWhole && { incomplete: true }),
      ...(record && { origin: originIn(record) }),
    },
    ...neverQueued,
    createdAt: [metadata.createdAt, named?.createdAt, looked.modifiedAt].find((time) => time != null && time >= day && time <= now + day) ?? now,
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

/** The words in the name of the picture's file in the library: the prompt, or else its former name. */
export function wordsInName(task: NewPicture['task']): string {
  return task.request.prompt || path.parse(task.imported.title).name;
}

/** The task id of a content in an import. It is the same in every run, so that a run after a crash does not add the picture twice. */
export function taskIdOf(importId: string, sha256: string): TaskId {
  const hex = createHash('sha256').update(`${importId} ${sha256}`).digest('hex');
  // A custom UUID (version 8 of RFC 9562).
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

function originIn({ taskId, account, batch, favourite, flag, note, albums }: PictureRecord): PictureOrigin {
  const names = albums.map(tidy).filter((name) => name !== '' && name.length <= longestAlbumName);
  return {
    taskId: cleanWord(taskId),
    account: cleanWord(account),
    batch: cleanWord(batch),
    favourite,
    flag,
    note: noteOf(cleanText(note) ?? ''),
    albums: [...new Set(names)].slice(0, importedAlbums.mostOfFile),
  };
}

function noteOf(text: string): string {
  return cutText(tidyNote(text), longestNote);
}

/** The marks that a file brings, by the rules for those that a person makes. Tags that break the rules are left out. */
function marksIn({ rating, tags, label, flag, note, record }: PictureMetadata): Pick<ImportedPicture, 'rating' | 'tags' | 'label' | 'flag' | 'note'> {
  const byFolded = new Map<string, string>();
  for (const tag of tags.map(tidy)) {
    // The same word in another case is the same tag.
    if (tag !== '' && tag.length <= longestTag && !byFolded.has(fold(tag))) byFolded.set(fold(tag), tag);
  }
  const known = labels.find((name) => name === label?.toLowerCase());
  return { rating: rating ?? 0, tags: [...byFolded.values()], ...(known && { label: known }), ...(flag && record === null && { flag }), ...(note && { note: noteOf(note) }) };
}

function cut(text: string | null, length: number): string {
  return cutText(text ?? '', length).toWellFormed();
}
