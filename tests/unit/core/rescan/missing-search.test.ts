import { beforeEach, describe, expect, it } from 'vitest';
import { createMissingSearch, type MissingSearch } from '../../../../electron/core/rescan/missing-search.ts';
import type { LibrarySearch, LookResult } from '../../../../shared/library/missing-pictures.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';

const result: LookResult = { pictures: 3, found: 1, missing: 0, unreadable: 0, unreachable: [] };
const minute = 60_000;

let clock: FakeClock;
let search: MissingSearch;
let searches: { readonly signal: AbortSignal; readonly end: (result: LookResult | Error) => void }[];
let told: LibrarySearch[];
let failures: unknown[];

beforeEach(() => {
  clock = createFakeClock();
  searches = [];
  told = [];
  failures = [];
  search = createMissingSearch({
    clock,
    find: (tell, signal) =>
      new Promise((resolve, reject) => {
        tell({ checked: 0, found: 0 });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        searches.push({ signal, end: (how) => (how instanceof Error ? reject(how) : resolve(how)) });
      }),
    changed: (state) => told.push(state),
    failed: (error) => failures.push(error),
  });
});

/** Ends the latest search. */
async function end(how: LookResult | Error = result): Promise<void> {
  searches.at(-1)?.end(how);
  await clock.advance(0);
}

describe('an automatic search', () => {
  it('starts at the first missing picture, and serves all that are reported meanwhile', async () => {
    search.missed([1]);
    search.missed([2]);
    await clock.advance(0);
    search.missed([3]);
    expect(searches).toHaveLength(1);
    await end();
    await clock.advance(10 * minute);
    expect(searches).toHaveLength(1);
    expect(told.map(({ looking, rounds, last }) => [looking !== null, rounds, last])).toEqual([
      [true, 0, null],
      [false, 1, result],
    ]);
  });

  it('runs at most once a minute, and at most a tenth of the time', async () => {
    search.missed([1]);
    await clock.advance(0);
    await end();
    search.missed([2]);
    await clock.advance(minute - 1);
    expect(searches).toHaveLength(1);
    await clock.advance(1);
    expect(searches).toHaveLength(2);
    await clock.advance(2 * minute);
    await end();
    search.missed([3]);
    await clock.advance(20 * minute - 1);
    expect(searches).toHaveLength(2);
    await clock.advance(1);
    expect(searches).toHaveLength(3);
  });

  it('is not started again by a picture that it did not find, until somebody asks for a search', async () => {
    search.missed([1]);
    await clock.advance(0);
    await end({ ...result, missing: 1 });
    search.missed([1]);
    await clock.advance(60 * minute);
    search.missed([1]);
    expect(searches).toHaveLength(1);
    search.look();
    await end({ ...result, missing: 1 });
    search.missed([1]);
    await clock.advance(minute);
    expect(searches).toHaveLength(3);
  });
});

describe('a search that a person starts', () => {
  it('starts at once, and again after a search under way', async () => {
    search.look();
    search.look();
    search.look();
    expect(searches).toHaveLength(1);
    await end();
    expect(searches).toHaveLength(2);
    await end();
    expect(searches).toHaveLength(2);
    expect(search.state()).toEqual({ looking: null, rounds: 2, last: result });
    search.look();
    expect(searches).toHaveLength(3);
  });

  it('replaces an automatic search that waits', async () => {
    search.look();
    await end();
    search.missed([1]);
    search.look();
    await end();
    await clock.advance(10 * minute);
    expect(searches).toHaveLength(2);
  });
});

it('reports that it failed, and is started again by the same picture', async () => {
  search.missed([1]);
  await clock.advance(0);
  await end(new Error('the disk went away'));
  expect(search.state()).toEqual({ looking: null, rounds: 1, last: 'failed' });
  expect(failures).toHaveLength(1);
  search.missed([1]);
  await clock.advance(minute);
  await end();
  expect(search.state().last).toEqual(result);
});

it('ends with the app, without an error', async () => {
  search.look();
  search.missed([1]);
  await search.close();
  expect(searches[0]?.signal.aborted).toBe(true);
  search.look();
  search.missed([2]);
  await clock.advance(10 * minute);
  expect(searches).toHaveLength(1);
  expect([failures, told.at(-1)?.looking]).toEqual([[], { checked: 0, found: 0 }]);
});
