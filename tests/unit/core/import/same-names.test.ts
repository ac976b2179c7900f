import { createHook } from 'node:async_hooks';
import { utimes } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

/** Pictures whose names in the library differ only in a number, as a generator makes a hundred of one prompt. */

let rig: ImportRig;
beforeEach(async () => {
  rig = await createImportRig();
});
afterEach(() => rig.remove());

/** Pictures of one prompt, one second and one length. */
async function putAlike(from: number, count: number): Promise<void> {
  for (let at = from; at < from + count; at += 1) {
    const file = await rig.put(`${at}.png`, pngWith({ parameters: `a red fox\nSteps: 20, Seed: ${1_000 + at}` }));
    await utimes(file, 1_700_000_000, 1_700_000_000);
  }
}

/** The calls to the file system that this process makes meanwhile. */
async function fileCalls(run: () => Promise<unknown>): Promise<number> {
  let calls = 0;
  const hook = createHook({ init: (_id, type) => void (type.startsWith('FSREQ') && (calls += 1)) }).enable();
  await run();
  hook.disable();
  return calls;
}

it('each picture costs as much as the first, however many names are taken', async () => {
  await putAlike(0, 40);
  const first = await fileCalls(() => rig.all());
  await putAlike(40, 160);
  await rig.importer.dismiss();
  // The first 40 are looked at once again.
  const more = await fileCalls(() => rig.all());
  expect(await rig.files()).toHaveLength(200);
  expect(more / 160).toBeLessThan((first / 40) * 1.5);
});

it('a copy that a crash left without a row is taken, also behind many of other content and the same length', async () => {
  await putAlike(0, 30);
  await rig.all();
  await rig.importer.dismiss();
  await putAlike(30, 30);
  const { repository } = rig.database;
  const journal = { recordAll: () => Promise.reject(new Error('gone')), recordRemoved: () => Promise.resolve() };
  await rig.restart({ journal, repository, failed: () => undefined });
  await rig.all();
  const left = await rig.files();
  expect(left.length).toBeGreaterThan(30);
  await rig.restart();
  expect((await rig.until(({ phase }) => phase === 'ended')).counts).toMatchObject({ added: 30, duplicates: 30 });
  expect(await rig.files()).toHaveLength(60);
});
