import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess, type BenchProcess } from '../harness/child.ts';
import { atMost, plainFinding, ratioFinding, wrongFinding, type Figure, type Finding, type Metric } from '../harness/figures.ts';
import { workPerFrame } from '../harness/frames.ts';
import { focusSearch, sheetIsThere, shownCount } from '../harness/in-page.ts';
import { seededLibrary } from '../harness/libraries.ts';
import { median, percentile } from '../harness/measure.ts';
import { press, selectPicture, takeThumb, typeLetters, wheel } from '../harness/moves.ts';
import type { DebuggedPage } from '../harness/page.ts';
import { createServiceProfile, giveKey, type ServiceProfile } from '../harness/service-profile.ts';
import { benchAccountId } from '../harness/tasks-in-flight.ts';
import { openWindow, type BenchWindow } from '../harness/window.ts';
import type { ServiceStats } from '../processes/messages.ts';

/** In flight on average while it is measured: more at the beginning, fewer at the end. */
const inFlight = 1_000;
/** Milliseconds from one finished task to the next while the person works: five pictures a second. */
const betweenPictures = 200;
/** Seconds that a round without a trace and one with take together. */
const pairOfRounds = 12;
/** Until every task was asked twice. */
const settling = 8_000;
/** Milliseconds by which a query may be late, as the service sees it. */
const mostLate = 400;
/** For all that is still in flight at the end. */
const patience = 300_000;

/** Milliseconds in which nobody moves, but all the rest goes on: what of the lateness is the window's share shows beside it. */
const stillness = 10_000;

const turns = 90;
/** Milliseconds in which a person looks at where he has come to. */
const pauseBetween = 600;
const words = 'winter fox';

/** p95 of the work per frame, in milliseconds. */
interface Work {
  readonly scrolling: number;
  /** With what the page waited for a core. */
  readonly scrollingAndWaiting: number;
  readonly typing: number;
}

const moves = { scrolling: 'scrolling', scrollingAndWaiting: 'scrolling, with waiting for a core', typing: 'typing' } as const;

/** Everything at once: a person scrolls and types while a thousand tasks are asked, and what is done is downloaded and made small. */
export const mixed: Metric = async (context) => {
  const { large, runs, scratch, say } = context;
  const tasks = inFlight + Math.ceil((runs * pairOfRounds * 1_000) / betweenPictures / 2);
  const service = await startProcess('service');
  try {
    const { url } = service.started as { readonly url: string };
    const seeded = await seededLibrary(large, say);
    const profile = await createServiceProfile(seeded, path.join(scratch, 'mixed'), url, Array.from({ length: tasks }, (_, index) => `later-${index}`));
    const before = countKept(profile);
    const window = await openWindow('latent', profile.userData);
    try {
      return await inWindow({ window, service, profile, before, runs, tasks });
    } finally {
      await window.close();
    }
  } finally {
    await service.stop();
  }
};

interface Ready {
  readonly window: BenchWindow;
  readonly service: BenchProcess;
  readonly profile: ServiceProfile;
  /** Pictures in the library before any of the tasks is done. */
  readonly before: number;
  readonly runs: number;
  readonly tasks: number;
}

