import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeAddedFiles, type AddedFiles, type AddedFilesDeps } from '../../../../electron/core/rescan/added-files.ts';
import { createFolderMemory } from '../../../../electron/core/rescan/changed-folders.ts';
import type { FileJob } from '../../../../electron/core/file-worker/file-jobs.ts';
import type { FileThread } from '../../../../electron/core/file-worker/file-thread.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { createLibraryJournal } from '../../../../electron/core/library/library-journal.ts';
import { libraryFileName, libraryFileNames, libraryFolders } from '../../../../electron/core/library/files/library-names.ts';
import type { ImageFile, ImageId, Task } from '../../../../shared/task.ts';
import { sha256 } from '../../../support/bytes.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAnswer, makeSources, makeTask } from '../../database/samples.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

let rig: ImportRig;
let asked: FileJob['kind'][];
beforeEach(async () => {
  rig = await createImportRig();
  asked = [];
});
afterEach(() => rig.remove());

const fox = '2025/2025-03/2025-03-04 14.03.22 a red fox.png';
const plain = (words: string): Buffer => pngWith({ Software: words });
const completed = (changes: Partial<Task> = {}): Task => makeTask({ createdAt: new Date(2025, 2, 4, 14, 3, 22, 500).getTime(), state: { status: 'completed', remoteId: 'r', imageCount: 1 }, ...changes });
const nameOf = ({ createdAt, request: { prompt } }: Task, number = 1): string => [...libraryFolders(createdAt), libraryFileName({ createdAt, prompt, type: 'png' }, number)].join('/');
const fileOf = (file: string, content: Buffer): ImageFile => ({ path: file, type: 'png', width: 2, height: 2, bytes: content.length, sha256: sha256(content), savedAt: Date.now() });

/** Adds a task with a picture to fetch. Returns the id of the picture. */
async function waiting(task: Task): Promise<ImageId> {
  const [row] = await rig.database.repository.saveCompletion(task, makeSources(1), makeAnswer());
  return row?.id ?? 0;
}

/** How many pictures a rescan adds. */
const taken = async (changes: Partial<AddedFilesDeps['repository']> = {}): Promise<number> => (await look(changes)).imageIds.length;

async function put(relative: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(path.join(rig.library, relative)), { recursive: true });
  await writeFile(path.join(rig.library, relative), content);
}

const spied: FileThread['run'] = (job) => {
  asked.push(job.kind);
  return rig.thread.run(job);
};

function look(changes: Partial<AddedFilesDeps['repository']> = {}): Promise<AddedFiles> {
  return takeAddedFiles(
    {
      clock: { now: () => Date.now() + 60_000 },
      folders: createLibraryFolders(() => rig.library, () => []),
      memory: createFolderMemory(path.join(rig.home, 'folders.json')),
      thread: { ...rig.thread, run: spied },
      lease: { during: async (_root, write) => ({ value: await write() }) },
      journal: createLibraryJournal(),
      repository: { ...rig.database.repository, ...changes },
      accountId: testAccount.id,
    },
    new AbortController().signal,
  );
}

