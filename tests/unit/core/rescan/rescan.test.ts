import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolderMemory, type FolderMemory } from '../../../../electron/core/rescan/changed-folders.ts';
import { createRescan, type Rescan } from '../../../../electron/core/rescan/rescan.ts';
import { createLibraryFolders, referenceFolders } from '../../../../electron/core/library/library-folders.ts';
import { createLibraryJournal } from '../../../../electron/core/library/library-journal.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

let rig: ImportRig;
let clock: FakeClock;
let rescan: Rescan;
let added: ImageId[];
let memory: FolderMemory;
let failures: unknown[];
let refuses: (root: string) => boolean;
beforeEach(async () => {
  rig = await createImportRig();
  clock = createFakeClock();
  added = [];
  failures = [];
  refuses = () => false;
  memory = createFolderMemory(path.join(rig.home, 'folders.json'));
  rescan = createRescan({
    clock,
    folders: createLibraryFolders(() => rig.library, () => [rig.elsewhere]),
    memory,
    thread: rig.thread,
    lease: {
      async during(root, write) {
        if (refuses(root)) throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open', errno: -30 });
        return { value: await write() };
      },
    },
    journal: createLibraryJournal(),
    repository: rig.database.repository,
    accountId: testAccount.id,
    added: (imageIds) => added.push(...imageIds),
    renamed: () => undefined,
    failed: (error) => failures.push(error),
  });
});
afterEach(async () => {
  await rescan.close();
  await rig.remove();
  expect(failures).toEqual([]);
});

/** Advances the clock until this is true. */
const until = (isSo: () => Promise<boolean>): Promise<void> =>
  expect
    .poll(async () => {
      await clock.advance(10_000);
      return isSo();
    })
    .toBe(true);

it('takes in a picture that was overwritten, which does not change the time of its folder', async () => {
  const file = path.join(rig.library, 'fox.png');
  await writeFile(file, pngWith({ Software: 'one' }));
  const timeOf = async (): Promise<number> => (await stat(rig.library)).mtimeMs;
  await until(async () => {
    rescan.soon();
    return added.length === 1 && (await memory.read()).get(rig.library) === (await timeOf());
  });
  const before = await timeOf();
  await writeFile(file, pngWith({ Software: 'cropped' }));
  expect(await timeOf()).toBe(before);
  rescan.changed(rig.library);
  await until(() => Promise.resolve(added.length === 2));
  expect((await rig.pictures()).map(({ task }) => task.imported?.title)).toEqual(['fox.png', 'fox.png']);
});

it('leaves copies of reference pictures alone', async () => {
  const references = path.join(rig.library, ...referenceFolders);
  await mkdir(references, { recursive: true });
  await writeFile(path.join(references, `${'a'.repeat(64)}.png`), pngWith({ Software: 'copy' }));
  await writeFile(path.join(rig.library, 'fox.png'), pngWith({ Software: 'one' }));
  await until(async () => {
    rescan.soon();
    return added.length > 0 && (await memory.read()).has(rig.library);
  });
  expect((await rig.pictures()).map(({ task }) => task.imported?.title)).toEqual(['fox.png']);
});

it('takes in pictures of one library folder, and once only, while another is read-only', async () => {
  await rig.put('on a disk that is only read.png', pngWith({ Software: 'one' }));
  await writeFile(path.join(rig.library, 'fox.png'), pngWith({ Software: 'two' }));
  refuses = (root) => root === rig.elsewhere;
  await until(async () => {
    rescan.soon();
    return failures.length > 2 && (await memory.read()).get(rig.library) === (await stat(rig.library)).mtimeMs;
  });
  expect((await rig.pictures()).map(({ task }) => task.imported?.title)).toEqual(['fox.png']);
  expect(added).toHaveLength(1);
  failures.length = 0;
  refuses = () => false;
  await until(() => {
    rescan.soon();
    return Promise.resolve(added.length === 2);
  });
});
