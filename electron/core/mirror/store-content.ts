import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { ObjectFailure, type ObjectStore } from '../http/object-store.ts';
import { contentOf, objectKey, partSize, sha256Of, type ContentRef, type PartRef } from './mirror-format.ts';

export interface StoreContentDeps {
  readonly store: ObjectStore;
  readonly prefix: string;
  readonly signal: AbortSignal;
  /** Called for each object that the bucket did not have. */
  readonly sent: (bytes: number) => void;
}

/** Bytes read at once, so that a hash never keeps the process for long. */
const readSize = 1024 * 1024;
/** Objects with the same content, all but the last damaged. */
const mostCopies = 9;

/** Stores a content unless the bucket has it. When this resolves, the bucket has shown that it has the bytes. */
export async function storeBytes(deps: StoreContentDeps, bytes: Uint8Array): Promise<ContentRef> {
  const parts: PartRef[] = [];
  for (let at = 0; at < bytes.length; at += partSize) {
    const slice = bytes.subarray(at, at + partSize);
    parts.push(await storePart(deps, slice, sha256Of(slice)));
  }
  return contentOf(sha256Of(bytes), bytes.length, parts);
}

/**
 * Stores the file as it is now. `mayGrow`: lines may be appended meanwhile, and belong to the next run. Null: the file changed otherwise while it was read. Rejects with the
 * system's error, and as the store does.
 */
export async function storeFile(deps: StoreContentDeps, file: string, mayGrow: boolean): Promise<(ContentRef & { readonly modifiedAt: number }) | null> {
  const handle = await open(file, 'r');
  try {
    const before = await handle.stat();
    const whole = createHash('sha256');
    const parts: PartRef[] = [];
    for (let at = 0; at < before.size; at += partSize) {
      const bytes = Buffer.allocUnsafe(Math.min(partSize, before.size - at));
      const hash = createHash('sha256');
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, filled, Math.min(readSize, bytes.length - filled), at + filled);
        if (bytesRead === 0) return null;
        const piece = bytes.subarray(filled, filled + bytesRead);
        hash.update(piece);
        whole.update(piece);
        filled += bytesRead;
      }
      parts.push(await storePart(deps, bytes, hash.digest('hex')));
    }
    const after = await handle.stat();
    if (!mayGrow && (after.size !== before.size || after.mtimeMs !== before.mtimeMs)) return null;
    return { ...contentOf(whole.digest('hex'), before.size, parts), modifiedAt: Math.round(before.mtimeMs) };
  } finally {
    await handle.close();
  }
}

/** An object that turns out to be damaged is left as it is, and another one takes its place in the lists. */
async function storePart({ store, prefix, signal, sent }: StoreContentDeps, bytes: Uint8Array, sha256: string): Promise<PartRef> {
  const content = { sha256, bytes: bytes.length };
  for (let copy = 0; copy <= mostCopies; copy += 1) {
    const ref: PartRef = copy === 0 ? content : { ...content, copy };
    const key = objectKey(prefix, ref);
    const held = await store.holds(key, content, bytes, signal);
    if (held === 'sound') return ref;
    if (held === 'damaged') continue;
    if ((await store.put(key, bytes, sha256, signal)) === 'stored') {
      sent(bytes.length);
      return ref;
    }
    // Somebody else, or an attempt without an answer, has stored it meanwhile.
    if ((await store.holds(key, content, bytes, signal)) === 'sound') return ref;
  }
  throw new ObjectFailure('unproved', objectKey(prefix, content));
}
