import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamOf, streamOfBytes } from '../../../electron/platform/file-stream.ts';

const bytes = randomBytes(3 * 1024 * 1024 + 7);
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-stream-'));
  file = path.join(folder, 'picture.png');
  await writeFile(file, bytes);
});
afterEach(() => rm(folder, { recursive: true }));

const isClosed = (handle: FileHandle): boolean => handle.fd === -1;

describe('a stream of bytes', () => {
  it.each([0, 1, 64 * 1024, 64 * 1024 + 1, bytes.length])('delivers all %d, and says so once nearly all were taken', async (length) => {
    const whole = bytes.subarray(0, length);
    let taken = 0;
    const reader = streamOfBytes(whole, () => (taken += 1)).getReader();
    const pieces: Uint8Array[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      expect(taken).toBe(0);
      pieces.push(read.value);
    }
    expect(taken).toBe(1);
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
    expect(pieces.at(-1)?.length ?? 0).toBeLessThanOrEqual(64 * 1024);
  });
});

describe('a stream of a file', () => {
  it('delivers all bytes, and closes the file', async () => {
    const handle = await open(file);
    expect(Buffer.from(await new Response(streamOf(handle)).arrayBuffer()).equals(bytes)).toBe(true);
    expect(isClosed(handle)).toBe(true);
  });

  it('closes the file whenever it is cancelled, and throws nothing', async () => {
    const thrown: unknown[] = [];
    const listen = (error: unknown): void => void thrown.push(error);
    process.on('uncaughtException', listen);
    process.on('unhandledRejection', listen);
    for (let round = 0; round < 60; round += 1) {
      const handle = await open(file);
      const reader = streamOf(handle).getReader();
      for (let read = 0; read < round % 5; read += 1) await reader.read();
      const under = round % 2 === 0 ? reader.read() : null;
      if (round % 3 === 0) await Promise.resolve();
      await reader.cancel();
      await under;
      await new Promise((resolve) => setImmediate(resolve));
      expect(isClosed(handle)).toBe(true);
    }
    process.off('uncaughtException', listen);
    process.off('unhandledRejection', listen);
    expect(thrown).toEqual([]);
  });

  it('ends with the error of a disk that cannot be read, and closes the file', async () => {
    const handle = await open(file);
    await handle.close();
    await expect(new Response(streamOf(handle)).arrayBuffer()).rejects.toThrow();
  });
});
