import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../util/system-errors.ts';

/** A file, or a place that cannot be read. Paths are absolute. */
export type WalkedEntry =
  | { readonly kind: 'file'; readonly file: WalkedFile }
  | { readonly kind: 'trouble'; readonly path: string; readonly code: string };

export interface WalkedFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

/** Files examined at once: enough to keep the disk busy, few enough not to delay other reads. */
const sideBySide = 32;

/**
 * Returns all files in a folder and its subfolders. Leaves out links, files that are still arriving, everything hidden, such as the journal, and
 * the folders of `isLeftOut`. Holds one folder handle and a few names at a time, so that a million files need no memory.
 */
export async function* walkFolder(root: string, isLeftOut: (folder: string) => boolean = () => false): AsyncGenerator<WalkedEntry> {
  const waiting: string[] = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    let files: string[] = [];
    try {
      for await (const entry of await opendir(folder, { bufferSize: 256 })) {
        if (entry.name.startsWith('.') || entry.name.endsWith('.part')) continue;
        const inside = path.join(folder, entry.name);
        if (entry.isDirectory() && !isLeftOut(inside)) waiting.push(inside);
        if (entry.isFile()) files.push(inside);
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

export async function fileAt(file: string): Promise<WalkedEntry> {
  try {
    const { size, mtimeMs } = await lstat(file);
    return { kind: 'file', file: { path: file, bytes: size, modifiedAt: Math.round(mtimeMs) } };
  } catch (error) {
    return { kind: 'trouble', path: file, code: codeOf(error) };
  }
}

/** Whether a path is the folder itself or inside it. */
export function isInside(place: string, folder: string): boolean {
  // The root of a disk ends with a separator already.
  return place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** An absolute path as rows have it: below the library folder, with forward slashes. */
export function pathBelow(root: string, place: string): string {
  return path.relative(root, place).split(path.sep).join('/');
}
