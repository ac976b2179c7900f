import { rename } from 'node:fs/promises';
import path from 'node:path';
import { metadataOf, type ExportChoices } from '../../../shared/library/export-choices.ts';
import { isWritable, type LeftOutReason, type WritableType } from '../../../shared/library/export.ts';
import type { EpochMs, ImageType } from '../../../shared/task.ts';
import type { ExportJob } from '../file-worker/export-jobs.ts';
import type { FileThread, ThreadAnswer } from '../file-worker/file-thread.ts';
import { findCopy } from '../library/copy-file.ts';
import { placeFile } from '../library/library-files.ts';
import { extensionOf, nameFromText, numberedNames } from '../library/library-names.ts';
import { newPart, removePart } from '../library/part-file.ts';
import { syncFolder } from '../util/sync-folder.ts';
import { codeOf, systemError } from '../util/system-errors.ts';
import type { ExportedPicture } from './exported-picture.ts';
import { factsOf } from './metadata/picture-facts.ts';
import { xmpPackets } from './metadata/xmp-packet.ts';
import type { ZipEntry } from './stored-zip.ts';

/** `there`: the folder contains the same file already. */
export type CopyOutcome = 'copied' | 'there' | LeftOutReason;

/** What is to be written: a picture's file or its converted bytes, and what becomes of the metadata. */
export interface PlannedCopy {
  readonly job: Pick<ExportJob, 'path' | 'bytes' | 'change'>;
  /** Without the ending. */
  readonly name: string;
  readonly type: ImageType;
  /** The original's content, if the copy is byte for byte. */
  readonly same: Pick<ExportedPicture['file'], 'bytes' | 'sha256'> | null;
  readonly createdAt: EpochMs;
  /** XMP for a file of its own, because Latent does not write into this format. */
  readonly sidecar: Buffer | null;
}

export interface PlanInput {
  readonly picture: ExportedPicture;
  /** Absolute path of the picture's file. */
  readonly source: string;
  readonly name: string;
  readonly choices: ExportChoices;
  /** Null: not converted. */
  readonly converted: { readonly bytes: Uint8Array; readonly type: WritableType; readonly width: number; readonly height: number } | null;
  readonly writtenBy: string;
}

/** What to write for a picture, or why it cannot be written as it was wished. */
export function planCopy({ picture, source, name, choices, converted, writtenBy }: PlanInput): PlannedCopy | LeftOutReason {
  const type = converted?.type ?? picture.file.type;
  const metadata = metadataOf(choices);
  const facts = metadata === 'embed' ? factsOf({ ...picture, file: converted ?? picture.file, writtenBy }) : null;
  if (metadata === 'strip' && !isWritable(type)) return 'not-stripped';
  const change = metadata !== 'keep' && isWritable(type) ? { type, facts } : null;
  return {
    job: { path: source, bytes: converted?.bytes ?? null, change },
    name,
    type,
    same: converted === null && change === null ? picture.file : null,
    createdAt: picture.task.createdAt,
    sidecar: facts !== null && change === null ? xmpPackets(facts).main : null,
  };
}

export interface Destination {
  /** Writes a copy. Rejects with the system's error if the folder refuses, and with the signal's reason. */
  write(copy: PlannedCopy, signal: AbortSignal): Promise<CopyOutcome>;
  /** Completes what was begun, after the last copy. */
  end(signal: AbortSignal): Promise<void>;
  /** Removes what is not complete. */
  discard(): Promise<void>;
}

/** Errors of a disk that cannot store a name. */
const nameRefusals = new Set(['EINVAL', 'ENAMETOOLONG', 'EILSEQ']);

/** How many files with one name and different numbers are worth remembering. */
const manyNames = 8;

/** Copies are files of a folder, under their names or with a number after them. It never overwrites a file, and shows none before it is complete. */
export function folderDestination(thread: FileThread, folder: string): Destination {
  /** The sizes of the files that have a name and its numbers. Looking at thousands of them again for each picture would take hours. */
  const known = new Map<string, number[]>();
  return {
    async write({ job, name, type, same, sidecar }, signal) {
      const ext = `.${extensionOf(type)}`;
      const names = (first = 1): Iterable<string> => numberedNames((number) => (number > 1 ? `${name} ${number}${ext}` : name + ext), first);
      const sizes = known.get(name + ext) ?? [];
      const find = async (content: Pick<ExportedPicture['file'], 'bytes' | 'sha256'>): Promise<string | null> => {
        const found = await findCopy(thread, folder, names(), content, signal, sizes);
        if (sizes.length >= manyNames) known.set(name + ext, sizes);
        return found;
      };
      const there = same === null ? null : await find(same);
      signal.throwIfAborted();
      if (there !== null) {
        await placeSidecar(thread, folder, there, sidecar);
        return 'there';
      }
      const part = newPart(folder);
      const answer = await thread.run({ kind: 'export', ...job, to: { kind: 'part', part } });
      if (answer.kind !== 'copied') {
        // If the thread was ended, it left what it had written.
        await removePart(part);
        return failureOf(answer, signal);
      }
      try {
        const before = same === null ? await find(answer.value) : null;
        const placed = before ?? (await placeFile(part, folder, names(sizes.length + 1)));
        await placeSidecar(thread, folder, placed, sidecar);
        return before === null ? 'copied' : 'there';
      } catch (error) {
        if (nameRefusals.has(codeOf(error))) return 'name-refused';
        throw error;
      } finally {
        await removePart(part);
      }
    },
    end: async () => undefined,
    discard: async () => undefined,
  };
}

