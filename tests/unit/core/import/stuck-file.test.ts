import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRescan } from '../../../../electron/core/rescan/rescan.ts';
import type { FileThread } from '../../../../electron/core/file-worker/file-thread.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { createLibraryJournal } from '../../../../electron/core/library/library-journal.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

let rig: ImportRig;
beforeEach(async () => {
  rig = await createImportRig();
});
afterEach(() => rig.remove());

const numbered = (number: number): Buffer => pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` });

describe('a file that cannot be read to its end', () => {
  it('does not keep an import from being paused or ended: its part is removed, and it is imported on resuming', async () => {
    const stuck = createStuckThread(rig.thread, 'stuck.png');
    await rig.restart({ thread: stuck.thread });
    for (const name of ['a', 'stuck', 'z']) await rig.put(`${name}.png`, numbered(name.length + name.charCodeAt(0)));
    await rig.importer.begin([rig.elsewhere]);
    for (const ask of [rig.importer.pause, rig.importer.close]) {
      await expect.poll(stuck.isStuck).toBe(true);
      await ask();
      expect((await rig.files()).filter((file) => file.endsWith('.part'))).toEqual([]);
      if (ask === rig.importer.pause) await rig.importer.resume();
    }
    await rig.restart();
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toEqual({ added: 3, incomplete: 0, duplicates: 0, inTrash: 0, skipped: 0, others: {}, leftOut: {} });
    expect(await rig.files()).toHaveLength(3);
  });

  it('does not keep a rescan from being ended', async () => {
    await writeFile(path.join(rig.library, 'stuck.png'), numbered(1));
    const stuck = createStuckThread(rig.thread, 'stuck.png');
    const clock = createFakeClock();
    const failures: unknown[] = [];
    const rescan = createRescan({
      clock,
      folders: createLibraryFolders(() => rig.library, () => []),
      memory: { read: () => Promise.resolve(new Map()), write: () => Promise.resolve() },
      thread: stuck.thread,
      lease: { during: async (_root, write) => ({ value: await write() }) },
      journal: createLibraryJournal(),
      repository: rig.database.repository,
      accountId: testAccount.id,
      added: () => expect.fail('it was not read'),
      renamed: () => undefined,
      failed: (error) => failures.push(error),
    });
    rescan.soon();
    await clock.advance(2_000);
    await expect.poll(stuck.isStuck).toBe(true);
    await rescan.close();
    expect(failures).toEqual([]);
  });
});

/** Never finishes a file with this name, and leaves the beginning of its copy. */
function createStuckThread(thread: FileThread, name: string): { readonly thread: FileThread; readonly isStuck: () => boolean } {
  let end: (() => void) | null = null;
  const run: FileThread['run'] = async (job) => {
    const isSound = !job.path.endsWith(name) || (job.kind === 'look' && job.path.startsWith(rig.elsewhere));
    if (isSound) return thread.run(job);
    if (job.kind === 'copy') await writeFile(job.part, 'a beginning');
    await new Promise<void>((resolve) => (end = resolve));
    return { kind: 'refused', why: 'too-costly' };
  };
  const stop = async (): Promise<void> => {
    end?.();
    end = null;
    await thread.stop();
  };
  return { thread: { run, stop, close: stop }, isStuck: () => end !== null };
}
