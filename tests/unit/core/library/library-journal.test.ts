import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJournaledDownloads } from '../../../../electron/core/library/journaled-downloads.ts';
import { formatLine, parseLine, type JournalLine, type KeptPicture } from '../../../../electron/core/library/journal-line.ts';
import { createLibraryJournal, journalFolder, readJournal } from '../../../../electron/core/library/library-journal.ts';
import type { DownloadRequest, ImageDownloads } from '../../../../electron/core/engine/downloads/download-outcome.ts';
import type { Task } from '../../../../shared/task.ts';
import { createFakeDownloads } from '../../../support/engine-fakes.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { makeFile, makeTask, start } from '../../database/samples.ts';

const facts = { statusWord: 'succeeded', progress: 100, estimatedSeconds: null, credits: '0.4', model: 'painter-1-hd' };
const task = makeTask({
  retryOf: '3f0e8f7c-1111-4222-8333-444455556666',
  adopted: true,
  batchId: '3f0e8f7c-2222-4222-8333-444455556666',
  estimate: '0.04',
  settled: '0.05',
  byHand: 'connection-lost',
  request: { model: 'painter-1', prompt: 'a "fox"\n\u2028 in snow 雪 \u{1f98a}', size: '1024x768', quality: 'high' },
  submittedAt: start + 1,
  acceptedAt: start + 2,
  endedAt: start + 3,
  dismissedAt: start + 4,
  polls: 7,
  lastPollAt: start + 3,
  facts,
  state: { status: 'completed', remoteId: 'task_01/../%2f', imageCount: 2 },
});
const picture: KeptPicture = { task, index: 1, file: makeFile(), account: testAccount };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'latent-journal-'));
  return () => rm(root, { recursive: true, force: true });
});

async function lines(): Promise<JournalLine[]> {
  const found: JournalLine[] = [];
  for await (const line of readJournal(root)) found.push(line);
  return found;
}

describe('a line', () => {
  it('keeps every field', () => {
    // Those of the account, of an import and of the queue. A task with a picture is never sent again.
    const elsewhere: readonly (keyof Task)[] = ['id', 'accountId', 'imported', 'createdAt', 'place', 'idempotencyKey', 'repeated', 'trouble'];
    const usual = makeTask({ id: task.id });
    const plain = (Object.keys(usual) as (keyof Task)[]).filter((field) => JSON.stringify(task[field]) === JSON.stringify(usual[field]));
    expect(plain.toSorted(), 'a new field needs a value here').toEqual(elsewhere.toSorted());
    expect(parseLine(formatLine(picture))).toEqual({ ...picture, intact: true });
  });

  it('names the reference pictures of the request', () => {
    const references = [{ kind: 'address', url: 'https://a.test/1' }, { kind: 'file', sha256: 'ab'.repeat(32), type: 'png', bytes: 3, name: 'fox.png' }] as const;
    const referring = { ...picture, task: { ...picture.task, request: { ...picture.task.request, references } } };
    expect(parseLine(formatLine(referring))).toEqual({ ...referring, intact: true });
  });

  it('that was edited is still read, and marked as edited', () => {
    const edited = formatLine(picture).replace('1024x768', '1024x769');
    expect(parseLine(edited)).toMatchObject({ intact: false, task: { request: { size: '1024x769' } } });
    const grown = formatLine(picture).replace('{"latent":1', '{"latent":2,"stars":5');
    expect(parseLine(grown)).toEqual({ ...picture, intact: false });
  });

  it('with a path out of the library, or without an address, is rejected', () => {
    for (const hostile of ['../../etc/passwd', '/etc/passwd', 'a//b', 'C:/x', 'a\\..\\b', './a', 'a/\0']) {
      expect(parseLine(formatLine({ ...picture, file: makeFile({ path: hostile }) })), hostile).toBeNull();
    }
    expect(parseLine(formatLine({ ...picture, account: { ...testAccount, baseUrl: 'http://elsewhere.example' } }))).toBeNull();
    for (const text of ['', '{', 'null', '[]', '{"latent":1}', '"x"']) expect(parseLine(text), text).toBeNull();
  });
});