/** Writes XMP beside a copy: `fox.gif.xmp`. One that is there already stays. */
async function placeSidecar(thread: FileThread, folder: string, name: string, sidecar: Buffer | null): Promise<void> {
  if (sidecar === null) return;
  const part = newPart(folder);
  const answer = await thread.run({ kind: 'export', path: part, bytes: sidecar, change: null, to: { kind: 'part', part } });
  if (answer.kind === 'failed') throw systemError(answer.code, 'write');
  try {
    if (answer.kind === 'copied') await placeFile(part, folder, [`${name}.xmp`]);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await removePart(part);
  }
}

/** What a file may be called here and a program elsewhere would take for a folder, or refuse. */
const foreign = /[<>:"/\\|?*\p{Cc}]/u;

/** Copies are entries of a ZIP file, which appears when it is complete. The person has agreed to replace what is at its place. */
export function zipDestination(thread: FileThread, file: string): Destination {
  const part = newPart(path.dirname(file));
  const entries: ZipEntry[] = [];
  const taken = new Set<string>();
  /** The next number of names that came more than once. */
  const numbers = new Map<string, number>();
  let at = 0;

  const nameFor = (name: string, ext: string): string => {
    // Some systems do not distinguish capital letters.
    const key = (name + ext).toLowerCase();
    if (!taken.has(key)) return name + ext;
    for (let number = numbers.get(key) ?? 2; ; number += 1) {
      const candidate = `${name} ${number}${ext}`;
      if (taken.has(candidate.toLowerCase())) continue;
      numbers.set(key, number);
      return candidate;
    }
  };
  const add = async (job: Pick<ExportJob, 'path' | 'bytes' | 'change'>, name: string, modifiedAt: EpochMs, signal: AbortSignal): Promise<CopyOutcome> => {
    const answer = await thread.run({ kind: 'export', ...job, to: { kind: 'zip', part, name, at, modifiedAt } });
    if (answer.kind !== 'zipped') return failureOf(answer, signal);
    const entry = answer.value;
    entries.push(entry);
    taken.add(name.toLowerCase());
    at = entry.at + 30 + Buffer.byteLength(name) + entry.bytes;
    return 'copied';
  };
  return {
    async write({ job, name, type, createdAt, sidecar }, signal) {
      const full = nameFor(foreign.test(name) ? nameFromText(name) || 'picture' : name, `.${extensionOf(type)}`);
      const start = at;
      const outcome = await add(job, full, createdAt, signal);
      try {
        if (outcome === 'copied' && sidecar !== null) await add({ path: part, bytes: sidecar, change: null }, `${full}.xmp`, createdAt, signal);
      } catch (error) {
        // The picture is written again when the export continues.
        entries.pop();
        taken.delete(full.toLowerCase());
        at = start;
        throw error;
      }
      return outcome;
    },
    async end(signal) {
      if (entries.length === 0) return;
      const answer = await thread.run({ kind: 'zip-end', path: part, at, entries });
      signal.throwIfAborted();
      if (answer.kind === 'failed') throw systemError(answer.code, 'write');
      if (answer.kind !== 'copied') throw new Error(`the file thread answered the end of a ZIP file with "${answer.kind}"`);
      await rename(part, file);
      await syncFolder(path.dirname(file));
    },
    discard: () => removePart(part),
  };
}

/** Why a copy was not made. Rejects with the system's error if the place where it was to be written refuses, and with the signal's reason. */
function failureOf(answer: ThreadAnswer, signal: AbortSignal): LeftOutReason {
  if (answer.kind === 'failed' && answer.side === 'library') throw systemError(answer.code, 'write');
  signal.throwIfAborted();
  return answer.kind === 'failed' && answer.code === 'ENOENT' ? 'missing' : 'unreadable';
}
