import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFileThread } from '../../../electron/core/file-worker/file-thread.ts';
import { createUndoLog } from '../../../electron/core/undo/undo-log.ts';
import { createImporter } from '../../../electron/core/import/importer.ts';
import { createLibraryFolders } from '../../../electron/core/library/library-folders.ts';
import { createLibraryJournal } from '../../../electron/core/library/library-journal.ts';
import { createLibraryLease } from '../../../electron/core/library/library-lease.ts';
import { createSystemClock } from '../../../electron/core/util/system-clock.ts';
import { openDatabase } from '../../../electron/database/client/open-database.ts';
import { newTask } from '../../../shared/task.ts';
import { databaseWorkerFile, fileWorkerFile } from '../../support/built-threads.ts';
import { pngWith } from '../../unit/core/metadata/reading/build-files.ts';
import { atLeast, atMost, plainFinding, ratioFinding, type Metric } from '../harness/figures.ts';
import { interleaved, median } from '../harness/measure.ts';
import { benchAccount, benchAccountId } from '../harness/tasks-in-flight.ts';
import { createRandom } from '../seed/random.ts';

/** The share of the files that a quick trial imports: all for `--large 1000000`, the default. */
const shareOf = (large: number): number => Math.min(1, large / 1_000_000);
/** An import of many takes a minute. */
const mostRuns = 3;
/** Milliseconds between two writes that are measured beside the import. */
const between = 25;
const sameSecond = Date.UTC(2026, 10, 21, 8, 30) / 1_000;

interface Imported {
  readonly ms: number;
  /** The longest that another write waited meanwhile, in milliseconds. */
  readonly longestWait: number;
  /** Milliseconds of CPU of all threads, the other writes included. Other programs do not change it much. */
  readonly cpu: number;
}

/** Imports small pictures as the app does, onto the disk and into the database, while single tasks are written to the same database. */
export const importing: Metric = async ({ runs, scratch, large, say }) => {
  const files = (all: number): number => Math.ceil(all * shareOf(large));
  const [few, many, most] = [files(5_000), files(20_000), files(50_000)];
  const [fewAlike, manyAlike] = [files(500), files(2_000)];
  const rounds = Math.min(runs, mostRuns);
  const folder = path.join(scratch, 'import');
  const [different, alike] = [path.join(folder, 'different'), path.join(folder, 'alike')];
  say(`writes ${most} small pictures`);
  for (const count of [few, many, most]) await putPictures(path.join(different, String(count)), count, false);
  for (const count of [fewAlike, manyAlike]) await putPictures(path.join(alike, String(count)), count, true);
  const one = (source: string, count: number) => async (): Promise<Imported> => {
    const imported = await importAll(path.join(source, String(count)), count, path.join(folder, randomUUID()));
    const { ms, cpu, longestWait } = imported;
    say(`imported ${count} files in ${(ms / 1_000).toFixed(1)} s, ${(cpu / count).toFixed(1)} ms of CPU each, another write waited ${longestWait.toFixed(0)} ms at most`);
    return imported;
  };
  const found = await interleaved({ few: one(different, few), many: one(different, many) }, rounds);
  const same = await interleaved({ few: one(alike, fewAlike), many: one(alike, manyAlike) }, rounds);
  const all = await one(different, most)();

  const seconds = (imports: readonly Imported[]) => ({ value: median(imports.map(({ ms }) => ms)) / 1_000, unit: 's' });
  const rate = (count: number, imports: readonly Imported[]) => ({ value: count / seconds(imports).value, unit: 'files/s' });
  const wait = (imports: readonly Imported[]) => ({ value: median(imports.map(({ longestWait }) => longestWait)), unit: 'ms' });
  return [
    ratioFinding('import', `${many} ÷ ${few} small files`, seconds(found.many), { ...seconds(found.few), name: `Latent with ${few}` }, atMost(5)),
    plainFinding('import', `files a second, of ${many}`, rate(many, found.many), atLeast(150)),
    plainFinding('import', `the longest wait of another write beside ${many}`, wait(found.many), atMost(250)),
    ratioFinding('import', `${manyAlike} ÷ ${fewAlike} pictures of one prompt and one second`, seconds(same.many), { ...seconds(same.few), name: `Latent with ${fewAlike}` }, atMost(5)),
    plainFinding('import', `files a second, of ${most}`, rate(most, [all]), atLeast(150)),
    plainFinding('import', `the longest wait of another write beside ${most}`, wait([all]), atMost(250)),
  ];
};

/**
 * Pictures of some kilobytes, each with content of its own. `alike`: with the same prompt and the same second, so that their names in the library
 * differ only in a number.
 */
async function putPictures(folder: string, count: number, alike: boolean): Promise<void> {
  const random = createRandom(1);
  for (let at = 0; at < count; at += 1) {
    const place = path.join(folder, String(Math.floor(at / 1_000)));
    if (at % 1_000 === 0) await mkdir(place, { recursive: true });
    const file = path.join(place, `${at}.png`);
    const noise = Array.from({ length: 100 + random.below(1_000) }, () => random.below(2 ** 32).toString(36)).join('');
    await writeFile(file, pngWith({ parameters: `a red fox in snow${alike ? '' : `, picture ${at}`}\nSteps: 20, Seed: ${at}`, noise }));
    if (alike) await utimes(file, sameSecond, sameSecond);
  }
}

async function importAll(source: string, count: number, home: string): Promise<Imported> {
  const library = path.join(home, 'Latent');
  await mkdir(library, { recursive: true });
  const clock = createSystemClock();
  const repository = await openDatabase({ file: path.join(home, 'latent.db'), workerFile: databaseWorkerFile });
  await repository.saveAccount(benchAccount('http://127.0.0.1:1'));
  const ended = Promise.withResolvers<void>();
  const importer = createImporter({
    undoLog: createUndoLog(),
    clock,
    thread: createFileThread({ workerFile: fileWorkerFile, clock }),
    folders: createLibraryFolders(() => library, () => []),
    avoid: () => [library],
    lease: createLibraryLease({ clock, profile: randomUUID(), computer: 'bench' }),
    journal: createLibraryJournal(),
    repository,
    accountId: benchAccountId,
    changed: ({ latest }) => {
      if (latest?.phase === 'ended') ended.resolve();
      else if (latest?.trouble) ended.reject(new Error(latest.trouble.why));
    },
    kept: () => undefined,
    gone: () => undefined,
    restored: () => undefined,
    failed: (_message, error) => ended.reject(error),
  });
  await importer.start();

  let isOver = false;
  let longestWait = 0;
  const writeBeside = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now();
      await repository.insertTasks([newTask(randomUUID(), benchAccountId, { model: 'm', prompt: 'a red fox', size: '1024x1024', quality: 'low' }, null, clock.now())]);
      longestWait = Math.max(longestWait, performance.now() - began);
      await sleep(between);
    }
  };
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  const beside = writeBeside();
  await importer.begin([source]);
  await ended.promise.finally(() => (isOver = true));
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  await beside;
  const added = importer.state().latest?.counts.added;
  await importer.close();
  await repository.close();
  await rm(home, { recursive: true, force: true });
  if (added !== count) throw new Error(`Latent imported ${added} of ${count} pictures.`);
  return { ms, longestWait, cpu: (user + system) / 1_000 };
}
