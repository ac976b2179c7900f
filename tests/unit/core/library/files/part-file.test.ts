import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openPart } from '../../../../../electron/core/library/files/part-file.ts';
import { sha256 } from '../../../../support/bytes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-part-'));
  return () => rm(folder, { recursive: true, force: true });
});

/** Each write takes this many bytes at most, as on a disk that is filling up. */
async function takeAtMost(most: number): Promise<void> {
  const handle = await open(path.join(folder, 'any'), 'w');
  await handle.close();
  const prototype = Object.getPrototypeOf(handle) as { write(bytes: Uint8Array, offset: number, length: number, at: number): Promise<{ readonly bytesWritten: number }> };
  const { write } = prototype;
  const spy = vi.spyOn(prototype, 'write').mockImplementation(function (this: unknown, bytes, offset, length, at) {
    return write.call(this as typeof prototype, bytes, offset, Math.min(length, most), at);
  });
  onTestFinished(() => spy.mockRestore());
}

it('is written whole, however little the disk takes at a time', async () => {
  await takeAtMost(1000);
  const pieces = [1, 999, 1000, 1, 2500, 3, 700_000, 5].map((length, index) => Buffer.alloc(length, `${index} of all`));
  const part = await openPart(folder, null);
  for (const piece of pieces) await part.append(piece);
  await part.sync();
  const all = Buffer.concat(pieces);
  expect(part.written).toBe(all.length);
  expect((await readFile(part.path)).equals(all)).toBe(true);
  expect(part.sha256()).toBe(sha256(all));
  await part.close();
});
