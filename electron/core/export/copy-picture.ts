import path from 'node:path';
import { metadataOf, type ExportChoices } from '../../../shared/export/export-choices.ts';
import { isWritable, type LeftOutReason, type WritableType } from '../../../shared/export/export.ts';
import type { EpochMs, ImageType } from '../../../shared/task.ts';
import type { ExportJob } from '../file-worker/file-jobs.ts';
import type { FileThread, ThreadAnswer } from '../file-worker/file-thread.ts';
import { placeFile } from '../library/files/library-files.ts';
import { createTakenNames } from '../file-worker/taken-names.ts';
import { extensionOf, isValidEverywhere, nameFromText, nameLists, plainName } from '../library/files/library-names.ts';
import { newPart, removePart } from '../library/files/part-file.ts';
import { keepMode, replaceFile } from '../util/whole-file.ts';
import { codeOf, systemError } from '../util/system-errors.ts';
import { createDistinctNames } from './export-names.ts';
import type { CopyOutcome } from './export-output.ts';
import type { ExportedPicture } from './exported-picture.ts';
import { factsOf } from '../metadata/writing/picture-facts.ts';
import { xmpPackets } from '../metadata/writing/xmp-packet.ts';
import type { ZipEntry } from '../util/stored-zip.ts';

/** What to write for one picture: its file or its converted bytes, and how to change the metadata. */
export interface PlannedCopy {
  readonly job: Pick<ExportJob, 'path' | 'bytes' | 'change'>;
  /** Without the extension. */
  readonly name: string;
  readonly type: ImageType;
  /** The content of the original, if the copy is identical. Null: the copy differs. */
  readonly same: Pick<ExportedPicture['file'], 'bytes' | 'sha256'> | null;
  readonly createdAt: EpochMs;
  /** XMP for a separate file, because Latent cannot write metadata into this format. */
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

/** What to write for a picture, or why the chosen options cannot be applied to it. */
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
  /** Writes a copy. Rejects with the system's error if the target cannot be written to, and with the signal's reason if it is aborted. */
  write(copy: PlannedCopy, signal: AbortSignal): Promise<CopyOutcome>;
  /** Completes the export after the last copy. */
  end(signal: AbortSignal): Promise<void>;
  /** Removes unfinished files. */
  discard(): Promise<void>;
}

/** Errors of a disk that cannot store a name. */
const nameRefusals = new Set(['EINVAL', 'ENAMETOOLONG', 'EILSEQ']);

/** Writes copies as files in a folder. If a name is taken, adds a number. Never overwrites a file, and shows no file before it is complete. */
export function folderDestination(thread: FileThread, folder: string): Destination {
  const taken = createTakenNames(thread);
  return {
    async write({ job, name, type, same, sidecar }, signal) {
      const names = nameLists(name, plainName(name, 'picture'), extensionOf(type));
      const find = (content: Pick<ExportedPicture['file'], 'bytes' | 'sha256'>): Promise<string | null> => taken.findCopy(folder, names, content, signal);
      const there = same === null ? null : await find(same);
      signal.throwIfAborted();
      if (there !== null) {
        await placeSidecar(thread, folder, there, sidecar, signal);
        return 'there';
      }
      const part = newPart(folder);
      const answer = await thread.run({ kind: 'export', ...job, to: { kind: 'part', part } });
      if (answer.kind !== 'copied') {
        // A terminated thread leaves its unfinished file behind.
        await removePart(part);
        return failureOf(answer, signal);
      }
      try {
        const before = same === null ? await find(answer.value) : null;
        const placed = before ?? (await placeFile(part, folder, taken.free(folder, names)));
        await placeSidecar(thread, folder, placed, sidecar, signal);
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

/**
 * Writes XMP to a file beside a copy: `fox.gif.xmp`. Keeps an existing file of that name. Rejects with the system's error, and with the signal's reason
 * if the file was not written because of it: then the copy is not done yet.
 */
async function placeSidecar(thread: FileThread, folder: string, name: string, sidecar: Buffer | null, signal: AbortSignal): Promise<void> {
  if (sidecar === null) return;
  const part = newPart(folder);
  try {
    const answer = await thread.run({ kind: 'export', path: part, bytes: sidecar, change: null, to: { kind: 'part', part } });
    if (answer.kind !== 'copied') {
      signal.throwIfAborted();
      throw systemError(answer.kind === 'failed' ? answer.code : 'EIO', 'write');
    }
    await placeFile(part, folder, [[`${name}.xmp`]]);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await removePart(part);
  }
}

/** Writes copies as entries of a ZIP file, which appears when it is complete. It replaces an existing file, which the system's dialog has confirmed. */
export function zipDestination(thread: FileThread, file: string): Destination {
  const part = newPart(path.dirname(file));
  const entries: ZipEntry[] = [];
  const names = createDistinctNames();
  let at = 0;

  const add = async (job: Pick<ExportJob, 'path' | 'bytes' | 'change'>, name: string, modifiedAt: EpochMs, signal: AbortSignal): Promise<CopyOutcome> => {
    const answer = await thread.run({ kind: 'export', ...job, to: { kind: 'zip', part, name, at, modifiedAt } });
    if (answer.kind !== 'zipped') return failureOf(answer, signal);
    const entry = answer.value;
    entries.push(entry);
    names.take(name);
    at = entry.at + 30 + Buffer.byteLength(name) + entry.bytes;
    return 'copied';
  };
  return {
    async write({ job, name, type, createdAt, sidecar }, signal) {
      const full = names.free(isValidEverywhere(name) ? name : nameFromText(name) || 'picture', extensionOf(type));
      const start = at;
      const outcome = await add(job, full, createdAt, signal);
      try {
        const isWhole = outcome !== 'copied' || sidecar === null || (await add({ path: part, bytes: sidecar, change: null }, `${full}.xmp`, createdAt, signal)) === 'copied';
        if (!isWhole) throw systemError('EIO', 'write');
      } catch (error) {
        // When the export continues, the picture is written again.
        entries.pop();
        names.giveBack(full);
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
      await keepMode(file, part);
      await replaceFile(part, file);
    },
    discard: () => removePart(part),
  };
}

/** Why a copy was not made. Throws the system's error if the target could not be written to, and the signal's reason if it was aborted. */
function failureOf(answer: ThreadAnswer, signal: AbortSignal): LeftOutReason {
  if (answer.kind === 'failed' && answer.side === 'library') throw systemError(answer.code, 'write');
  signal.throwIfAborted();
  return answer.kind === 'failed' && answer.code === 'ENOENT' ? 'missing' : 'unreadable';
}
