import { createHash } from 'node:crypto';
import { rename, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStore } from '../http/object-store.ts';
import { ensureFolders, placeFile } from '../library/files/library-files.ts';
import { openPart, removePart } from '../library/files/part-file.ts';
import { writeFailure } from '../util/whole-file.ts';
import { codeOf } from '../util/system-errors.ts';
import { objectKey, partsOf, sha256Of, type ContentRef, type MirroredFile, type PartRef } from './mirror-format.ts';

export interface FetchDeps {
  readonly store: ObjectStore;
  readonly prefix: string;
  readonly signal: AbortSignal;
}

/** The bucket does not have a content as it was mirrored. */
export class NotAsMirrored extends Error {
  readonly why: 'damaged' | 'missing';
  readonly key: string;

  constructor(why: 'damaged' | 'missing', key: string) {
    super(`${why}: ${key}`);
    this.name = 'NotAsMirrored';
    this.why = why;
    this.key = key;
  }
}

/** A content in memory. Rejects with NotAsMirrored. */
export async function fetchBytes(deps: FetchDeps, content: ContentRef): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (const part of partsOf(content)) pieces.push(await fetchPart(deps, part));
  const bytes = Buffer.concat(pieces);
  if (sha256Of(bytes) !== content.sha256) throw new NotAsMirrored('damaged', content.sha256);
  return bytes;
}

/**
 * Puts a file in its place below `root`: first under another name beside it, synced and with its hash checked. `taken`: something else has the name meanwhile. Rejects with NotAsMirrored,
 * `disk-full` or `folder-unwritable`.
 */
export async function fetchFile(deps: FetchDeps, root: string, file: MirroredFile): Promise<'placed' | 'taken'> {
  const names = file.path.split('/');
  const name = names.pop() ?? '';
  const target = path.join(root, file.path);
  try {
    const folder = await ensureFolders(root, names);
    const part = await openPart(folder, null);
    try {
      for (const one of partsOf(file)) await part.append(await fetchPart(deps, one));
      await part.sync();
      if (part.sha256() !== file.sha256) throw new NotAsMirrored('damaged', file.sha256);
      await utimes(part.path, file.modifiedAt / 1000, file.modifiedAt / 1000);
      await part.close();
      await placeFile(part.path, folder, [[name]]);
      return 'placed';
    } finally {
      await part.close().catch(() => undefined);
      await removePart(part.path);
    }
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'taken';
    throw writeFailure(error, target);
  }
}

/**
 * Replaces a file that only grows at its end by what it has grown to, under another name first, as `fetchFile` does. False: it does not begin with what is there, `there.bytes` long, and stays.
 */
export async function fetchGrown(deps: FetchDeps, root: string, file: MirroredFile, there: Pick<ContentRef, 'sha256' | 'bytes'>): Promise<boolean> {
  if (file.bytes <= there.bytes) return false;
  const target = path.join(root, file.path);
  try {
    const part = await openPart(path.dirname(target), null);
    const beginning = createHash('sha256');
    let left = there.bytes;
    try {
      for (const one of partsOf(file)) {
        const bytes = await fetchPart(deps, one);
        beginning.update(bytes.subarray(0, left));
        left = Math.max(0, left - bytes.length);
        await part.append(bytes);
      }
      await part.sync();
      if (part.sha256() !== file.sha256) throw new NotAsMirrored('damaged', file.sha256);
      if (beginning.digest('hex') !== there.sha256) return false;
      await part.close();
      await rename(part.path, target);
      return true;
    } finally {
      await part.close().catch(() => undefined);
      await removePart(part.path);
    }
  } catch (error) {
    throw writeFailure(error, target);
  }
}

/** Asked for twice, because a line may change bytes that the bucket has. */
async function fetchPart({ store, prefix, signal }: FetchDeps, part: PartRef): Promise<Uint8Array> {
  const key = objectKey(prefix, part);
  for (let reads = 0; reads < 2; reads += 1) {
    const bytes = await store.get(key, part.bytes + 1, signal);
    if (bytes === null) throw new NotAsMirrored('missing', key);
    if (sha256Of(bytes) === part.sha256) return bytes;
  }
  throw new NotAsMirrored('damaged', key);
}
