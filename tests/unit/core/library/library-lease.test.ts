import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type * as Files from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJournaledDownloads } from '../../../../electron/core/library/journaled-downloads.ts';
import { createLibraryLease, profileOf, type LibraryLease } from '../../../../electron/core/library/library-lease.ts';
import type { DownloadOutcome, DownloadRequest } from '../../../../electron/core/engine/downloads/download-outcome.ts';
import { createFakeClock, nextMacrotask, type FakeClock } from '../../../support/fake-clock.ts';
import { watchFileCalls } from '../../../support/file-calls.ts';

/** Heartbeats whose file cannot be opened. */
const disk = vi.hoisted(() => ({ refusals: 0 }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Files>();
  const open: typeof real.open = async (file, flags, mode) => {
    if (flags !== 'r+' || disk.refusals === 0) return real.open(file, flags, mode);
    disk.refusals -= 1;
    throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
  };
  return { ...real, open };
});

const settleFiles = watchFileCalls();
let root: string;
let clock: FakeClock;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'latent-lease-'));
  clock = createFakeClock(settleFiles);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const lease = (profile: string): LibraryLease => createLibraryLease({ clock, profile, computer: `computer of ${profile}` });
const left = (): Promise<string[]> => readdir(path.join(root, '.latent'));
const file = (): string => path.join(root, '.latent', 'in-use.json');

/** A write that continues until the test ends it. */
function writing(owner: LibraryLease): { readonly done: Promise<unknown>; readonly began: Promise<void>; end(): void } {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const done = owner.during(root, () => {
    begin();
    return ended;
  });
  return { done, began, end };
}

/** In small steps, because calls to the file system take real time, during which this clock stands still. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) await clock.advance(250);
}

/** The result of `asked`, after as much fake time as it takes. */
async function result<T>(asked: Promise<T>): Promise<T> {
  const state = { open: true };
  const close = (): void => void (state.open = false);
  asked.then(close, close);
  while (state.open) await clock.advance(250);
  return asked;
}

