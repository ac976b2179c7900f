import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import { referenceLimits } from '../../../shared/request/reference-checks.ts';
import { shownTypes, type PictureReference } from '../../../shared/task.ts';
import type { FileThread } from '../file-worker/file-thread.ts';
import { inspectImage } from '../image-header/image-header.ts';
import { imageTypeOf, typeBytes } from '../image-header/image-type.ts';
import { copyToPart, hasContent } from '../file-worker/copy-file.ts';
import { ensureFolders } from '../library/files/library-files.ts';
import { referenceFolders, type LibraryFolders } from '../library/library-folders.ts';
import type { LibraryLease } from '../library/library-lease.ts';
import { extensionOf } from '../library/files/library-names.ts';
import { openPart, removePart, sourceOf } from '../library/files/part-file.ts';
import type { Clock } from '../util/clock.ts';
import { replaceFile, writeFailure } from '../util/whole-file.ts';

/** The source of a reference picture: a file, or bytes that were pasted or dropped. */
export type ReferenceSource = { readonly name: string } & ({ readonly path: string } | { readonly bytes: Uint8Array });

/** The copies of reference pictures, in `.latent/references` of the library folder, named by their content. Nothing deletes them. */
export interface ReferenceStore {
  /**
   * Copies pictures. When it resolves, the copies are on the disk. Rejects with AppFailure: `reference-not-shown`, `reference-too-large`,
   * `file-unreadable`, `library-in-use`, `disk-full`, `folder-unwritable`, or `disk-silent` if one picture takes longer than a minute.
   */
  keep(sources: readonly ReferenceSource[]): Promise<readonly PictureReference[]>;
  /** Whether a copy of this length exists. Only `encode` reads its content. Rejects with AppFailure `disk-silent` after ten seconds. */
  has(reference: PictureReference): Promise<boolean>;
  /** The picture as a data URL in ASCII. Null if no library folder has a copy with this content. Rejects with AppFailure `disk-silent` after a minute. */
  encode(reference: PictureReference): Promise<Uint8Array | null>;
  /** The copy with this name, for showing. Null if there is none, or if it is not a picture. */
  file(sha256: string): Promise<ReferenceFile | null>;
  close(): Promise<void>;
}

export interface ReferenceFile extends Pick<PictureReference, 'type'> {
  readonly path: string;
  /** The library folder that it must be in. */
  readonly root: string;
  readonly width: number;
  readonly height: number;
}

export interface ReferenceStoreDeps {
  readonly folders: Pick<LibraryFolders, 'root' | 'roots'>;
  readonly lease: Pick<LibraryLease, 'during'>;
  /** A thread for this store alone. It ends when nothing is copied or read. */
  readonly thread: FileThread;
  readonly clock: Pick<Clock, 'after'>;
}

/** Time limit for copying or reading a picture, in milliseconds. The largest picture takes that long at 350 kB a second. */
const forPicture = 60_000;

/** Time limit for finding a copy, in milliseconds. A sleeping disk needs some of it to start. */
const forLooking = 10_000;

