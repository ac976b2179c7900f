import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderMemory } from '../../../../electron/core/rescan/folder-memory.ts';
import { takeHandAdded, type HandAdded, type HandAddedDeps } from '../../../../electron/core/rescan/hand-added.ts';
import type { ImportJob } from '../../../../electron/core/file-worker/file-jobs.ts';
import { createOwnNames, type OwnNames, type OwnNamesDeps } from '../../../../electron/core/rescan/own-names.ts';
import { createLibraryFolders } from '../../../../electron/core/library/library-folders.ts';
import { createLibraryJournal } from '../../../../electron/core/library/library-journal.ts';
import { libraryFileName, libraryFolders } from '../../../../electron/core/library/library-names.ts';
import type { ImageFile, ImageId, Task } from '../../../../shared/task.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeAnswer, makeSources, makeTask } from '../../database/samples.ts';
import { pngWith } from '../import/metadata/build-files.ts';

let rig: ImportRig;
let asked: ImportJob['kind'][];
let ownNames: OwnNames;
beforeEach(async () => {
  rig = await createImportRig();
  asked = [];
  ownNames = newNames();
});
afterEach(() => rig.remove());

const fox = '2025/2025-03/2025-03-04 14.03.22 a red fox.png';
const plain = (words: string): Buffer => pngWith({ Software: words });
const completed = (changes: Partial<Task> = {}): Task => makeTask({ createdAt: new Date(2025, 2, 4, 14, 3, 22, 500).getTime(), state: { status: 'completed', remoteId: 'r', imageCount: 1 }, ...changes });
const nameOf = ({ createdAt, request: { prompt } }: Task, number = 1): string => [...libraryFolders(createdAt), libraryFileName({ createdAt, prompt, type: 'png' }, number)].join('/');
const fileOf = (file: string, content: Buffer): ImageFile => ({ path: file, type: 'png', width: 2, height: 2, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex'), savedAt: Date.now() });

/** A task whose picture is to be fetched; the id of that. */
async function waiting(task: Task): Promise<ImageId> {
  const [row] = await rig.database.repository.saveCompletion(task, makeSources(1), makeAnswer());
  return row?.id ?? 0;
}

function newNames(changes: Partial<OwnNamesDeps['repository']> = {}): OwnNames {
  return createOwnNames({ thread: { run: spied }, repository: { ...rig.database.repository, ...changes } });
}

async function put(relative: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(path.join(rig.library, relative)), { recursive: true });
  await writeFile(path.join(rig.library, relative), content);
}

const spied: OwnNamesDeps['thread']['run'] = (job) => {
  asked.push(job.kind);
  return rig.thread.run(job);
};

function look(changes: Partial<HandAddedDeps['repository']> = {}): Promise<HandAdded> {
  return takeHandAdded(
    {
      clock: { now: () => Date.now() + 60_000 },
      roots: () => [rig.library],
      folders: createLibraryFolders(() => rig.library, () => []),
      memory: createFolderMemory(path.join(rig.home, 'folders.json')),
      ownNames,
      thread: { ...rig.thread, run: spied },
      lease: { during: async (_root, write) => ({ value: await write() }) },
      journal: createLibraryJournal(),
      repository: { ...rig.database.repository, ...changes },
      accountId: testAccount.id,
    },
    new AbortController().signal,
  );
}

/** As many looks as take in all that can be taken in. */
async function looks(): Promise<number> {
  const taken = [await look(), await look(), await look()];
  return taken.flatMap(({ imageIds }) => imageIds).length;
}

describe('files under names of Latent’s own making that are no row’s', () => {
  it('are taken in at the second look that sees them alike, as what their names and they themselves tell', async () => {
    await put(fox, plain('one'));
    await put('2025/2025-03/2025-03-05 09.00.00 a blue 2.png', pngWith({ parameters: 'a blue house\nSteps: 4, Seed: 7' }));
    expect(await look()).toMatchObject({ imageIds: [], resting: true });
    expect(asked).toEqual([]);
    expect(await look()).toMatchObject({ imageIds: [expect.any(Number), expect.any(Number)], resting: false });
    const [first, second] = await rig.pictures();
    expect(first).toMatchObject({ task: { request: { prompt: 'a red fox' }, createdAt: new Date(2025, 2, 4, 14, 3, 22).getTime(), imported: { importId: null } }, images: [{ state: { file: { path: fox } } }] });
    expect(second?.task).toMatchObject({ request: { prompt: 'a blue house' }, createdAt: new Date(2025, 2, 5, 9).getTime(), imported: { form: 'a1111', steps: 4 } });
    expect(await rig.files()).toHaveLength(2);
    asked = [];
    expect(await looks()).toBe(0);
    expect(asked).toEqual([]);
  });

  it('wait while they change', async () => {
    await put(fox, plain('one'));
    await look();
    await put(fox, plain('another one'));
    expect(await look()).toMatchObject({ imageIds: [], resting: true });
    expect((await look()).imageIds).toHaveLength(1);
  });

  it('are found where an earlier version has looked through their folder and left them', async () => {
    await put(fox, plain('one'));
    await looks();
    await rig.database.repository.forgetImported((await rig.pictures()).map(({ task }) => task.id));
    await rm(path.join(rig.library, '.latent'), { recursive: true });
    const memory = createFolderMemory(path.join(rig.home, 'folders.json'));
    await writeFile(path.join(rig.home, 'folders.json'), JSON.stringify(Object.fromEntries(await memory.read())));
    expect(await looks()).toBe(1);
  });

  it('are no new pictures where their content is here; one whose picture misses its file was renamed', async () => {
    const task = completed();
    const id = await waiting(task);
    await put(nameOf(task), plain('one'));
    await rig.database.repository.saveImage(id, { status: 'kept', file: fileOf(nameOf(task), plain('one')) });
    await put(fox, plain('one'));
    expect(await looks()).toBe(0);
    await rm(path.join(rig.library, fox));
    await rename(path.join(rig.library, nameOf(task)), path.join(rig.library, fox));
    await look();
    expect(await look()).toMatchObject({ imageIds: [], renamed: true });
  });

  it.each([1, 2])('wait for the task whose download was put in its place by a process that died before its row: number %i', async (number) => {
    const { repository } = rig.database;
    const task = completed({ request: { ...makeTask().request, prompt: 'a "red" fox\nin snow' } });
    const id = await waiting(task);
    await put(nameOf(task, number), plain('paid for'));
    expect(await looks()).toBe(0);
    // The computer travelled meanwhile.
    const elsewhere = completed({ ...task, createdAt: task.createdAt - 9 * 3_600_000 });
    await put(nameOf(elsewhere, number), plain('paid for as well'));
    expect(await looks()).toBe(0);
    // The next start fetches it once more, and it has its row.
    await put(nameOf(task, 3), plain('paid for'));
    await repository.saveImage(id, { status: 'kept', file: fileOf(nameOf(task, 3), plain('paid for')) });
    expect(await looks(), 'only what is no content of the task').toBe(1);
    expect((await rig.pictures()).map(({ images: [image] }) => image?.state)).toMatchObject([{ file: { path: nameOf(elsewhere, number) } }]);
  });

  it('are the task’s whose row is committed while they are looked at', async () => {
    const { repository } = rig.database;
    const task = completed();
    const id = await waiting(task);
    await put(nameOf(task), plain('paid for'));
    ownNames = newNames({
      async unfinishedTasks() {
        await repository.saveImage(id, { status: 'kept', file: fileOf(nameOf(task), plain('paid for')) });
        return repository.unfinishedTasks();
      },
    });
    expect(await looks()).toBe(0);
    expect(asked).toEqual([]);
  });

  it.each(['running', 'paused', 'undoing'] as const)('wait while an import is %s: it may have put copies in their place', async (state) => {
    const { repository } = rig.database;
    const stored = { id: completed().id, sources: [rig.elsewhere], begunAt: 1 };
    await repository.saveImport({ ...stored, state });
    await put(fox, plain('one'));
    expect(await looks()).toBe(0);
    await repository.saveImport({ ...stored, state: 'ended' });
    expect(await looks()).toBe(1);
  });

  it('are left to their lines where the library’s journal names them, as that of another Latent, until it tells that they were removed', async () => {
    const journal = createLibraryJournal();
    const task = completed();
    await journal.record(rig.library, { task, index: 0, file: fileOf(nameOf(task), plain('one')), account: testAccount });
    await put(nameOf(task), plain('one'));
    expect(await looks()).toBe(0);
    await put('2025/2025-03/notes.txt', Buffer.from('the folder changed'));
    expect(await looks()).toBe(0);
    expect(asked.filter((kind) => kind === 'journal'), 'the journal is read once').toHaveLength(1);
    await journal.recordRemoved(rig.library, [{ taskId: task.id, index: 0, at: Date.now() }]);
    ownNames = newNames();
    await put('2025/2025-03/more.txt', Buffer.from('and once more'));
    expect(await looks()).toBe(1);
  });

  it('are taken in where the journal’s line is of a file of another length: it was edited under its name', async () => {
    const { repository } = rig.database;
    const task = completed();
    const id = await waiting(task);
    const file = fileOf(nameOf(task), plain('one'));
    await createLibraryJournal().record(rig.library, { task, index: 0, file, account: testAccount });
    await repository.saveImage(id, { status: 'kept', file });
    await put(nameOf(task), plain('cropped, or so'));
    expect(await looks()).toBe(1);
    expect(await rig.pictures()).toMatchObject([{ images: [{ state: { file: { path: nameOf(task), bytes: plain('cropped, or so').length } } }] }]);
    expect(await looks(), 'and once').toBe(0);
  });

  it('that are rows’ cost a question for hundreds of them', async () => {
    const { repository } = rig.database;
    const content = plain('one');
    const files = Array.from({ length: 1_200 }, (_, number) => fileOf(`2025/2025-03/2025-03-04 14.03.22 fox ${number}.png`, content));
    await Promise.all(files.map((file) => put(file.path, content)));
    const task = completed({ state: { status: 'completed', remoteId: 'r', imageCount: files.length } });
    const rows = await repository.saveCompletion(task, makeSources(files.length), makeAnswer());
    await Promise.all(files.map((file, number) => repository.saveImage(rows[number]?.id ?? 0, { status: 'kept', file })));
    let questions = 0;
    const counting: Partial<HandAddedDeps['repository']> = { unknownFiles: (some) => ((questions += 1), repository.unknownFiles(some)) };
    expect(await look(counting)).toMatchObject({ imageIds: [], resting: false });
    expect({ questions, asked }).toEqual({ questions: 3, asked: [] });
  });
});