describe('the lease of a library', () => {
  it('is held during writes, shared by all writes of one app, and then removed', async () => {
    const ada = lease('ada');
    const [one, two] = [writing(ada), writing(ada)];
    await Promise.all([one.began, two.began]);
    expect(await left()).toEqual(['in-use.json']);
    one.end();
    await one.done;
    expect(await left()).toEqual(['in-use.json']);
    two.end();
    await two.done;
    expect(await left()).toEqual([]);
    expect(await ada.during(root, () => Promise.resolve(7))).toEqual({ value: 7 });
  });

  it('makes another writer wait, names the holder, and lets it in afterwards', async () => {
    const [ada, ben] = [lease('ada'), lease('ben')];
    const since = clock.now();
    const one = writing(ada);
    await one.began;
    expect(await ben.isTaken(root)).toBe(true);
    expect(await ada.isTaken(root)).toBe(false);
    expect(await result(ben.during(root, () => Promise.reject(new Error('both at once'))))).toBeNull();
    expect(ben.holder(root)).toMatchObject({ computer: 'computer of ada', since });
    one.end();
    await one.done;
    expect(await ben.during(root, () => Promise.resolve('in'))).toEqual({ value: 'in' });
  });

  it('is waited for if the holder ends soon', async () => {
    const one = writing(lease('ada'));
    await one.began;
    const two = lease('ben').during(root, () => Promise.resolve('in'));
    await pass(2_000);
    one.end();
    expect(await result(two)).toEqual({ value: 'in' });
  });

  it('is not taken from a holder with a heartbeat, however long it writes', async () => {
    const ben = lease('ben');
    const one = writing(lease('ada'));
    await one.began;
    for (let time = 0; time < 3; time += 1) {
      expect(await result(ben.during(root, () => Promise.resolve('in')))).toBeNull();
      await pass(30_000);
    }
    one.end();
    await one.done;
    expect(await left()).toEqual([]);
  });

  it('is not taken from a holder whose heartbeat failed once', async () => {
    const ben = lease('ben');
    const one = writing(lease('ada'));
    await one.began;
    disk.refusals = 1;
    for (let time = 0; time < 3; time += 1) {
      expect(await result(ben.during(root, () => Promise.resolve('in')))).toBeNull();
      await pass(30_000);
    }
    expect(disk.refusals).toBe(0);
    one.end();
    await one.done;
    expect(await left()).toEqual([]);
  });

  it('is not taken from a holder whose file was away for a moment', async () => {
    const ben = lease('ben');
    const one = writing(lease('ada'));
    await one.began;
    await rename(file(), `${file()}.away`);
    await pass(6_000);
    await rename(`${file()}.away`, file());
    for (let time = 0; time < 3; time += 1) {
      expect(await result(ben.during(root, () => Promise.resolve('in')))).toBeNull();
      await pass(30_000);
    }
    one.end();
    await one.done;
    expect(await left()).toEqual([]);
  });

  it('left by an earlier run of this profile is taken over at once', async () => {
    await writing(lease('ada')).began;
    expect(await lease('ada').during(root, () => Promise.resolve('in'))).toEqual({ value: 'in' });
  });

  it('is waited for by no run of this profile that was killed meanwhile', async () => {
    await mkdir(path.join(root, '.latent'));
    await writeFile(path.join(root, '.latent', 'in-use-next.json'), '{"profile":"ada","computer":"ada","since":1,"turn":"1","beat":0}\n');
    expect(await lease('ada').during(root, () => Promise.resolve('in'))).toEqual({ value: 'in' });
    expect(await left()).toEqual([]);
  });

  /** How long another writer waits for a lease without a heartbeat, in milliseconds. */
  async function waitFor(text: string): Promise<number> {
    await mkdir(path.join(root, '.latent'));
    await writeFile(file(), text);
    const ben = lease('ben');
    const from = clock.monotonic();
    while ((await result(ben.during(root, () => Promise.resolve('in')))) === null) expect(await readFile(file(), 'utf8')).toBe(text);
    return clock.monotonic() - from;
  }

  it.each([
    ['by another that died', `{"profile":"ada","computer":"ada","since":1,"turn":"1","beat":0}\n`],
    ['by a later version', '{"version":2}\n'],
  ])('left behind %s holds nobody up for longer than half a minute without a beat', async (_, text) => {
    expect(await waitFor(text)).toBeGreaterThanOrEqual(30_000);
  });

  it.each([
    ['half written', '{"prof'],
    ['empty', ''],
  ])('left behind %s by a killed writer makes no write fail', async (_, text) => {
    const waited = await waitFor(text);
    expect(waited).toBeGreaterThanOrEqual(2_000);
    expect(waited).toBeLessThan(5_000);
  });

  it('that is abandoned goes to one of many writers at a time', async () => {
    await mkdir(path.join(root, '.latent'));
    await writeFile(file(), 'left behind');
    let [inside, most, kept] = [0, 0, 0];
    const write = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await settleFiles();
      inside -= 1;
      kept += 1;
    };
    const everybody = Array.from({ length: 4 }, async (_, number) => {
      const own = lease(`profile ${number}`);
      while ((await own.during(root, write)) === null);
    });
    await result(Promise.all(everybody));
    expect({ most, kept }).toEqual({ most: 1, kept: 4 });
    expect(await left()).toEqual([]);
  });

  it('that was taken during a write is neither renewed nor removed', async () => {
    const one = writing(lease('ada'));
    await one.began;
    await writeFile(file(), 'another’s');
    await pass(20_000);
    expect(await readFile(file(), 'utf8')).toBe('another’s');
    one.end();
    await one.done;
    expect(await readFile(file(), 'utf8')).toBe('another’s');
  });

  it('that another writer takes during the release stays with that writer', async () => {
    // One of these is the moment between check and removal.
    for (let moment = 0; moment < 100; moment += 1) {
      const one = writing(lease('ada'));
      await one.began;
      one.end();
      for (let turn = 0; turn < moment % 25; turn += 1) await nextMacrotask();
      writeFileSync(file(), 'another’s');
      await one.done;
      expect(await readFile(file(), 'utf8')).toBe('another’s');
      expect(await left()).toEqual(['in-use.json']);
      await rm(file());
    }
  });

  /** Writes that always overlap, until `ended`. */
  function alwaysWriting(owner: LibraryLease, ended: () => boolean): Promise<unknown> {
    const always = async (): Promise<void> => {
      while (!ended())
        await owner.during(root, async () => {
          await new Promise<void>((resolve) => void clock.after(1_000, resolve));
        });
    };
    return Promise.all([always(), always()]);
  }

  it('goes to another Latent within a minute, even if its holder always writes, and then back', async () => {
    const [ada, ben] = [lease('ada'), lease('ben')];
    let [isOver, waited] = [false, 0];
    const writes = alwaysWriting(ada, () => isOver);
    await pass(30_000);
    for (let turn = 0; turn < 3; turn += 1) {
      const from = clock.monotonic();
      expect(await result(ben.during(root, () => Promise.resolve('in')))).toEqual({ value: 'in' });
      waited = Math.max(waited, clock.monotonic() - from);
      // The first one writes again.
      await pass(3_000);
      expect(await ben.isTaken(root)).toBe(true);
    }
    expect(waited).toBeLessThan(10_000);
    isOver = true;
    await result(writes);
    expect(await left()).toEqual([]);
  });

  it('is shared again after some seconds if a slow write keeps it, so that later downloads do not wait for that one', async () => {
    const [ada, ben] = [lease('ada'), lease('ben')];
    const slow = writing(ada);
    await slow.began;
    let isOver = false;
    const others = (async () => {
      while (!isOver) await ben.during(root, () => Promise.resolve());
    })();
    for (let minute = 0; minute < 3; minute += 1) {
      // Another Latent has asked by now.
      await pass(6_000);
      const from = clock.monotonic();
      expect(await result(ada.during(root, () => Promise.resolve('in')))).toEqual({ value: 'in' });
      expect(clock.monotonic() - from).toBeLessThanOrEqual(10_250);
    }
    slow.end();
    await slow.done;
    isOver = true;
    await result(others);
    expect(await left()).toEqual([]);
  });

  it.each(['has waited for as long as it may', 'is no longer wanted'])('is waited for anew by a later write if the one that began to wait %s', async (why) => {
    const [ada, ben] = [lease('ada'), lease('ben')];
    const other = writing(ben);
    await other.began;
    const wanted = new AbortController();
    const first = ada.during(root, () => Promise.resolve('first'), wanted.signal);
    await pass(9_000);
    const later = ada.during(root, () => Promise.resolve('later'));
    if (why === 'is no longer wanted') wanted.abort();
    expect(await result(first)).toBeNull();
    other.end();
    await other.done;
    expect(await result(later)).toEqual({ value: 'later' });
    expect(await left()).toEqual([]);
  });

  it('that another Latent waits for is not waited for longer than the write is wanted', async () => {
    const [ada, ben] = [lease('ada'), lease('ben')];
    const slow = writing(ada);
    await slow.began;
    const other = ben.during(root, () => Promise.resolve());
    await pass(6_000);
    const wanted = new AbortController();
    const later = ada.during(root, () => Promise.resolve(), wanted.signal);
    wanted.abort();
    expect(await later).toBeNull();
    slow.end();
    await slow.done;
    await result(other);
  });

  it('is not left to a Latent that waited and has gone, for longer than a few seconds', async () => {
    let isOver = false;
    const writes = alwaysWriting(lease('ada'), () => isOver);
    await pass(2_000);
    await writeFile(path.join(root, '.latent', 'in-use-next.json'), '{"profile":"gone"');
    await pass(20_000);
    expect(await left()).toEqual(['in-use.json']);
    isOver = true;
    await result(writes);
  });

  it('changes hands between two processes that always write, and never has two holders', async () => {
    const speed = '20';
    const script = fileURLToPath(new URL('lease-writer.ts', import.meta.url));
    const processes = ['ada', 'ben'].map((name) => spawn(process.execPath, [script, root, name, speed], { stdio: ['ignore', 'ignore', 'inherit'] }));
    const written = async (): Promise<readonly string[]> => (await readFile(path.join(root, 'written'), 'utf8').catch(() => '')).split('\n').slice(0, -1);
    const turnsIn = (lines: readonly string[]): number => lines.filter((line, at) => line.split(' ')[0] !== lines[at - 1]?.split(' ')[0]).length;
    try {
      await vi.waitUntil(async () => turnsIn(await written()) >= 6, { timeout: 30_000 });
    } finally {
      for (const one of processes) {
        const closed = once(one, 'close');
        one.kill('SIGKILL');
        await closed;
      }
    }
    let holder = { name: '', writes: 0 };
    for (const line of await written()) {
      const [name = '', what] = line.split(' ');
      if (holder.writes > 0) expect(name).toBe(holder.name);
      holder = { name, writes: holder.writes + (what === 'begins' ? 1 : -1) };
    }
  });

  it('never creates a missing library', async () => {
    await rm(root, { recursive: true });
    await expect(lease('ada').during(root, () => Promise.resolve())).rejects.toThrow('ENOENT');
    await expect(stat(root)).rejects.toThrow('ENOENT');
    expect(await lease('ada').isTaken(root)).toBe(false);
  });
});

