import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { prepareLibrary } from '../../../../electron/core/library/prepare-library.ts';
import { newPart } from '../../../../electron/core/library/files/part-file.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';

const part = '.latent-01234567-89ab-cdef-0123-456789abcdef.part';
const monthOf = (root: string): string => path.join(root, '2026', '2026-11');

let root: string;
let clock: FakeClock;
let failures: unknown[];
/** Answers whether another Latent uses the library. */
let answer: PromiseWithResolvers<boolean>;
let isTaken: () => Promise<boolean>;
const prepare = (isDefault = false): Promise<void> =>
  prepareLibrary({ clock, lease: { isTaken }, root, isDefault, failed: (error) => failures.push(error) });
const parts = (): Promise<readonly string[]> => readdir(monthOf(root));

beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latent-library-'));
  root = path.join(folder, 'Latent');
  [clock, failures, answer] = [createFakeClock(), [], Promise.withResolvers<boolean>()];
  isTaken = () => answer.promise;
  return () => rm(folder, { recursive: true, force: true });
});
const withStray = async (): Promise<void> => {
  await mkdir(monthOf(root), { recursive: true });
  await writeFile(path.join(monthOf(root), part), 'x');
};

describe('a library before the first download', () => {
  it('loses the parts of an earlier run', async () => {
    await withStray();
    answer.resolve(false);
    await prepare();
    expect(await parts()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  it('keeps parts that another Latent is writing', async () => {
    await withStray();
    answer.resolve(true);
    await prepare();
    expect(await parts()).toEqual([part]);
  });

  it('keeps parts that another Latent starts to write meanwhile', async () => {
    await withStray();
    await writeFile(path.join(monthOf(root), part.replaceAll('01', '10')), 'x');
    const taken = [false, true];
    isTaken = () => Promise.resolve(taken.shift() ?? true);
    await prepare();
    expect(await parts()).toHaveLength(1);
  });

  it('is created only if it is the default folder, and an error is reported', async () => {
    answer.resolve(false);
    await prepare();
    await expect(readdir(root)).rejects.toThrow('ENOENT');
    await prepare(true);
    expect(await readdir(root)).toEqual([]);
    expect(failures).toEqual([]);
    await rm(root, { recursive: true });
    await writeFile(root, 'in the way');
    await prepare(true);
    expect(failures).toHaveLength(1);
  });

  it('is waited for only for some seconds; parts of an earlier run are removed later, and new parts stay', async () => {
    await withStray();
    let isOver = false;
    const prepared = prepare().then(() => (isOver = true));
    await clock.advance(4_900);
    expect(isOver).toBe(false);
    await clock.advance(200);
    await prepared;
    const own = newPart(monthOf(root));
    await writeFile(own, 'x');
    answer.resolve(false);
    await expect.poll(parts).toEqual([path.basename(own)]);
  });
});
