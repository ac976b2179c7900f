import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeFile } from '../../../../../electron/core/library/files/library-files.ts';
import { createFreeNames, nameLists } from '../../../../../electron/core/library/files/library-names.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-names-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('thousands of files of one name each try few names, and none replaces another', async () => {
  const freeNames = createFreeNames();
  let tries = 0;
  const place = async (content: string, first: number): Promise<string> => {
    const file = path.join(folder, `${content}.part`);
    await writeFile(file, content);
    const lists = freeNames(folder, nameLists('a fox', 'a fox', 'png', first)).map(function* (names) {
      for (const name of names) {
        tries += 1;
        yield name;
      }
    });
    return placeFile(file, folder, lists);
  };
  const placed: string[] = [];
  for (let at = 0; at < 300; at += 1) placed.push(await place(String(at), (at % 2) + 1));
  expect(new Set(placed).size).toBe(300);
  expect(new Set(await readdir(folder))).toEqual(new Set(placed));
  expect(placed).toContain('a fox 300.png');
  expect(tries).toBeLessThan(300 * 12);
  // Side by side, too.
  const more = await Promise.all(Array.from({ length: 20 }, (_, at) => place(`more ${at}`, 1)));
  expect(new Set([...placed, ...more]).size).toBe(320);
});