it('a profile has the same id in every run, and each folder has its own', () => {
  expect(profileOf('/home/ada/latent')).toBe(profileOf('/home/ada/latent'));
  expect(profileOf('/home/ada/latent')).not.toBe(profileOf('/home/ben/latent'));
});

describe('downloads under the lease', () => {
  const request: DownloadRequest = { image: { kind: 'url', url: 'https://a.example/1' }, taskId: 't', index: 0, prompt: 'p', taskCreatedAt: 0, baseUrl: 'https://a.example' };
  const kept: DownloadOutcome = { kind: 'expired' };
  const downloads = (owner: LibraryLease) => 
    createJournaledDownloads({
      lease: owner,
      library: { root: () => root },
      downloads: { download: () => Promise.resolve(kept) },
      journal: { record: () => Promise.resolve() },
      repository: { task: () => Promise.resolve(null), accounts: () => Promise.resolve([]) },
    });

  it('wait while another Latent writes, as if the folder could not be reached', async () => {
    const one = writing(lease('ada'));
    await one.began;
    const ben = downloads(lease('ben'));
    expect(await result(ben.download(request))).toEqual({ kind: 'library', problem: 'unreachable', detail: 'in-use' });
    one.end();
    await one.done;
    expect(await ben.download(request)).toBe(kept);
  });

  it('do not delay the closing of the app', async () => {
    const one = writing(lease('ada'));
    await one.began;
    // No fake time passes here, so it would wait for ever.
    expect(await downloads(lease('ben')).download({ ...request, signal: AbortSignal.abort() })).toEqual({ kind: 'library', problem: 'unreachable', detail: 'in-use' });
    one.end();
    await one.done;
  });

  it('report a folder that cannot be reached', async () => {
    await rm(root, { recursive: true });
    expect(await downloads(lease('ada')).download(request)).toEqual({ kind: 'library', problem: 'unreachable', detail: 'ENOENT' });
  });
});
