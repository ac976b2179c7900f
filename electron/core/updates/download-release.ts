import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { HttpFailure, type Http } from '../http/http-client.ts';
import { discard } from '../service/pictures/image-request.ts';
import { replaceFile } from '../util/whole-file.ts';
import { requestFile } from './feed-request.ts';
import type { ReleaseFile } from './signed-feed.ts';
import { UpdateFailure, writingFailure } from './update-failure.ts';

export interface DownloadInput {
  readonly http: Http;
  /** The feed's address. The file is beside it. */
  readonly feed: string;
  readonly file: ReleaseFile;
  /** Where it goes, absolute. Nothing else is kept there. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called with the bytes that are here. */
  readonly progress: (bytes: number) => void;
}

/** Bytes between two calls of `progress`. */
const progressStep = 1024 * 1024;

/**
 * Downloads a file that a verified feed names, and returns its absolute path. What an earlier attempt left is continued. The file has its name only if it has the
 * feed's size and hash and is on the disk. Rejects with UpdateFailure; after `cut`, the next attempt continues, and after all others nothing is left.
 */
export async function downloadRelease({ http, feed, file, folder, signal, progress }: DownloadInput): Promise<string> {
  const target = path.join(folder, file.name);
  const part = `${target}.part`;
  try {
    await mkdir(folder, { recursive: true });
    await keepOnly(folder, [target, part]);
    if (await isFile(target, file)) return target;
    const handle = await open(part, 'a+', 0o600);
    try {
      await fill(handle, { http, feed, file, signal, progress });
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replaceFile(part, target);
    return target;
  } catch (error) {
    const failure = writingFailure(error);
    const isToBeContinued = failure instanceof UpdateFailure && (failure.fault === 'cut' || failure.fault === 'unreachable');
    if (!isToBeContinued && !signal.aborted) await rm(part, { force: true }).catch(() => undefined);
    throw failure;
  }
}

/** Whether a file is there and is what the feed names. */
export async function isFile(file: string, { size, sha512 }: ReleaseFile): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile() || found.size !== size) return false;
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha512;
}

/** Removes what earlier releases left in the folder. */
export async function keepOnly(folder: string, files: readonly string[]): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const other = path.join(folder, name);
    if (!files.includes(other)) await rm(other, { recursive: true, force: true });
  }
}

async function fill(handle: FileHandle, { http, feed, file, signal, progress }: Omit<DownloadInput, 'folder'>): Promise<void> {
  let { bytes, hash } = await readPart(handle, file.size);
  if (bytes < file.size) {
    const reply = await requestFile(http, feed, file.name, signal, bytes).catch((error: unknown) => {
      throw error instanceof HttpFailure ? new UpdateFailure('unreachable', error.code, { cause: error }) : error;
    });
    const goesOn = reply.status === 206 && reply.headers['content-range']?.startsWith(`bytes ${bytes}-`) === true;
    if (!goesOn && reply.status !== 200) {
      await discard(reply);
      // The next attempt begins anew.
      if (reply.status === 416 || reply.status === 206) await handle.truncate();
      throw new UpdateFailure('unreachable', `HTTP ${reply.status}`);
    }
    if (!goesOn) {
      await handle.truncate();
      [bytes, hash] = [0, createHash('sha512')];
    }
    let told = bytes;
    progress(bytes);
    try {
      for await (const chunk of reply.body) {
        bytes += chunk.length;
        // A host that never ends would otherwise fill the disk.
        if (bytes > file.size) throw new UpdateFailure('wrong-file', 'longer than the feed says');
        hash.update(chunk);
        await handle.appendFile(chunk);
        if (bytes - told >= progressStep) progress((told = bytes));
      }
    } catch (error) {
      throw error instanceof HttpFailure ? new UpdateFailure('cut', error.code, { cause: error }) : error;
    }
  }
  if (bytes < file.size) throw new UpdateFailure('cut', `${bytes} of ${file.size} bytes`);
  if (hash.digest('hex') !== file.sha512) throw new UpdateFailure('wrong-file');
}

/** The bytes that are here and their hash. What is longer than the file cannot be its beginning. */
async function readPart(handle: FileHandle, size: number): Promise<{ bytes: number; hash: Hash }> {
  const hash = createHash('sha512');
  let { size: bytes } = await handle.stat();
  if (bytes > size) await handle.truncate((bytes = 0));
  if (bytes > 0) for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer);
  return { bytes, hash };
}
