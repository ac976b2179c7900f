import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../util/system-errors.ts';

/** What a walk finds. Paths are absolute. `left`: the rule leaves it out, a folder with everything in it. `trouble`: a file or folder that cannot be read. */
export type WalkedEntry<Why = unknown> =
  | { readonly kind: 'file'; readonly file: WalkedFile }
  | { readonly kind: 'left'; readonly path: string; readonly why: Why }
  | { readonly kind: 'trouble'; readonly path: string; readonly code: string };

export interface WalkedFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

/** `other`: a socket, a pipe or a device. A junction is a link. */
export interface FolderEntry {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** Why an entry of a folder is left out. Null: it is not. Files and folders only; links and others are always left out. */
export type LeaveOut<Why> = (entry: FolderEntry) => Why | null;

/** The code of a name that cannot be read as text. No path leads to its file. */
export const badName = 'EILSEQ';

/** Files examined at once: enough to keep the disk busy, few enough not to delay other reads. */
const sideBySide = 32;

/** The rule for library folders: leaves out links, files that are still arriving, and everything hidden, such as the journal. */
export const usual: LeaveOut<'unusual'> = ({ name, kind }) =>
  kind === 'link' || kind === 'other' || name.startsWith('.') || (kind === 'file' && name.endsWith('.part')) ? 'unusual' : null;

/** Returns all files in a folder and its subfolders, and what is left out of it by a usual rule. */
export function walkFolder(root: string): AsyncGenerator<WalkedEntry<'unusual'>> {
  return walkBy(root, () => usual);
}

/**
 * Returns all files in a folder and its subfolders, each once, and everything that the rule of its folder leaves out. Links are never followed. Holds
 * one folder handle and a few names at a time, so that a million files need no memory.
 */
export async function* walkBy<Why>(root: string, ruleOf: (folder: string) => LeaveOut<Why> | Promise<LeaveOut<Why>>): AsyncGenerator<WalkedEntry<Why>> {
  const waiting: string[] = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    let files: string[] = [];
    const unique = createUniqueNames();
    try {
      const leaveOut = await ruleOf(folder);
      for await (const entry of entriesOf(folder)) {
        const { name, kind, path: inside } = entry;
        if (name.includes(replacement) && (await isBadName(inside))) {
          yield { kind: 'trouble', path: unique(inside), code: badName };
          continue;
        }
        const why = leaveOut(entry);
        if (why !== null) yield { kind: 'left', path: kind === 'folder' ? inside + path.sep : inside, why };
        else if (kind === 'folder') waiting.push(inside);
        else if (kind === 'file') files.push(inside);
        if (files.length < sideBySide) continue;
        yield* await Promise.all(files.map(fileAt));
        files = [];
      }
    } catch (error) {
      yield { kind: 'trouble', path: folder, code: codeOf(error) };
    }
    yield* await Promise.all(files.map(fileAt));
  }
}

/** Everything in a folder, but not in its subfolders. Rejects with the system's error. */
export async function* entriesOf(folder: string): AsyncGenerator<FolderEntry> {
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';
    yield { name: entry.name, path: path.join(folder, entry.name), kind };
  }
}

/** Bytes that are no UTF-8 are read as this. */
const replacement = '\ufffd';

/** A name may also contain the character itself. */
async function isBadName(file: string): Promise<boolean> {
  return (await lstat(file).then(() => '', codeOf)) === 'ENOENT';
}

/** Different names may be read as the same text. */
function createUniqueNames(): (file: string) => string {
  const counts = new Map<string, number>();
  return (file) => {
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    return count === 1 ? file : `${file} (${count})`;
  };
}

export async function fileAt(file: string): Promise<Exclude<WalkedEntry, { kind: 'left' }>> {
  try {
    const { size, mtimeMs } = await lstat(file);
    return { kind: 'file', file: { path: file, bytes: size, modifiedAt: Math.round(mtimeMs) } };
  } catch (error) {
    return { kind: 'trouble', path: file, code: codeOf(error) };
  }
}

/** Whether a path is the folder itself or inside it. */
export function isInside(file: string, folder: string): boolean {
  // The root of a disk ends with a separator already.
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** An absolute path as rows have it: below the library folder, with forward slashes. */
export function pathBelow(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
