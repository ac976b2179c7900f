import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLogFiles } from '../../../../electron/core/log/app-log.ts';
import { createRotatingLog } from '../../../../electron/core/log/log-rotation.ts';

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latent-log-'));
  folder = path.join(home, 'logs');
});
afterEach(() => rm(home, { recursive: true }));

const limits = { maxBytes: 1000, files: 3 };
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

  test('continue the file of the last start', async () => {
    const first = createRotatingLog(folder, limits);
    first.write('before');
    await first.flush();
    const second = createRotatingLog(folder, limits);
    second.write('after');
    await second.flush();
    expect(await readFile(path.join(folder, 'latent.log'), 'utf8')).toBe('before\nafter\n');
  });

  test('lose lines without an error while the folder cannot be created, and continue once it can', async () => {
    await writeFile(folder, 'in the way');
    const log = createRotatingLog(folder, limits);
    log.write('lost');
    await log.flush();
    await rm(folder);
    log.write('kept');
    await log.flush();
    expect(await readFile(path.join(folder, 'latent.log'), 'utf8')).toBe('kept\n');
  });
});
