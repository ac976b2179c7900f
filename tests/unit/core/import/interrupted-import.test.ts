import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJournal } from '../../../../electron/core/library/library-journal.ts';
import { createUndoLog } from '../../../../electron/core/undo/undo-log.ts';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { pngWith } from '../metadata/reading/build-files.ts';

let rig: ImportRig;
beforeEach(async () => {
  rig = await createImportRig();
});
afterEach(() => rig.remove());

/** Pictures that differ only in their text. */
const numbered = (number: number): Buffer => pngWith({ parameters: `picture ${number}\nSteps: 1, Seed: ${number}` });

describe('an import that is paused, cancelled or undone', () => {
  it.each(['it is resumed', 'the app restarts'])('tries files again that were skipped for a temporary reason when %s', async (when) => {
    for (let number = 0; number < 40; number += 1) await rig.put(`${number}.png`, numbered(number));
    const { repository } = rig.database;
    let slow = true;
    let saves = 0;
    await rig.restart({
      thread: { ...rig.thread, run: (job) => (slow && job.path.endsWith('png') ? Promise.resolve({ kind: 'refused', why: 'too-costly' }) : rig.thread.run(job)) },
      repository: { ...repository, saveImported: (...files) => (saves++ === 1 ? Promise.reject(new Error('gone')) : repository.saveImported(...files)) },
      failed: () => undefined,
    });
    const stopped = await rig.all();
    expect(stopped).toMatchObject({ phase: 'paused', counts: { added: 0 } });
    expect(stopped.counts.skipped).toBeGreaterThan(0);
    slow = false;
    if (when === 'it is resumed') await rig.importer.resume();
    else await rig.restart();
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toEqual({ added: 40, incomplete: 0, duplicates: 0, inTrash: 0, skipped: 0, others: {}, leftOut: {} });
  });

  it('shows its summary once: after a restart it is only offered to be undone', async () => {
    await rig.put('a.png', numbered(1));
    await rig.all();
    await rig.restart();
    expect(await rig.until(({ phase }) => phase === 'ended')).toMatchObject({ earlier: true, counts: { added: 1 } });
    await rig.importer.undo();
    expect(await rig.until(({ phase }) => phase === 'undone')).not.toHaveProperty('earlier', true);
    await rig.restart();
    expect(rig.importer.state().latest).toBeNull();
  });

  it('is paused, survives a restart, and is resumed without adding anything twice', async () => {
    for (let number = 0; number < 60; number += 1) await rig.put(`${number}.png`, numbered(number));
    await rig.importer.begin([rig.elsewhere]);
    await rig.until(({ counts }) => counts.added > 0);
    await rig.importer.pause();
    const { added } = (await rig.until(({ phase }) => phase === 'paused')).counts;
    expect(added).toBeLessThan(60);
    expect(await rig.pictures()).toHaveLength(added);
    await rig.restart();
    expect(rig.importer.state().latest).toMatchObject({ phase: 'paused', counts: { added } });
    await rig.importer.resume();
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toEqual({ added: 60, incomplete: 0, duplicates: 0, inTrash: 0, skipped: 0, others: {}, leftOut: {} });
    expect([(await rig.pictures()).length, (await rig.files()).length]).toEqual([60, 60]);
  });

  it('adds files that are chosen before the start to the import of an earlier run', async () => {
    for (let number = 0; number < 40; number += 1) await rig.put(`${number}.png`, numbered(number));
    await rig.importer.begin([rig.elsewhere]);
    await rig.until(({ counts }) => counts.added > 0);
    let chosen: Promise<unknown> = Promise.resolve();
    await rig.restart({}, (importer) => (chosen = importer.begin([rig.elsewhere])));
    expect(await chosen).toEqual({ begun: true });
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toEqual({ added: 40, incomplete: 0, duplicates: 0, inTrash: 0, skipped: 0, others: {}, leftOut: {} });
    expect([(await rig.pictures()).length, (await rig.files()).length]).toEqual([40, 40]);
  });

  it('waits for the next start if the app quits before the importer has started', async () => {
    for (let number = 0; number < 40; number += 1) await rig.put(`${number}.png`, numbered(number));
    await rig.importer.begin([rig.elsewhere]);
    await rig.until(({ counts }) => counts.added > 0);
    const shut = { ...rig.database.repository, latestImport: () => Promise.reject(new Error('closed')) };
    await rig.restart({ repository: shut }, (importer) => importer.close());
    expect(rig.importer.state().latest).toBeNull();
    await rig.restart();
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toMatchObject({ added: 40 });
  });

  it('uses a copy that a crash left without a row', async () => {
    for (let number = 0; number < 20; number += 1) await rig.put(`${number}.png`, numbered(number));
    const { repository } = rig.database;
    // Everything but the rows is on the disk, as after a power cut.
    await rig.restart({ repository: { ...repository, saveImported: () => Promise.reject(new Error('gone')) }, failed: () => undefined });
    expect(await rig.all()).toMatchObject({ phase: 'paused', trouble: { why: 'failed' } });
    const left = await rig.files();
    expect(left.length).toBeGreaterThan(0);
    await rig.restart();
    expect((await rig.until(({ phase }) => phase === 'ended')).counts).toMatchObject({ added: 20, duplicates: 0 });
    expect(await rig.files()).toHaveLength(20);
    expect(await rig.files()).toEqual(expect.arrayContaining([...left]));
    const ids = new Set<string>();
    for await (const line of readJournal(rig.library)) ids.add(line.task.id);
    expect(ids.size, 'also for a history that is rebuilt from the journal').toBe(20);
  });

  it('can be undone as long as it is shown, whatever was done since', async () => {
    const undoLog = createUndoLog();
    await rig.restart({ undoLog });
    await rig.put('a.png', numbered(1));
    await rig.importer.begin([rig.elsewhere]);
    const { token } = await rig.until(({ phase }) => phase === 'ended');
    const nothing = () => Promise.resolve({ came: 'nothing', why: 'gone' } as const);
    for (let act = 0; act < 150; act += 1) undoLog.record({ undo: nothing, redo: nothing });
    expect(await undoLog.run(token ?? '', 'undo', false)).toMatchObject({ came: 'done' });
    await rig.until(({ phase }) => phase === 'undone');
    expect(await rig.pictures()).toEqual([]);
  });

  it('keeps the added pictures when it is cancelled, and can be undone', async () => {
    for (let number = 0; number < 60; number += 1) await rig.put(`${number}.png`, numbered(number));
    await rig.importer.begin([rig.elsewhere]);
    await rig.until(({ counts }) => counts.added > 0);
    await rig.importer.cancel();
    const { counts, cancelled } = await rig.until(({ phase }) => phase === 'ended');
    expect(cancelled).toBe(true);
    expect(await rig.pictures()).toHaveLength(counts.added);
    await rig.importer.undo();
    expect(await rig.until(({ phase }) => phase === 'undone')).toMatchObject({ undone: { removed: counts.added, trashed: 0 } });
    expect([await rig.pictures(), await rig.files()]).toEqual([[], []]);
    expect(await rig.database.repository.integrity()).toEqual([]);
  });

  it('refuses calls that do not fit its state, and changes nothing', async () => {
    for (let number = 0; number < 60; number += 1) await rig.put(`${number}.png`, numbered(number));
    await rig.importer.begin([rig.elsewhere]);
    await rig.until(({ counts }) => counts.added > 0);
    await expect(rig.importer.undo()).rejects.toThrow('import-under-way');
    await rig.importer.pause();
    await rig.importer.pause();
    expect(rig.importer.state().latest?.phase).toBe('paused');
    await expect(rig.importer.dismiss()).rejects.toThrow('import-under-way');
    await rig.importer.resume();
    await rig.until(({ phase }) => phase === 'ended');
    for (const late of [rig.importer.pause(), rig.importer.resume(), rig.importer.cancel()]) await expect(late).rejects.toThrow('import-ended');
    await rig.importer.undo();
    for (const early of [rig.importer.begin([rig.elsewhere]), rig.importer.dismiss()]) await expect(early).rejects.toThrow('import-undoing');
    await rig.until(({ phase }) => phase === 'undone');
    expect(rig.failures).toEqual([]);
  });
});
