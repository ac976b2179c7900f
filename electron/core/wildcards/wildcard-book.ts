import { access, mkdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { wildcardLimits, type WildcardFolder, type WildcardText } from '../../../shared/templates/wildcard-files.ts';
import type { ThreadAnswer } from '../file-worker/file-thread.ts';
import type { FileJob } from '../file-worker/file-jobs.ts';
import { certainText } from '../util/read-text-file.ts';
import { codeOf, isFull } from '../util/system-errors.ts';
import { writeWholeFile } from '../util/whole-file.ts';

export interface WildcardBook {
  /** The files as they are now. Null: unchanged since the revision `known`. */
  folder(known: string | null): Promise<WildcardFolder | null>;
  read(file: string): Promise<WildcardText>;
  /** @param version of the text that was changed; null: a new file. Fails with `file-changed` if the file is not as it was read. */
  save(file: string, text: string, version: string | null): Promise<WildcardText>;
  /** Fails with `file-exists` if there is a file with the new name. */
  rename(file: string, to: string): Promise<void>;
  remove(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface WildcardBookDeps {
  /** The folder that the person chose. */
  readonly root: () => string | null;
  readonly thread: { run(job: FileJob): Promise<ThreadAnswer>; rest(): Promise<void>; close(): Promise<void> };
  /** Moves a file to the system's trash. */
  readonly discard: (file: string) => Promise<void>;
}

const none: WildcardFolder = { folder: null, revision: 'none', trouble: null, files: [], lists: [] };

/** The wildcard files. Names of files are paths in the folder, as `isWildcardFile` allows them. */
export function createWildcardBook({ root, thread, discard }: WildcardBookDeps): WildcardBook {
  let asked = 0;
  return {
    async folder(known) {
      const folder = root();
      if (folder === null) return known === none.revision ? null : none;
      asked += 1;
      const answer = await thread.run({ kind: 'wildcards', path: folder, known });
      asked -= 1;
      // End the idle thread, so that it holds no memory.
      if (asked === 0) await thread.rest();
      if (answer.kind === 'wildcards') return answer.value;
      return { folder, revision: 'missing', trouble: 'missing', files: [], lists: [] };
    },
    async read(file) {
      const place = await placeOf(file);
      return textAt(place);
    },
    async save(file, text, version) {
      if (Buffer.byteLength(text) > wildcardLimits.file) throw new AppFailure('wildcard-too-large', file);
      const place = await placeOf(file);
      const now = await versionAt(place);
      if (version === null && now !== null) throw new AppFailure('file-exists', file);
      if (version !== null && now !== version) throw new AppFailure('file-changed', file);
      await writeWholeFile(place, [text], 'usual');
      return textAt(place);
    },
    async rename(file, to) {
      const [from, target] = [await placeOf(file), await placeOf(to)];
      // On some systems, names that differ only in case are the same file.
      const there = await versionAt(target);
      if (there !== null && there !== (await versionAt(from))) throw new AppFailure('file-exists', to);
      await rename(from, target).catch((error: unknown) => Promise.reject(failureOf(error, file)));
    },
    async remove(file) {
      const place = await placeOf(file);
      if ((await versionAt(place)) === null) throw new AppFailure('not-found', file);
      await discard(place);
    },
    close: () => thread.close(),
  };

  /** Where a file is or will be. Creates its folder. A link that leads out of the wildcard folder is refused. */
  async function placeOf(file: string): Promise<string> {
    const folder = root();
    if (folder === null) throw new AppFailure('not-found', file);
    try {
      const real = await realpath(folder);
      const place = path.join(real, ...file.split('/'));
      await mkdir(path.dirname(place), { recursive: true });
      const within = await realpath(path.dirname(place));
      const target = await access(place).then(() => realpath(place), () => path.join(within, path.basename(place)));
      if (!target.startsWith(real + path.sep)) throw new AppFailure('not-found', file);
      return target;
    } catch (error) {
      throw failureOf(error, file);
    }
  }
}

async function textAt(place: string): Promise<WildcardText> {
  try {
    const version = await versionAt(place);
    const { size } = await stat(place);
    if (size > wildcardLimits.file) throw new AppFailure('wildcard-too-large', place);
    return { text: certainText(await readFile(place), path.basename(place)), version: version ?? '' };
  } catch (error) {
    throw failureOf(error, place);
  }
}

/** Null: there is no such file. */
async function versionAt(place: string): Promise<string | null> {
  try {
    const { size, mtimeMs, ino } = await stat(place);
    return `${size}-${mtimeMs}-${ino}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw failureOf(error, place);
  }
}

function failureOf(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (error instanceof AppFailure || code === '') return error;
  if (code === 'ENOENT') return new AppFailure('not-found', file, { cause: error });
  return new AppFailure(isFull(error) ? 'disk-full' : 'folder-unwritable', file, { cause: error });
}