describe('the journal', () => {
  it('has one line a picture and one file a month, in the order of the calls', async () => {
    const journal = createLibraryJournal();
    const later = makeFile({ savedAt: Date.UTC(2026, 10, 30, 23, 59) });
    await Promise.all([0, 1, 2].map((index) => journal.record(root, { ...picture, index })));
    await journal.record(root, { ...picture, index: 3, file: later });
    expect((await readdir(path.join(root, journalFolder))).toSorted()).toEqual(['2025-09.jsonl', '2026-11.jsonl']);
    expect((await lines()).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });

  it('loses no line to a torn one', async () => {
    const journal = createLibraryJournal();
    await journal.record(root, { ...picture, index: 0 });
    const file = path.join(root, journalFolder, '2025-09.jsonl');
    await appendFile(file, formatLine(picture).slice(0, 200));
    expect((await lines()).map(({ index }) => index)).toEqual([0]);
    await journal.record(root, { ...picture, index: 2 });
    expect((await lines()).map(({ index }) => index)).toEqual([0, 2]);
  });

  it('is not created without the library folder', async () => {
    await expect(createLibraryJournal().record(path.join(root, 'gone'), picture)).rejects.toThrow('ENOENT');
    expect(await readdir(root)).toEqual([]);
  });

  it('is empty without files', async () => {
    expect(await lines()).toEqual([]);
    await writeFile(path.join(root, journalFolder), 'a file in its place');
    expect(await lines()).toEqual([]);
  });
});

describe('a download', () => {
  const request: DownloadRequest = {
    image: { kind: 'url', url: 'https://pictures.example/0.png' },
    taskId: task.id,
    index: 1,
    prompt: task.request.prompt,
    taskCreatedAt: task.createdAt,
    baseUrl: testAccount.baseUrl,
  };
  /** The folders whose lease was held. */
  const leased: string[] = [];
  const over = (downloads: ImageDownloads, folder = (): string => root): ImageDownloads =>
    createJournaledDownloads({
      downloads,
      journal: createLibraryJournal(),
      lease: { during: async (of, write) => (leased.push(of), { value: await write() }) },
      library: { root: folder },
      repository: { task: () => Promise.resolve({ task, images: [] }), accounts: () => Promise.resolve([testAccount]) },
    });

  it('counts as kept when its line is written', async () => {
    const outcome = await over(createFakeDownloads()).download(request);
    expect(outcome.kind).toBe('kept');
    expect(await lines()).toEqual([{ task, index: 1, account: testAccount, file: outcome.kind === 'kept' && outcome.file, intact: true }]);
  });

  it('whose line cannot be written reports the library, and is not downloaded twice', async () => {
    const downloads = createFakeDownloads();
    const journalled = over(downloads);
    await writeFile(path.join(root, journalFolder), 'a file in its place');
    expect(await journalled.download(request)).toEqual({ kind: 'library', problem: 'unreachable', detail: 'ENOTDIR' });
    await rm(path.join(root, journalFolder));
    expect(await journalled.download(request)).toMatchObject({ kind: 'kept' });
    expect(downloads.requests).toHaveLength(1);
    expect(await readFile(path.join(root, journalFolder, '2025-09.jsonl'), 'utf8')).toContain(task.id);
  });

  it('is recorded in the folder where its file is, under the lease of that folder, also if the person chose another one since', async () => {
    let folder = root;
    const recorded = over(createFakeDownloads(), () => folder);
    await writeFile(path.join(root, journalFolder), 'a file in its place');
    expect(await recorded.download(request)).toMatchObject({ kind: 'library' });
    await rm(path.join(root, journalFolder));
    folder = path.join(root, 'another');
    leased.length = 0;
    expect(await recorded.download(request)).toMatchObject({ kind: 'kept' });
    expect([leased, await lines()]).toEqual([[root], [expect.objectContaining({ index: 1 })]]);
  });

  it('that fails leaves no line', async () => {
    const downloads = createFakeDownloads();
    downloads.onDownload = () => ({ kind: 'expired' });
    expect(await over(downloads).download(request)).toEqual({ kind: 'expired' });
    expect(await lines()).toEqual([]);
  });
});
