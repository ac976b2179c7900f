import { access, mkdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { nothingLeftOut, wildcardLimits, type UncertainWildcard, type WildcardFile, type WildcardFolder, type WildcardText, type WildcardTrouble } from '../../../shared/templates/wildcard-files.ts';
import type { WildcardList } from '../../../shared/templates/wildcard-lists.ts';
import { NotText } from '../../../shared/texts/text-reader.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import { certainText } from '../util/read-text-file.ts';
import { codeOf } from '../util/system-errors.ts';
import { writeFailure, writeWholeFile } from '../util/whole-file.ts';
import type { FoundFile } from './read-wildcards.ts';
import type { ReadValues } from './wildcard-values.ts';

export interface WildcardBook {
  /** The files as they are now. Null: unchanged since the revision `known`. */
  folder(known: string | null): Promise<WildcardFolder | null>;
  read(file: string): Promise<WildcardText | UncertainWildcard>;
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
  readonly thread: FileThread;
  /** Moves a file to the system's trash. */
  readonly discard: (file: string) => Promise<void>;
}

const none: WildcardFolder = { folder: null, revision: 'none', trouble: null, files: [], lists: [] };

const refused = (trouble: WildcardTrouble): ReadValues => ({ lists: [], trouble, line: null, leftOut: nothingLeftOut });

/** The wildcard files. Names of files are paths in the folder, as `isWildcardFile` allows them. */
export function createWildcardBook({ root, thread, discard }: WildcardBookDeps): WildcardBook {
  let [asked, closed] = [0, false];
  /** The files that took too long, as they were then. Other changes of the folder need not wait for them again. */
  const slow = new Set<string>();

  const readOne = async (found: FoundFile): Promise<ReadValues | WildcardTrouble> => {
    const version = JSON.stringify(found);
    if (found.trouble !== null || slow.has(version)) return found.trouble ?? 'too-slow';
    const answer = await thread.run({ kind: 'wildcard-file', path: found.path, found });
    if (answer.kind === 'wildcard-file') return answer.value;
    if (answer.kind !== 'refused') return 'unreadable';
    slow.add(version);
    return 'too-slow';
  };

  /** Reads the files one by one, because one that is too costly ends its thread. */
  const readFolder = async (folder: string, known: string | null): Promise<WildcardFolder | null> => {
    const answer = await thread.run({ kind: 'wildcards', path: folder });
    const found = answer.kind === 'wildcards' ? answer.value : null;
    if (found === null) return known === 'missing' ? null : { folder, revision: 'missing', trouble: 'missing', files: [], lists: [] };
    if (found.revision === known) return null;
    const files: WildcardFile[] = [];
    const lists: WildcardList[] = [];
    let room: number = wildcardLimits.values;
    for (const each of found.files) {
      if (closed) return null;
      const outcome = await readOne(each);
      const read = typeof outcome === 'string' ? refused(outcome) : outcome;
      const count = read.lists.reduce((sum, { values }) => sum + values.length, 0);
      const fits = count <= room;
      const { lists: own, trouble, line, leftOut } = fits ? read : refused('too-many');
      if (fits) room -= count;
      // One at a time: so many arguments would not fit the call stack.
      for (const list of own) lists.push(list);
      files.push({ file: each.file, names: own.map(({ name }) => name), values: fits ? count : 0, trouble, line, leftOut });
    }
    return { folder, revision: found.revision, trouble: found.whole ? null : 'too-many-files', files, lists };
  };

  return {
    async folder(known) {
      const folder = root();
      if (folder === null) return known === none.revision ? null : none;
      asked += 1;
      try {
        return await readFolder(folder, known);
      } finally {
        asked -= 1;
        // End the idle thread, so that it holds no memory.
        if (asked === 0) await thread.stop();
      }
    },
    async read(file) {
      const { bytes, version } = await contentAt(await absoluteOf(file));
      try {
        return { text: certainText(bytes, path.posix.basename(file)), version };
      } catch (error) {
        if (error instanceof AppFailure && error.cause instanceof NotText && error.cause.fault === 'not-unicode') return { bytes, version };
        throw error;
      }
    },
    async save(file, text, version) {
      if (Buffer.byteLength(text) > wildcardLimits.file) throw new AppFailure('wildcard-too-large', file);
      const absolute = await absoluteOf(file);
      const now = await versionAt(absolute);
      if (version === null && now !== null) throw new AppFailure('file-exists', file);
      if (version !== null && now !== version) throw new AppFailure('file-changed', file);
      await writeWholeFile(absolute, [text], 'usual');
      const { bytes, version: written } = await contentAt(absolute);
      return { text: certainText(bytes, path.posix.basename(file)), version: written };
    },
    async rename(file, to) {
      const [from, target] = [await absoluteOf(file), await absoluteOf(to)];
      // On some systems, names that differ only in case are the same file.
      const there = await versionAt(target);
      if (there !== null && there !== (await versionAt(from))) throw new AppFailure('file-exists', to);
      await rename(from, target).catch((error: unknown) => Promise.reject(failureOf(error, file)));
    },
    async remove(file) {
      const absolute = await absoluteOf(file);
      if ((await versionAt(absolute)) === null) throw new AppFailure('not-found', file);
      await discard(absolute);
    },
    close() {
      closed = true;
      return thread.close();
    },
  };

  /** Where a file is or will be. Creates its folder. A link that leads out of the wildcard folder is refused. */
  async function absoluteOf(file: string): Promise<string> {
    const folder = root();
    if (folder === null) throw new AppFailure('not-found', file);
    try {
      const real = await realpath(folder);
      const absolute = path.join(real, ...file.split('/'));
      await mkdir(path.dirname(absolute), { recursive: true });
      const within = await realpath(path.dirname(absolute));
      const target = await access(absolute).then(() => realpath(absolute), () => path.join(within, path.basename(absolute)));
      if (!target.startsWith(real + path.sep)) throw new AppFailure('not-found', file);
      return target;
    } catch (error) {
      throw failureOf(error, file);
    }
  }
}

async function contentAt(absolute: string): Promise<UncertainWildcard> {
  try {
    const version = await versionAt(absolute);
    const { size } = await stat(absolute);
    if (size > wildcardLimits.file) throw new AppFailure('wildcard-too-large', absolute);
    return { bytes: await readFile(absolute), version: version ?? '' };
  } catch (error) {
    throw failureOf(error, absolute);
  }
}

/** Null: there is no such file. */
async function versionAt(absolute: string): Promise<string | null> {
  try {
    const { size, mtimeMs, ino } = await stat(absolute);
    return `${size}-${mtimeMs}-${ino}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw failureOf(error, absolute);
  }
}

function failureOf(error: unknown, file: string): unknown {
  return codeOf(error) === 'ENOENT' ? new AppFailure('not-found', file, { cause: error }) : writeFailure(error, file);
}