async function inWindow({ window, service, profile, before, runs, tasks }: Ready): Promise<readonly Finding[]> {
  const { page } = window;
  await page.evaluate(sheetIsThere);
  // The first round makes the thumbnails of what it passes.
  await work(page);
  const alone: Work[] = [];
  for (let run = 0; run < Math.ceil(runs / 2); run += 1) alone.push(await work(page));

  await giveKey(page);
  await pause(settling);
  await service.ask({ release: betweenPictures });
  await service.ask('reset');
  await pause(stillness);
  const takeStats = async (): Promise<ServiceStats> => (await service.ask('stats')) as ServiceStats;
  const still = (await takeStats()).lateness;
  const lateness: number[] = [];
  const busy: Work[] = [];
  for (let run = 0; run < runs; run += 1) {
    // What a trace held up is over by then.
    await pause(pauseBetween);
    await takeStats();
    await move(page, untraced);
    lateness.push(...(await takeStats()).lateness);
    busy.push(await work(page));
  }
  const all = await takeStats();
  await service.ask({ release: 0 });
  await everythingKept(profile, tasks);
  const lost = await countLost(profile, page, before, tasks);
  for (let run = 0; run < Math.floor(runs / 2); run += 1) alone.push(await work(page));

  const figure = (rounds: readonly Work[], what: keyof Work): Figure => ({ value: median(rounds.map((round) => round[what])), unit: 'ms' });
  const among = `${inFlight} tasks in flight`;
  return [
    ...(['scrolling', 'scrollingAndWaiting', 'typing'] as const).map((what) =>
      ratioFinding('mixed', `work on the main thread per frame, ${moves[what]}, p95, ${among} ÷ none`, figure(busy, what), { ...figure(alone, what), name: 'Latent with nothing else to do' }, atMost(1.5)),
    ),
    plainFinding('mixed', `latest of ${still.length} queries while nobody scrolls or types, as the service sees it`, { value: Math.max(...still), unit: 'ms' }, atMost(mostLate)),
    plainFinding('mixed', `latest of ${lateness.length} queries, as the service sees it`, { value: Math.max(...lateness), unit: 'ms' }, atMost(mostLate)),
    wrongFinding('mixed', `queries skipped of ${all.polls}`, all.skipped, all.polls),
    wrongFinding('mixed', `queries too early of ${all.polls}`, all.early, all.polls),
    wrongFinding('mixed', `pictures of ${tasks} tasks that are not on the disk, in the history and in the window’s count`, lost, tasks),
  ];
}

/** What the page's main thread has to do for it, by Chromium's trace. */
async function work(page: DebuggedPage): Promise<Work> {
  const [wheeled, typed] = await move(page, (act) => page.trace(act));
  return {
    scrolling: percentile(workPerFrame(wheeled), 0.95),
    scrollingAndWaiting: percentile(workPerFrame(wheeled, { waiting: true }), 0.95),
    typing: percentile(workPerFrame(typed), 0.95),
  };
}

/** Gathering a trace is work too: how late queries are is measured without. */
const untraced = (act: () => Promise<void>): Promise<void> => act();

/** Scrolls among old pictures and searches for some. */
async function move<T>(page: DebuggedPage, look: (act: () => Promise<void>) => Promise<T>): Promise<readonly [wheeled: T, typed: T]> {
  const thumb = await takeThumb(page);
  await thumb.pull(0.3, 1);
  await thumb.letGo();
  await pause(pauseBetween);
  const place = await selectPicture(page);
  const wheeled = await look(() => wheel(page, place, turns));
  await page.evaluate(focusSearch);
  const typed = await look(() => typeLetters(page, words));
  for (let times = 0; times < 2; times += 1) await press(page, 'Escape');
  await pause(pauseBetween);
  return [wheeled, typed];
}

async function everythingKept(profile: ServiceProfile, tasks: number): Promise<void> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await pause(1_000)) if ((await filesOf(profile)) >= tasks) return;
}

async function filesOf({ library }: ServiceProfile): Promise<number> {
  const entries = await readdir(library, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith('.png')).length;
}

/** How many pictures are missing where they are missed most. */
async function countLost(profile: ServiceProfile, page: DebuggedPage, before: number, tasks: number): Promise<number> {
  // The last file is there a moment before its row, the window hears of it a frame later.
  await pause(2_000);
  const db = new DatabaseSync(profile.database, { readOnly: true });
  const row = db.prepare(`SELECT count(*) AS kept FROM images JOIN tasks ON tasks.id = images.task JOIN accounts ON accounts.id = tasks.account
    WHERE accounts.uuid = ? AND tasks.status = 'completed' AND images.status = 'kept'`).get(benchAccountId);
  db.close();
  const shown = Number(await page.evaluate(shownCount)) - before;
  const found = [await filesOf(profile), Number(row?.['kept']), countKept(profile) - before, shown];
  return Math.max(...found.map((count) => Math.abs(tasks - count)));
}

/** As the counters of the database have it: what the window shows comes from there. */
function countKept({ database }: ServiceProfile): number {
  const db = new DatabaseSync(database, { readOnly: true });
  const row = db.prepare(`SELECT pictures FROM picture_counts WHERE place = 'library'`).get();
  db.close();
  return Number(row?.['pictures']);
}
