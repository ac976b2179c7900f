import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { LibraryViews } from '../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../electron/database/client/open-views.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { atLeast, atMost, plainFinding, type Metric } from '../harness/figures.ts';
import { copyDatabase, seededLibrary } from '../harness/libraries.ts';
import { interleaved, mean, median, percentile } from '../harness/measure.ts';
import { needProgram } from '../harness/programs.ts';

/** What people look for: frequent and rare words, alone and together; the last finds nothing. */
const searches = ['red fox', 'lighthouse', 'portrait', 'cinematic 85mm', 'cat snow', 'vermeer woman', 'neon tokyo night', 'bonsai', 'kalomi', 'art nouveau peacock', 'zzyzx'];
/** Searches that no index of words answers: filters frequent and rare, parts of words, exceptions, alternatives, Chinese, and some of them together. */
const otherSearches = ['is:favourite ', 'rating:>=3 ', 'after:2026-06 ', 'before:2021 ', 'size:portrait ', 'quality:high ', 'model:gpt ', 'tag:none ', 'in:2024 ', '*ight', '-fox', 'fox OR cat', '東京', 'fox is:favourite '];

/** Milliseconds between two keystrokes of somebody who types fast. The view behind the first answer is built meanwhile. */
const betweenKeys = 80;

const answersWanted = 100;

/** Each keystroke of a search as it is typed: the database's part, from the call in main to the first rows there. */
export const search: Metric = async ({ runs, large, scratch, say }) => {
  needProgram('rg', 'ripgrep');
  const file = await copyDatabase(await seededLibrary(large, say), path.join(scratch, 'search.db'));
  const text = path.join(scratch, 'prompts.txt');
  await writePrompts(file, text);
  const keystrokes = searches.flatMap((words) => Array.from(words, (_, at) => words.slice(0, at + 1).trim())).filter((typed, at, all) => typed !== all[at - 1]);
  const views = await openViews({ file, workerFile: databaseWorkerFile });

  const ours = async (): Promise<readonly number[]> => {
    const times: number[] = [];
    for (const typed of keystrokes) {
      const start = performance.now();
      await views.openGallery({ search: typed });
      times.push(performance.now() - start);
      await pause(betweenKeys);
    }
    return times;
  };
  const ripgrep = (): Promise<readonly number[]> =>
    Promise.resolve(
      keystrokes.map((typed) => {
        const start = performance.now();
        spawnSync('sh', ['-c', pipelineOf(typed), text], { maxBuffer: 1 << 26 });
        return performance.now() - start;
      }),
    );
  await ours();
  await ripgrep();
  const found = await interleaved({ ours, ripgrep }, runs);
  const others = await medianOfEach(views, runs);
  await views.close();

  const slowest = Object.entries(others).reduce((most, each) => (each[1] > most[1] ? each : most));
  const p95 = median(found.ours.map((times) => percentile(times, 0.95)));
  const means = { ours: median(found.ours.map(mean)), ripgrep: median(found.ripgrep.map(mean)) };
  return [
    plainFinding('search', `keystroke to the first 200 of ${large}, words, p95`, { value: p95, unit: 'ms' }, atMost(16)),
    {
      metric: 'search',
      what: `the same keystrokes, mean: how many times faster than ripgrep over the same prompts, newest first, until ${answersWanted} are found`,
      ours: { value: means.ours, unit: 'ms' },
      peer: { value: means.ripgrep, unit: 'ms', name: 'ripgrep' },
      value: { value: means.ripgrep / means.ours, unit: '× faster' },
      goal: atLeast(4),
    },
    plainFinding('search', `other searches of ${large}, opened, to the first of them; the slowest of ${otherSearches.length} (“${slowest[0].trim()}”)`, { value: slowest[1], unit: 'ms' }, atMost(100)),
    plainFinding('search', `other searches of ${large}, opened, to the first of them; the middle one of ${otherSearches.length}`, { value: median(Object.values(others)), unit: 'ms' }, atMost(100)),
  ];
};

/** Milliseconds to the first answer, of each of the other searches. */
async function medianOfEach(views: LibraryViews, runs: number): Promise<Readonly<Record<string, number>>> {
  const times: Record<string, number[]> = {};
  for (let run = 0; run < runs; run += 1) {
    for (const words of otherSearches) {
      const start = performance.now();
      await views.openGallery({ search: words });
      (times[words] ??= []).push(performance.now() - start);
      await pause(betweenKeys);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([words, found]) => [words, median(found)]));
}

/**
 * All words in any order, the beginning of a word each, as Latent's search means it: one ripgrep for each, as a person would pipe them. One for
 * all of them, with every order as an alternative, takes far longer.
 */
function pipelineOf(typed: string): string {
  const [first = '', ...others] = typed.split(/\s+/).map((word) => String.raw`rg --ignore-case --no-line-number '\b${word}'`);
  return [`${first} "$0"`, ...others, `head -n ${answersWanted}`].join(' | ');
}

async function writePrompts(file: string, text: string): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true });
  const out = createWriteStream(text);
  for (const row of db.prepare('SELECT prompt FROM tasks ORDER BY id DESC').iterate()) {
    if (!out.write(`${String(row['prompt']).replaceAll('\n', ' ')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  db.close();
}