export function createReferenceStore({ folders, lease, thread, clock }: ReferenceStoreDeps): ReferenceStore {
  const closing = new AbortController();
  let working = 0;
  /** Ends the thread when it is idle, so that it holds no memory. */
  const withThread = async <T>(run: () => Promise<T>): Promise<T> => {
    working += 1;
    try {
      return await run();
    } catch (error) {
      // The thread may be stuck in a call to the disk. The next job gets a new one.
      if (error instanceof AppFailure && error.appError.code === 'disk-silent') void thread.stop();
      throw error;
    } finally {
      working -= 1;
      // Not awaited, because a thread ends only after the disk has answered.
      if (working === 0) void thread.stop();
    }
  };
  /**
   * Runs work on a disk. Rejects with `disk-silent` if it takes too long, because a call to a disk cannot be cancelled. The work then continues, but its
   * result is ignored and its signal is aborted. `renew` restarts the time limit.
   */
  const limited = async <T>(milliseconds: number, work: (signal: AbortSignal, renew: () => void) => Promise<T>): Promise<T> => {
    const given = new AbortController();
    const silent = Promise.withResolvers<never>();
    let cancel = (): void => undefined;
    const expire = (): void => {
      given.abort();
      silent.reject(new AppFailure('disk-silent', folders.root()));
    };
    const renew = (): void => {
      cancel();
      if (!given.signal.aborted) cancel = clock.after(milliseconds, expire);
    };
    renew();
    try {
      return await Promise.race([work(AbortSignal.any([given.signal, closing.signal]), renew), silent.promise]);
    } finally {
      cancel();
    }
  };

  const keepOne = async (source: ReferenceSource, folder: string, signal: AbortSignal): Promise<PictureReference> => {
    const copy = await partOf(source, folder);
    try {
      signal.throwIfAborted();
      const looked = await thread.run({ kind: 'look', path: copy.part });
      if (looked.kind !== 'looked' || looked.value === null) throw new AppFailure('reference-not-shown', source.name);
      const { type, bytes } = looked.value;
      if (bytes > referenceLimits.bytes) throw new AppFailure('reference-too-large', source.name);
      const name = nameOf(copy.sha256, type);
      // Replaces a damaged copy.
      if (!(await hasContent(thread, path.join(folder, name), { bytes, sha256: copy.sha256 }, signal))) {
        await replaceFile(copy.part, path.join(folder, name));
      }
      return { kind: 'file', sha256: copy.sha256, type, bytes, name: source.name.slice(0, referenceLimits.name) };
    } finally {
      await removePart(copy.part);
    }
  };

  /** A complete copy that has no name yet. */
  const partOf = async (source: ReferenceSource, folder: string): Promise<{ readonly part: string; readonly sha256: string }> => {
    if ('bytes' in source) return writePart(source.bytes, folder);
    const stat = await lstat(source.path).catch(() => null);
    if (stat !== null && stat.size > referenceLimits.bytes) throw new AppFailure('reference-too-large', source.name);
    const copied = await copyToPart(thread, source.path, folder);
    if (copied.kind !== 'copied') throw new AppFailure('file-unreadable', source.name);
    return { part: copied.part, sha256: copied.value.sha256 };
  };

  return {
    async keep(sources) {
      const large = sources.find((source) => 'bytes' in source && source.bytes.length > referenceLimits.bytes);
      if (large) throw new AppFailure('reference-too-large', large.name);
      const root = folders.root();
      const copyAll = async (signal: AbortSignal, renew: () => void): Promise<readonly PictureReference[]> => {
        const folder = await ensureFolders(root, referenceFolders);
        const kept: PictureReference[] = [];
        for (const source of sources) {
          signal.throwIfAborted();
          kept.push(await keepOne(source, folder, signal));
          renew();
        }
        return kept;
      };
      const copying = withThread(() => limited(forPicture, (signal, renew) => lease.during(root, () => copyAll(signal, renew), signal)));
      const kept = await copying.catch((error: unknown) => Promise.reject(writeFailure(error, root)));
      if (kept === null) throw new AppFailure('library-in-use', root);
      return kept.value;
    },
    has: ({ sha256, type, bytes }) =>
      limited(forLooking, async () => {
        const isThere = async (root: string): Promise<void> => {
          const stat = await lstat(pathIn(root, nameOf(sha256, type)));
          if (!stat.isFile() || stat.size !== bytes) throw new Error('another file');
        };
        // Stop at the first folder that has it, because the disk of another folder may not answer.
        return Promise.any(folders.roots().map(isThere)).then(
          () => true,
          () => false,
        );
      }),
    encode: ({ sha256, type, bytes }) =>
      withThread(async () => {
        for (const root of folders.roots()) {
          const answer = await limited(forPicture, () => thread.run({ kind: 'encode', path: pathIn(root, nameOf(sha256, type)), sha256, type, bytes }));
          if (answer.kind === 'encoded' && answer.value !== null) return answer.value;
        }
        return null;
      }),
    async file(sha256) {
      for (const root of folders.roots()) {
        for (const type of shownTypes) {
          const file = pathIn(root, nameOf(sha256, type));
          const found = await pictureAt(file).catch(() => null);
          if (found !== null) return { ...found, path: file, root };
        }
      }
      return null;
    },
    async close() {
      closing.abort();
      await thread.close();
    },
  };
}

const nameOf = (sha256: string, type: PictureReference['type']): string => `${sha256}.${extensionOf(type)}`;

const pathIn = (root: string, name: string): string => path.join(root, ...referenceFolders, name);

/** Reads the header of a file. Null if it is not a picture that Latent can show. */
async function pictureAt(file: string): Promise<Pick<ReferenceFile, 'type' | 'width' | 'height'> | null> {
  const stat = await lstat(file);
  if (!stat.isFile()) return null;
  const handle = await open(file);
  try {
    const source = sourceOf(handle, stat.size);
    const type = imageTypeOf(await source.read(0, typeBytes));
    const pixels = type && (await inspectImage(type, source));
    return type && pixels ? { type, width: pixels.width, height: pixels.height } : null;
  } finally {
    await handle.close();
  }
}

/** Bytes written at once, so that hashing them takes only a moment. */
const pieceBytes = 512 * 1024;

async function writePart(bytes: Uint8Array, folder: string): Promise<{ readonly part: string; readonly sha256: string }> {
  const part = await openPart(folder, null);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) await part.append(bytes.subarray(at, at + pieceBytes));
    await part.sync();
  } catch (error) {
    await removePart(part.path);
    throw error;
  } finally {
    await part.close();
  }
  return { part: part.path, sha256: part.sha256() };
}
