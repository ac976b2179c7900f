import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LibraryViews } from '../../../electron/core/library/stores/library-views.ts';
import { openViews } from '../../../electron/database/client/open-views.ts';
import { inItsOrder, newestFirst, pictureGroups, pictureStacks, type Arrangement } from '../../../shared/library/arrangement.ts';
import type { GalleryQuery } from '../../../shared/library/view.ts';
import { databaseWorkerFile } from '../../support/built-threads.ts';
import { atMost, plainFinding, type Finding, type Metric } from '../harness/figures.ts';
import { copyDatabase, seededLibrary } from '../harness/libraries.ts';
import { median } from '../harness/measure.ts';

const sorted = (by: Arrangement['by'], descending = true): Arrangement => ({ ...newestFirst, by, descending, seed: 7 });

/** What a person opens to choose among pictures, in the groups of the table. */
const groups: Readonly<Record<string, Readonly<Record<string, GalleryQuery>>>> = {
  orders: {
    'oldest first': { search: '', arrangement: sorted('time', false) },
    rating: { search: '', arrangement: sorted('rating') },
    'lowest rating': { search: '', arrangement: sorted('rating', false) },
    size: { search: '', arrangement: sorted('size') },
    'smallest size': { search: '', arrangement: sorted('size', false) },
    cost: { search: '', arrangement: sorted('cost') },
    'lowest cost': { search: '', arrangement: sorted('cost', false) },
    random: { search: '', arrangement: sorted('random') },
    relevance: { search: 'fox', arrangement: sorted('relevance') },
    'fox by rating': { search: 'fox', arrangement: sorted('rating') },
  },
  stacks: Object.fromEntries(pictureStacks.map((stack) => [stack, { search: '', arrangement: { ...newestFirst, stack } }])),
  groups: Object.fromEntries(pictureGroups.map((group) => [group, { search: '', arrangement: { ...newestFirst, group } }])),
  'albums in their order': {
    'an album': { search: 'album:"Best of all years"', arrangement: inItsOrder },
    'an album, rated': { search: 'album:"Best of all years" rating:>=3 ', arrangement: inItsOrder },
  },
  'searches for what was chosen': Object.fromEntries(
    ['flag:picked ', 'flag:rejected rating:5 ', 'label:red ', 'label:blue flag:picked ', 'cost:>0.1 ', 'cost:>7.9 ', 'cost:>90 ', 'cost:unknown ', 'seed:271828 ', 'note:print ', 'note:xylophone ', 'ratio:16:9 ', 'ratio:3:1 ', 'batch:portrait ', 'album:none '].map((search) => [search.trim(), { search }]),
  ),
};

/** Milliseconds between two calls of the room that waits meanwhile. */
const betweenCalls = 5;

interface Times {
  /** Milliseconds to the first rows, and to all of them. */
  readonly first: number;
  readonly all: number;
  /** The longest wait of another call meanwhile. */
  readonly wait: number;
}

/** Opens what people choose by, once each on a connection that has shown the newest pictures and holds nothing else. */
export const choose: Metric = async ({ runs, large, scratch, say }) => {
  const file = await copyDatabase(await seededLibrary(large, say), path.join(scratch, 'choose.db'));
  const found = new Map<string, Times[]>();
  for (let run = 0; run < runs; run += 1) {
    for (const [group, queries] of Object.entries(groups)) {
      for (const [name, query] of Object.entries(queries)) {
        const views = await openViews({ file, workerFile: databaseWorkerFile });
        await views.ready((await views.openGallery({ search: '' }))?.token ?? 0);
        const times = await opened(views, query);
        await views.close();
        const key = `${group}: ${name}`;
        found.set(key, [...(found.get(key) ?? []), times]);
      }
    }
  }
  for (const [key, times] of found) say(`${key}: ${(['first', 'all', 'wait'] as const).map((what) => `${what} ${median(times.map((each) => each[what])).toFixed(1)}`).join(', ')} ms`);
  const slowest = (what: keyof Times, group: string): { readonly name: string; readonly of: number; readonly ms: number } => {
    const each = [...found].filter(([key]) => key.startsWith(group)).map(([key, times]) => ({ name: key.slice(key.indexOf(': ') + 2), ms: median(times.map((one) => one[what])) }));
    return { ...each.reduce((most, one) => (one.ms > most.ms ? one : most)), of: each.length };
  };
  const finding = (words: string, what: keyof Times, group: string, most: number): Finding => {
    const { name, of, ms } = slowest(what, group);
    return plainFinding('choose', `${words}; the slowest of ${of} (“${name}”)`, { value: ms, unit: 'ms' }, atMost(most));
  };
  return [
    ...Object.keys(groups).map((group) => finding(`${group} of ${large}, opened, to the first rows`, 'first', group, 100)),
    finding(`any of them, to all rows`, 'all', '', 2_000),
    finding('the longest wait of another call meanwhile', 'wait', '', 100),
  ];
};

async function opened(views: LibraryViews, query: GalleryQuery): Promise<Times> {
  const working = { on: true };
  const waits = longestWait(views, working);
  const start = performance.now();
  const view = await views.openGallery(query);
  const first = performance.now() - start;
  const facts = await views.ready(view?.token ?? 0);
  const all = performance.now() - start;
  working.on = false;
  const wait = await waits;
  if (view === null || facts === null) throw new Error(`Nothing answered “${query.search}”.`);
  return { first, all, wait };
}

/** The longest wait for a short call, while `working` is on. */
async function longestWait(views: LibraryViews, working: { readonly on: boolean }): Promise<number> {
  let longest = 0;
  while (working.on) {
    const start = performance.now();
    await views.inTrash();
    longest = Math.max(longest, performance.now() - start);
    await pause(betweenCalls);
  }
  return longest;
}
