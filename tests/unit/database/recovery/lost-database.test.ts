import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { firstFoundIndex } from '../../../../shared/task.ts';
import { createHistoryRig, strayOwner, type HistoryRig } from '../../../support/history-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAnswer, makeTask, start } from '../samples.ts';

let rig: HistoryRig;
beforeEach(async () => {
  rig = await createHistoryRig();
  return () => rig.remove();
});

describe('without database and backups', () => {
  it('the library folder alone restores every field of every picture and its task', async () => {
    const before = await rig.make(7);
    await rm(path.dirname(rig.file), { recursive: true });
    const { found, recovery, faults, accounts } = await rig.reopened();
    expect(found).toEqual(before);
    expect(accounts).toEqual([testAccount]);
    expect(recovery).toEqual({ from: 'library', pictures: 13, quarantine: null });
    expect(faults).toEqual([]);
    expect((await rig.reopened()).recovery, 'the rebuilt history is an ordinary one').toBeNull();
  });

  it('pictures without a journal line are restored from their names and contents', async () => {
    const before = await rig.make(3);
    await rm(path.dirname(rig.file), { recursive: true });
    await rm(path.join(rig.library, '.latent'), { recursive: true });
    await writeFile(path.join(rig.library, '2025', 'notes.txt'), 'my own');
    await writeFile(path.join(rig.library, '2025', '2025-09', '2025-09-04 10.00.00 no picture.png'), 'text');
    const { found, accounts } = await rig.reopened();
    const files = (entries: typeof found): unknown => entries.flatMap(({ images }) => images.map((image) => (image as { state: { file: { path: string; sha256: string; width: number } } }).state.file)).map(({ path: name, sha256, width }) => ({ name, sha256, width })).sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(files(found)).toEqual(files(before));
    expect(accounts).toEqual([strayOwner]);
    const oldest = found.at(-1)?.task;
    // The prompt comes from the file's contents: a file name cannot have a colon.
    expect([Math.floor((oldest?.createdAt ?? 0) / 1000), oldest?.request.prompt]).toEqual([Math.floor(start / 1000), 'picture 0: a fox in snow']);
  });

  it('files that Latent cannot show are restored too, but none with the extension of another type', async () => {
    await rig.make(1);
    const folder = path.join(rig.library, '2025', '2025-09');
    await writeFile(path.join(folder, '2025-09-04 10.00.00 a fox.tiff'), Buffer.from('II*\0rest', 'latin1'));
    await writeFile(path.join(folder, '2025-09-04 10.00.00 a fox 2.svg'), '<svg></svg>');
    await writeFile(path.join(folder, '2025-09-04 10.00.00 an owl.pdf'), 'no PDF');
    await writeFile(path.join(folder, '2025-09-04 10.00.00 damaged.png'), Buffer.alloc(2_000));
    await writeFile(path.join(folder, 'my own.zip'), 'PK\x03\x04');
    await rm(path.dirname(rig.file), { recursive: true });
    const files = (await rig.reopened()).found.flatMap(({ images }) => images.map((image) => (image as { state: { file: { path: string; type: string } } }).state.file));
    const names = files.filter(({ type }) => type !== 'png').map(({ path: name, type }) => `${type}: ${path.posix.basename(name)}`);
    expect(names.toSorted()).toEqual(['svg: 2025-09-04 10.00.00 a fox 2.svg', 'tiff: 2025-09-04 10.00.00 a fox.tiff']);
    expect(files).toHaveLength(3);
  });

  it('an account whose key is stored is restored', async () => {
    await rig.make(1);
    await rm(path.dirname(rig.file), { recursive: true });
    const other = { ...testAccount, id: '11111111-2222-4333-8444-555555555555', name: 'pictures.example' };
    Object.assign(rig.safety, { accounts: [other, { ...testAccount, name: 'only its origin is known' }] });
    expect((await rig.reopened()).accounts).toEqual([testAccount, other]);
  });

  it('a picture that was not downloaded yet waits for its download again', async () => {
    await rig.make(2, async (database) => {
      const task = makeTask({ state: { status: 'completed', remoteId: 'late', imageCount: 2 } });
      await database.saveCompletion(task, [{ kind: 'inline' }, { kind: 'inline' }], makeAnswer());
    });
    const journal = path.join(rig.library, '.latent', '2025-09.jsonl');
    const lines = (await readFile(journal, 'utf8')).trim().split('\n');
    // Task 1 has two pictures. The second has neither line nor file.
    await writeFile(journal, `${lines.slice(0, 2).join('\n')}\n`);
    await rm(path.join(rig.library, (JSON.parse(lines[2] ?? '') as { file: { path: string } }).file.path));
    await rm(path.dirname(rig.file), { recursive: true });
    const { found } = await rig.reopened();
    expect(found[0]?.images.map((image) => (image as { state: { status: string } }).state.status)).toEqual(['kept', 'waiting']);
  });

  it.each([0, firstFoundIndex])('a task of which only the early picture %d is left is asked for again', async (index) => {
    await rig.make(1, (database) => rig.keepEarly(database, index));
    await rm(path.dirname(rig.file), { recursive: true });
    const { found } = await rig.reopened();
    expect(found.map(({ task }) => task.state)).toEqual([{ status: 'completed', remoteId: 'task_0', imageCount: 1 }, { status: 'processing', remoteId: 'task_early', misses: 0 }]);
    expect(found[1]?.images).toMatchObject([{ index, state: { status: 'kept' } }]);
  });

  it('an empty folder is a first start', async () => {
    expect(await rig.reopened()).toMatchObject({ found: [], recovery: null });
    expect(await readdir(path.dirname(rig.file))).toEqual(['latent.db']);
  });
});
