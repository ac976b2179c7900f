import { chmod, chown, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LookProgress } from '../../../../shared/library/missing-pictures.ts';
import { createKeptLibrary, type KeptLibrary } from '../../../support/kept-library.ts';

let library: KeptLibrary;
beforeEach(async () => {
  library = await createKeptLibrary();
  return () => library.remove();
});

const fox = '2026/2026-11/2026-11-21 14.03.22 a fox.png';
const owl = '2026/2026-11/2026-11-21 14.03.23 an owl.png';

/** Every file below the library folders with its content, to show that none was changed. */
async function allFiles(): Promise<Record<string, string>> {
  const entries = await readdir(library.home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.latent')).map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [path.relative(library.home, file), await readFile(file, 'utf8')])));
}

/** Root may read everything, so it becomes another user meanwhile. */
async function asSomebody<T>(folder: string, run: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return run();
  const nobody = 65_534;
  for (const entry of ['', ...(await readdir(folder, { recursive: true }))]) await chown(path.join(folder, entry), nobody, nobody);
  process.seteuid?.(nobody);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

describe('missing files', () => {
  it('are found under another name, in a subfolder and in another month, and the journal knows', async () => {
    await library.keep(fox, 'the fox');
    await library.keep(owl, 'an owl!!');
    await library.keep('2026/2026-11/hare.png', 'a hare, sitting');
    await library.move(`Latent/${fox}`, 'Latent/2026/2026-11/my best fox.png');
    await library.move(`Latent/${owl}`, 'Latent/2025/2025-01/birds/an owl.png');
    const before = await allFiles();
    expect(await library.look()).toEqual({ pictures: 3, found: 2, missing: 0, unreadable: 0, unreachable: [] });
    expect(library.paths()).toEqual(['2026/2026-11/my best fox.png', '2025/2025-01/birds/an owl.png', '2026/2026-11/hare.png']);
    expect(await library.shown()).toEqual(['the fox', 'an owl!!', 'a hare, sitting']);
    expect((await library.journalled()).toSorted()).toEqual(['2025/2025-01/birds/an owl.png', '2026/2026-11/my best fox.png']);
    expect(await allFiles(), 'files are only read').toEqual(before);
  });

  it('are found while another Latent writes to the library, without a change to the journal', async () => {
    await library.keep(fox, 'the fox');
    await library.move(`Latent/${fox}`, 'Latent/2026/2026-11/my best fox.png');
    const others: string[] = [];
    Object.assign(library.deps, { lease: { during: (root: string) => (others.push(root), Promise.resolve(null)) } });
    expect((await library.look()).found).toBe(1);
    expect([others, await library.journalled(), await library.shown()]).toEqual([library.roots, [], ['the fox']]);
    expect(library.reports).toEqual(['the journal could not record where files are now: another Latent is writing to the library']);
  });

  it('need no search if the person chooses the moved folder', async () => {
    await library.keep(fox, 'the fox');
    await library.keep(owl, 'an owl!!');
    await library.move('Latent', 'elsewhere/Old pictures');
    expect(await library.shown()).toEqual([null, null]);
    expect(await library.look()).toEqual({ pictures: 2, found: 0, missing: 2, unreadable: 0, unreachable: [path.join(library.home, 'Latent')] });
    library.roots = [path.join(library.home, 'elsewhere/Old pictures'), ...library.roots];
    expect(await library.shown()).toEqual(['the fox', 'an owl!!']);
    expect((await library.look()).found).toBe(0);
    expect(library.paths()).toEqual([fox, owl]);
  });

  it('are found in the parent of the moved folder, and in former folders', async () => {
    await library.keep(fox, 'the fox');
    await library.keep(owl, 'an owl!!');
    await library.move(`Latent/${owl}`, 'former/owl.png');
    await library.move('Latent', 'all/of it/Latent');
    library.roots = [path.join(library.home, 'all'), path.join(library.home, 'former')];
    expect(await library.look()).toMatchObject({ found: 2, missing: 0 });
    expect(library.paths()).toEqual([`of it/Latent/${fox}`, 'owl.png']);
    expect(await library.shown()).toEqual(['the fox', 'an owl!!']);
  });

  it('are not confused with files of the same length or name', async () => {
    await library.keep(fox, 'the fox');
    await library.keep(owl, 'an owl!!');
    await library.move(`Latent/${fox}`, 'outside/fox.png');
    await library.move(`Latent/${owl}`, 'outside/owl.png');
    await library.put('a dog.png', 'the dog');
    await library.put(`copies/${path.basename(fox)}`, 'the cat');
    await library.put(owl, 'another owl, larger');
    expect(await library.look()).toEqual({ pictures: 2, found: 0, missing: 2, unreadable: 0, unreachable: [] });
    expect(await library.shown()).toEqual([null, null]);
    expect(await library.journalled()).toEqual([]);
  });

  it('are found again without a search when they come back', async () => {
    await library.keep(fox, 'the fox');
    await library.move(`Latent/${fox}`, 'outside/fox.png');
    expect((await library.look()).missing).toBe(1);
    await library.move('outside/fox.png', `Latent/${fox}`);
    expect(await library.shown()).toEqual(['the fox']);
    await library.move(`Latent/${fox}`, 'Latent/a.png');
    await library.look();
    await library.move('Latent/a.png', `Latent/${fox}`);
    expect((await library.look()).found).toBe(1);
    expect(library.paths()).toEqual([fox]);
  });
});

describe('pictures with the same content', () => {
  it('each take a file of their own, preferably the one with their name', async () => {
    await library.keep('a.png', 'same');
    await library.keep('b.png', 'same');
    await library.move('Latent/a.png', 'Latent/x/a.png');
    await library.move('Latent/b.png', 'Latent/x/b.png');
    expect(await library.look()).toMatchObject({ found: 2, missing: 0 });
    expect(library.paths()).toEqual(['x/a.png', 'x/b.png']);
  });

  it('do not take another picture’s file while a free one exists', async () => {
    await library.keep('a.png', 'same');
    await library.keep('b.png', 'same');
    await library.move('Latent/b.png', 'Latent/z/renamed.png');
    await library.look();
    expect(library.paths()).toEqual(['a.png', 'z/renamed.png']);
  });

  it('share a file if no other is left', async () => {
    await library.keep('a.png', 'same');
    await library.keep('b.png', 'same');
    await rm(path.join(library.folders.root(), 'b.png'));
    expect(await library.look()).toMatchObject({ found: 1, missing: 0 });
    expect(library.paths()).toEqual(['a.png', 'a.png']);
    await library.move('Latent/a.png', 'Latent/only.png');
    expect(await library.look()).toMatchObject({ found: 2, missing: 0 });
    expect(library.paths()).toEqual(['only.png', 'only.png']);
  });
});

describe('other entries in the library folder', () => {
  it('are skipped: links, the folder of the journal, files that are still arriving', async () => {
    await library.keep(fox, 'the fox');
    await library.move(`Latent/${fox}`, 'outside/fox.png');
    await symlink(path.join(library.home, 'outside/fox.png'), path.join(library.home, 'Latent/linked.png'));
    await symlink(path.join(library.home, 'outside'), path.join(library.home, 'Latent/linked folder'));
    await symlink(library.home, path.join(library.home, 'Latent/round and round'));
    await library.put('.latent/fox.png', 'the fox');
    await library.put('fox.png.1234.part', 'the fox');
    expect(await library.look()).toMatchObject({ found: 0, missing: 1, unreadable: 0 });
    await library.put('fox.png', 'the fox');
    expect(await library.look()).toMatchObject({ found: 1, missing: 0 });
    expect(library.paths()).toEqual(['fox.png']);
  });

  it.runIf(process.platform !== 'win32')('is counted where it cannot be read, and keeps nothing else from being found', async () => {
    await library.keep(fox, 'the fox');
    await library.keep(owl, 'an owl!!');
    await library.move(`Latent/${fox}`, 'Latent/locked.png');
    await library.move(`Latent/${owl}`, 'Latent/owl.png');
    await library.put('locked/inside.png', 'the fox');
    await chmod(path.join(library.home, 'Latent/locked.png'), 0);
    await chmod(path.join(library.home, 'Latent/locked'), 0);
    expect(await asSomebody(library.home, () => library.look())).toMatchObject({ found: 1, missing: 1, unreadable: 2 });
    expect(await library.shown()).toEqual([null, 'an owl!!']);
    await chmod(path.join(library.home, 'Latent/locked'), 0o700);
    await chmod(path.join(library.home, 'Latent/locked.png'), 0o600);
    expect(await library.look()).toMatchObject({ found: 1, missing: 0, unreadable: 0 });
  });
});

it('finds pictures even if the journal cannot be written', async () => {
  await library.keep(fox, 'the fox');
  await library.move(`Latent/${fox}`, 'Latent/fox.png');
  await writeFile(path.join(library.home, 'Latent/.latent'), 'a file where the folder should be');
  expect(await library.look()).toMatchObject({ found: 1, missing: 0 });
  expect(await library.shown()).toEqual(['the fox']);
  expect(library.reports).toHaveLength(1);
});

it('finds a thousand moved and renamed pictures among a thousand other files, and reports progress', async () => {
  const number = (at: number): string => String(at).padStart(5, '0');
  const content = (at: number): string => `picture ${number(at)}${' '.repeat(at % 700)}`;
  for (let at = 0; at < 1_000; at += 1) await library.keep(`2026/2026-11/${number(at)}.png`, content(at));
  await library.move('Latent/2026', 'Latent/archive');
  for (let at = 0; at < 50; at += 1) await library.move(`Latent/archive/2026-11/${number(at)}.png`, `Latent/chosen/${at % 7}/the ${at}th.png`);
  for (let at = 0; at < 1_000; at += 1) await library.put(`notes/${at}.txt`, content(at).toUpperCase());
  const told: LookProgress[] = [];
  expect(await library.look((progress) => told.push(progress))).toEqual({ pictures: 1_000, found: 1_000, missing: 0, unreadable: 0, unreachable: [] });
  expect(await library.shown()).toEqual(Array.from({ length: 1_000 }, (_, at) => content(at)));
  expect(library.paths()[7]).toBe('chosen/0/the 7th.png');
  expect(await library.journalled()).toHaveLength(1_000);
  expect(told.length).toBeGreaterThan(5);
  expect(told.at(-1)?.found).toBe(1_000);
});

it('keeps what it found when it is aborted, and reports no error', async () => {
  for (let at = 0; at < 600; at += 1) await library.keep(`2026/2026-11/${at}.png`, `picture ${at}`);
  await library.move('Latent/2026', 'Latent/moved');
  const stop = new AbortController();
  const search = library.look(({ found }) => {
    if (found > 0) stop.abort();
  }, stop.signal);
  await expect(search).rejects.toThrow();
  const found = library.paths().filter((name) => name.startsWith('moved/')).length;
  expect(found).toBeGreaterThanOrEqual(200);
  expect(found).toBeLessThan(600);
  expect(await library.look()).toMatchObject({ found: 600 - found, missing: 0 });
});
