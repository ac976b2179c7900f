import type * as Files from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readLogFiles } from '../../../../electron/core/log/app-log.ts';
import { createRotatingLog } from '../../../../electron/core/log/log-rotation.ts';

/** The first line is appended when `hangs` resolves. */
const disk = vi.hoisted(() => ({ hangs: null as PromiseWithResolvers<void> | null, waits: false }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Files>();
  const appendFile: typeof real.appendFile = async (...args) => {
    disk.waits = disk.hangs !== null;
    await disk.hangs?.promise;
    return real.appendFile(...args);
  };
  return { ...real, appendFile };
});

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-log-'));
  folder = path.join(home, 'logs');
});
afterEach(() => rm(home, { recursive: true }));

const limits = { maxBytes: 1000, files: 3, maxWaiting: 100_000 };
const line = (index: number): string => `line ${String(index).padStart(4, '0')} ${'.'.repeat(30)}`;

describe('rotating files', () => {
  test('hold every line in order until the oldest file goes', async () => {
    const log = createRotatingLog(folder, limits);
    for (let index = 0; index < 200; index += 1) {
      log.write(line(index));
      if (index % 3 === 0) await log.flush();
    }
    await log.flush();
    const names = (await readdir(folder)).sort();
    expect(names).toEqual(['latent.1.log', 'latent.2.log', 'latent.log']);
    for (const name of names) expect((await stat(path.join(folder, name))).size).toBeLessThanOrEqual(limits.maxBytes);
    const files = await readLogFiles(folder);
    const lines = [...files].reverse().flatMap(({ text }) => text.trimEnd().split('\n'));
    expect(lines).toEqual(Array.from({ length: lines.length }, (_none, index) => line(200 - lines.length + index)));
    expect(lines.length).toBeGreaterThan(2 * Math.floor(limits.maxBytes / (line(0).length + 1)) - 6);
  });

  test('go on with the file of the last start', async () => {
    const first = createRotatingLog(folder, limits);
    first.write('before');
    await first.flush();
    const second = createRotatingLog(folder, limits);
    second.write('after');
    await second.flush();
    expect(await readFile(path.join(folder, 'latent.log'), 'utf8')).toBe('before\nafter\n');
  });

  test('a folder that cannot be made loses lines and throws nothing; with room again it writes', async () => {
    await writeFile(folder, 'in the way');
    const log = createRotatingLog(folder, limits);
    log.write('lost');
    await log.flush();
    await rm(folder);
    log.write('kept');
    await log.flush();
    expect(await readFile(path.join(folder, 'latent.log'), 'utf8')).toBe('kept\n');
  });

  test('a disk that hangs fills no memory: the lines that are too many are counted', async () => {
    const log = createRotatingLog(folder, { maxBytes: 1e9, files: 2, maxWaiting: 100 });
    disk.hangs = Promise.withResolvers<void>();
    log.write('first');
    await expect.poll(() => disk.waits).toBe(true);
    for (let index = 0; index < 50; index += 1) log.write('0123456789');
    disk.hangs.resolve();
    await log.flush();
    const text = await readFile(path.join(folder, 'latent.log'), 'utf8');
    const kept = text.match(/0123456789/g)?.length ?? 0;
    expect(kept).toBeLessThan(10);
    expect(text).toContain(`(${50 - kept} lines were dropped here)`);
  });
});