describe('a file under a name that Latent gives, without a row', () => {
  it('is taken in with what its name and its content say', async () => {
    await put(fox, plain('one'));
    await put('2025/2025-03/2025-03-05 09.00.00 a blue 2.png', pngWith({ parameters: 'a blue house\nSteps: 4, Seed: 7' }));
    expect(await look()).toMatchObject({ imageIds: [expect.any(Number), expect.any(Number)], changing: false });
    const [first, second] = await rig.pictures();
    expect(first).toMatchObject({ task: { request: { prompt: 'a red fox' }, createdAt: new Date(2025, 2, 4, 14, 3, 22).getTime(), imported: { importId: null } }, images: [{ state: { file: { path: fox } } }] });
    expect(second?.task).toMatchObject({ request: { prompt: 'a blue house' }, createdAt: new Date(2025, 2, 5, 9).getTime(), imported: { form: 'a1111', steps: 4 } });
    expect(await rig.files()).toHaveLength(2);
    asked = [];
    expect(await taken()).toBe(0);
    expect(asked).toEqual([]);
  });

  it('is no new picture if its content is here; if that picture misses its file, it was renamed', async () => {
    const task = completed();
    const id = await waiting(task);
    await put(nameOf(task), plain('one'));
    await rig.database.repository.saveImage(id, { status: 'kept', file: fileOf(nameOf(task), plain('one')) });
    await put(fox, plain('one'));
    expect(await taken()).toBe(0);
    await rm(path.join(rig.library, fox));
    await rename(path.join(rig.library, nameOf(task)), path.join(rig.library, fox));
    expect(await look()).toMatchObject({ imageIds: [], renamed: true });
  });

  it.each([1, 2])('waits for its task, if the app was killed before it wrote the row: number %i', async (number) => {
    const { repository } = rig.database;
    const task = completed({ request: { ...makeTask().request, prompt: 'a "red" fox\nin snow' } });
    const id = await waiting(task);
    await put(nameOf(task, number), plain('paid for'));
    expect(await taken()).toBe(0);
    // The next start downloads the picture again and writes its row.
    await put(nameOf(task, 3), plain('paid for'));
    await repository.saveImage(id, { status: 'kept', file: fileOf(nameOf(task, 3), plain('paid for')) });
    expect(await taken()).toBe(0);
  });

  it('waits for its task under a name that is shorter, because the file system refused the usual one', async () => {
    const task = completed({ request: { ...makeTask().request, prompt: '雪地里的红狐狸'.repeat(8) } });
    await waiting(task);
    for (const names of libraryFileNames({ createdAt: task.createdAt, prompt: task.request.prompt, type: 'png' })) {
      const [name = ''] = names;
      await put([...libraryFolders(task.createdAt), name].join('/'), plain(name));
    }
    expect(await rig.files()).toHaveLength(3);
    expect(await taken()).toBe(0);
  });

  it('is taken in when its task has ended without it', async () => {
    const task = completed();
    const id = await waiting(task);
    await put(nameOf(task), plain('paid for'));
    expect(await taken()).toBe(0);
    await rig.database.repository.saveImage(id, { status: 'expired' });
    expect(await taken()).toBe(1);
  });

  it('belongs to its task if the row is committed during the rescan', async () => {
    const { repository } = rig.database;
    const task = completed();
    const id = await waiting(task);
    await put(nameOf(task), plain('paid for'));
    const commits: Partial<AddedFilesDeps['repository']> = {
      async unfinishedTasks() {
        await repository.saveImage(id, { status: 'kept', file: fileOf(nameOf(task), plain('paid for')) });
        return repository.unfinishedTasks();
      },
    };
    expect(await taken(commits)).toBe(0);
    expect(asked).toEqual([]);
  });

  it.each(['running', 'paused', 'undoing'] as const)('waits while an import is %s, which may have copied it', async (state) => {
    const { repository } = rig.database;
    const stored = { id: completed().id, sources: [rig.elsewhere], begunAt: 1 };
    await repository.saveImport({ ...stored, state });
    await put(fox, plain('one'));
    expect(await taken()).toBe(0);
    await repository.saveImport({ ...stored, state: 'ended' });
    expect(await taken()).toBe(1);
  });

  it('is left alone if the journal names it, as it does for another Latent, until the journal says that it was removed', async () => {
    const journal = createLibraryJournal();
    const task = completed();
    await journal.record(rig.library, { task, index: 0, file: fileOf(nameOf(task), plain('one')), account: testAccount });
    await put(nameOf(task), plain('one'));
    expect(await taken()).toBe(0);
    await journal.recordRemoved(rig.library, [{ taskId: task.id, index: 0, at: Date.now() }]);
    await put('2025/2025-03/more.txt', Buffer.from('the folder changes'));
    expect(await taken()).toBe(1);
  });

  it('is taken in if the journal names it with another length, because a person edited it', async () => {
    const { repository } = rig.database;
    const task = completed();
    const id = await waiting(task);
    const file = fileOf(nameOf(task), plain('one'));
    await createLibraryJournal().record(rig.library, { task, index: 0, file, account: testAccount });
    await repository.saveImage(id, { status: 'kept', file });
    await put(nameOf(task), plain('cropped, or so'));
    expect(await taken()).toBe(1);
    expect(await rig.pictures()).toMatchObject([{ images: [{ state: { file: { path: nameOf(task), bytes: plain('cropped, or so').length } } }] }]);
    expect(await taken(), 'only once').toBe(0);
  });

  it('with a row costs a query for five hundred files', async () => {
    const { repository } = rig.database;
    const content = plain('one');
    const files = Array.from({ length: 1_200 }, (_, number) => fileOf(`2025/2025-03/2025-03-04 14.03.22 fox ${number}.png`, content));
    await Promise.all(files.map((file) => put(file.path, content)));
    const task = completed({ state: { status: 'completed', remoteId: 'r', imageCount: files.length } });
    const rows = await repository.saveCompletion(task, makeSources(files.length), makeAnswer());
    await Promise.all(files.map((file, number) => repository.saveImage(rows[number]?.id ?? 0, { status: 'kept', file })));
    let questions = 0;
    const counting: Partial<AddedFilesDeps['repository']> = { unknownFiles: (some) => ((questions += 1), repository.unknownFiles(some)) };
    expect(await look(counting)).toMatchObject({ imageIds: [], changing: false });
    expect({ questions, asked }).toEqual({ questions: 3, asked: [] });
  });
});
