import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ThumbnailStore } from '../../electron/core/thumbnails/thumbnail-store.ts';

/** `length` bytes that only the thumbnail of this picture has. */
export function sampleThumbnail(id: number, length = 1_500): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = id * 2_654_435_761;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

export const sampleColours = (id: number): Uint8Array => Uint8Array.from({ length: 16 }, (_, at) => (at === 0 ? 1 : (id * 31 + at * 7) & 0xff));

export const sampleHash = (id: number): Uint8Array => Uint8Array.from({ length: 8 }, (_, at) => (id * 37 + at * 11) & 0xff);

/** The thumbnail, or the word for why there is none. */
export async function found(store: ThumbnailStore, id: number): Promise<Uint8Array | string> {
  const answer = await store.read(id);
  if (answer.state === 'kept') return new Uint8Array(answer.thumbnail);
  return answer.state === 'broken' ? answer.reason : 'none';
}

export async function temporaryFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-thumbnails-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Resolves when `holds` is true, which is checked at each turn of the event loop. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}
