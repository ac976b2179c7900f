import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { localHeader, zipDirectory, type ZipEntry } from '../../../../electron/core/util/stored-zip.ts';

const content = Buffer.from('a fox');

it('writes ZIP files of more than 65,535 entries and 4 GB, which other programs read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-zip-'));
  const file = path.join(folder, 'large.zip');
  const handle = await open(file, 'w');
  const entries: ZipEntry[] = [];
  const add = async (from: number, names: readonly string[]): Promise<number> => {
    const pieces: Buffer[] = [];
    let at = from;
    for (const name of names) {
      const entry = { name, crc: crc32(content), bytes: content.length, at, modifiedAt: Date.UTC(2026, 10, 24) };
      const header = localHeader(entry);
      entries.push(entry);
      pieces.push(header, content);
      at += header.length + content.length;
    }
    await handle.write(Buffer.concat(pieces), 0, null, from);
    return at;
  };
  await add(0, Array.from({ length: 66_000 }, (_, index) => `${index}.txt`));
  // The file is sparse: nothing is written before this entry.
  let end = await add(4_400_000_000, ['far.txt']);
  for (const piece of zipDirectory(entries, end)) end += (await handle.write(piece, 0, piece.length, end)).bytesWritten;
  await handle.close();
  const script = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.read("65999.txt"), z.read("far.txt"))';
  const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
  await rm(folder, { recursive: true });
  expect(stderr).toBe('');
  expect(stdout).toBe("66001 b'a fox' b'a fox'\n");
});
