import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { EpochMs } from '../../../shared/task.ts';
import type { Clock } from '../util/clock.ts';
import { ensureFolders } from './library-files.ts';
import { codeOf } from '../util/system-errors.ts';
import { journalFolder } from './library-journal.ts';

/** In the library's own folder, while somebody writes there. */
const leaseName = 'in-use.json';

/** Milliseconds from one sign of life to the next. */
const beatInterval = 5_000;

/** A lease that did not change for so many milliseconds belongs to nobody any more. Measured here: two computers' clocks differ. */
const staleAfter = 30_000;

/** Milliseconds that a write waits for another Latent to finish before it is put off, and between two looks. */
const patience = 5_000;
const lookInterval = 250;

const leaseSchema = z.object({
  profile: z.string(),
  computer: z.string().transform((name) => name.slice(0, 100)),
  since: z.number(),
  turn: z.string(),
  beat: z.number(),
});

/** Who writes, as the file tells the others. */
export interface LeaseHolder {
  readonly computer: string;
  readonly since: EpochMs;
}

export interface LibraryLease {
  /**
   * Runs `write` while no other Latent writes to this library; null when another did all the while, or `signal` ended the
   * waiting (ask `signal` which of the two). Rejects with the system's error, or as `write` does.
   */
  during<T>(root: string, write: () => Promise<T>, signal?: AbortSignal): Promise<{ readonly value: T } | null>;
  /** Who had the library when a write was last put off. */
  holder(root: string): LeaseHolder | null;
  /** Whether another seems to be writing now. Never rejects: a library out of reach has no writer. */
  isTaken(root: string): Promise<boolean>;
}

export interface LibraryLeaseDeps {
  readonly clock: Clock;
  /** Names this profile on this computer, in every run the same: what it left behind in an earlier run is its own. */
  readonly profile: string;
  readonly computer: string;
}

/** A library's lease in our hands. */
interface Held {
  /** What the file says; one that says anything else is another's. */
  text: string;
  stopBeat: () => void;
  over: boolean;
}

/** All that is written to one library at once, under one lease. */
interface Turn {
  writes: number;
  readonly begun: Promise<Held | null>;
}

/**
 * One writer at a time in a library that two profiles or two computers share. Pictures cannot overwrite each other
 * (their names are claimed), but lines appended to one journal over a network share can. The lease is held only while
 * something is written, so that nobody's pictures wait for longer than another's take to arrive: addresses expire. It is a
 * file with a beat and not a lock of the system's, which many network shares do not keep. So a computer that slept in
 * mid-write may find its lease taken; what it still writes is kept apart by the names and by the sums of the journal's lines.
 */
export function createLibraryLease({ clock, profile, computer }: LibraryLeaseDeps): LibraryLease {
  const turns = new Map<string, Turn>();
  const looks = new Map<string, { readonly text: string; readonly at: number }>();
  const holders = new Map<string, LeaseHolder | null>();

  const begin = async (root: string, signal?: AbortSignal): Promise<Held | null> => {
    await ensureFolders(root, [journalFolder]);
    const giveUpAt = clock.monotonic() + patience;
    for (;;) {
      const text = format({ profile, computer, since: clock.now(), turn: randomUUID(), beat: 0 });
      if (await claim(fileIn(root), text)) {
        looks.delete(root);
        const held: Held = { text, stopBeat: () => undefined, over: false };
        armBeat(fileIn(root), held);
        return held;
      }
      if (await clearAbandoned(root)) continue;
      if (clock.monotonic() >= giveUpAt || signal?.aborted === true) return null;
      await new Promise<void>((resolve) => void clock.after(lookInterval, resolve));
    }
  };

  /** True when the lease is gone, or was found abandoned and put away. */
  const clearAbandoned = async (root: string): Promise<boolean> => {
    const text = await textAt(fileIn(root));
    if (text === null) return true;
    const told = parse(text);
    if (told?.profile === profile) return putAway(fileIn(root), text);
    holders.set(root, told);
    const look = looks.get(root);
    if (look?.text === text) return clock.monotonic() - look.at >= staleAfter && putAway(fileIn(root), text);
    looks.set(root, { text, at: clock.monotonic() });
    return false;
  };

  const armBeat = (file: string, held: Held): void => {
    held.stopBeat = clock.after(beatInterval, () => {
      const next = (isOurs: boolean): void => {
        if (isOurs && !held.over) armBeat(file, held);
      };
      // A folder out of reach may be back at the next beat; the write itself tells of it.
      showLife(file, held).then(next, () => next(true));
    });
  };

  const end = async (root: string, held: Held): Promise<void> => {
    held.over = true;
    held.stopBeat();
    // Nothing hangs on it: whoever finds it later knows it for abandoned.
    await putAway(fileIn(root), held.text).catch(() => undefined);
  };

  return {
    async during(root, write, signal) {
      const turn = turns.get(root) ?? { writes: 0, begun: begin(root, signal) };
      turns.set(root, turn);
      turn.writes += 1;
      try {
        return (await turn.begun) === null ? null : { value: await write() };
      } finally {
        turn.writes -= 1;
        if (turn.writes === 0) {
          turns.delete(root);
          const held = await turn.begun.catch(() => null);
          if (held !== null) await end(root, held);
        }
      }
    },
    holder: (root) => holders.get(root) ?? null,
    async isTaken(root) {
      const text = await textAt(fileIn(root)).catch(() => null);
      return text !== null && parse(text)?.profile !== profile;
    },
  };
}

/** The same for a user-data folder in each of its runs, and another for each folder and computer. */
export function profileOf(userData: string): string {
  const cards = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ mac }) => mac));
  return createHash('sha256').update(JSON.stringify([hostname(), userData, [...new Set(cards)].sort()])).digest('hex');
}

interface LeaseText extends LeaseHolder {
  readonly profile: string;
  /** Tells one turn of a profile from its next. */
  readonly turn: string;
  readonly beat: number;
}

const fileIn = (root: string): string => path.join(root, journalFolder, leaseName);
const format = (lease: LeaseText): string => `${JSON.stringify(lease)}\n`;

/** Null for what another version wrote, or has not written to its end. */
function parse(text: string): LeaseText | null {
  const read = leaseSchema.safeParse(parseJson(text));
  return read.success ? read.data : null;
}

/** Writes the next beat; false when the lease is no longer ours. */
async function showLife(file: string, held: Held): Promise<boolean> {
  const told = parse(held.text);
  if (told === null || (await textAt(file)) !== held.text || held.over) return false;
  const handle = await open(file, 'r+');
  try {
    held.text = format({ ...told, beat: told.beat + 1 });
    await handle.write(held.text, 0);
  } finally {
    await handle.close();
  }
  return true;
}

/** False when the name is taken. */
async function claim(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lease if it still says `text`. It is moved first, so that of two who try only one has it, and looks again. */
async function putAway(file: string, text: string): Promise<boolean> {
  if ((await textAt(file)) !== text) return false;
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
  if ((await textAt(aside)) === text) {
    await rm(aside, { force: true });
    return true;
  }
  // In between another one had taken the abandoned lease: it gets its own back.
  await rename(aside, file);
  return false;
}

async function textAt(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
