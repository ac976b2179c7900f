import { createHash, randomUUID } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import path from 'node:path';
import type { Clock } from '../util/clock.ts';
import { createLease, formatLease, overwriteLease, parseLease, readLease, removeLease, type LeaseText } from './lease-file.ts';
import { ensureFolders } from './files/library-files.ts';
import { journalFolder } from './library-journal.ts';

const leaseName = 'in-use.json';
/** Names the Latent that waits for the lease. */
const nextName = 'in-use-next.json';

/** Milliseconds between two heartbeats. */
const beatInterval = 5_000;

/** A lease without a heartbeat for so many milliseconds is abandoned. Measured with this computer's clock, because other clocks differ. */
const staleAfter = 30_000;

/** Milliseconds after which an incomplete lease is abandoned: its writer was killed between creating the file and writing it. */
const tornAfter = 2_000;

/** Milliseconds that a write waits for another Latent, and between two attempts. The other one notices it at its next heartbeat. */
const longestWait = 10_000;
const retryInterval = 250;
/** Milliseconds that a Latent leaves to the one that waits. After that, it has gone. */
const longestTurn = 5_000;
/** Milliseconds for which new writes wait, so that those under way end and the other Latent gets its turn. */
const longestYield = 10_000;
/** Milliseconds from the beginning of one such wait to the next. */
const yieldEvery = 30_000;

/** Who writes to a library. */
export type LeaseHolder = Pick<LeaseText, 'computer' | 'since'>;

export interface LibraryLease {
  /**
   * Runs `write` while no other Latent writes to this library. Null if another one kept writing, or if `signal` was aborted meanwhile.
   * Rejects with the system's error, or as `write` does.
   */
  during<T>(root: string, write: () => Promise<T>, signal?: AbortSignal): Promise<{ readonly value: T } | null>;
  /** Who wrote to the library when a write last had to wait. */
  holder(root: string): LeaseHolder | null;
  /** Whether another Latent seems to write now. Never rejects: a library that cannot be reached has no writer. */
  isTaken(root: string): Promise<boolean>;
}

export interface LibraryLeaseDeps {
  readonly clock: Clock;
  /** Identifies this profile on this computer, the same in every run, so that a lease left by an earlier run is its own. */
  readonly profile: string;
  readonly computer: string;
}

/** A lease that this app has. */
interface OwnLease {
  /** What the file contains. If it contains anything else, another writer has taken the lease. */
  text: string;
  stopBeat: () => void;
  released: boolean;
}

/** The writes to one library that share a lease. */
interface Shared {
  writes: number;
  /** Another Latent waits: new writes wait for this, and then need a lease of their own, after its turn. Null: they share this one. */
  yielding: PromiseWithResolvers<void> | null;
  /** Null: it could not be acquired. */
  readonly own: Promise<OwnLease | null>;
}

/**
 * Lets one Latent at a time write to a library that several profiles or computers use. Names of pictures cannot collide, but lines that are
 * appended to one journal over a network share can. The lease is held while any write overlaps another, and not longer, because the addresses of
 * another Latent's pictures expire meanwhile. It is a file with a heartbeat, because many network shares ignore the system's locks. A computer that
 * sleeps during a write may lose its lease; the checksums of the journal's lines then reveal a torn line.
 *
 * A Latent that waits says so in a second file. At its next heartbeat, the holder begins no more writes, ends those under way, and leaves the lease to
 * the other before it asks for it again. So two that always write take turns. A slow write, such as a download that takes minutes, keeps the lease.
 * Later writes then share it again after some seconds, because the addresses of their pictures expire, too.
 */
export function createLibraryLease({ clock, profile, computer }: LibraryLeaseDeps): LibraryLease {
  const shared = new Map<string, Shared>();
  /** What another Latent's lease said, by library, and since when. */
  const seen = new Map<string, { readonly text: string; readonly at: number }>();
  /** The same for the Latent that waits. */
  const seenNext = new Map<string, { readonly text: string; readonly at: number }>();
  const holders = new Map<string, LeaseHolder | null>();

  /** `startYielding`: called when another Latent waits for the lease. */
  const acquire = async (root: string, startYielding: () => void, signal?: AbortSignal): Promise<OwnLease | null> => {
    await ensureFolders(root, [journalFolder]);
    const file = fileIn(root);
    const giveUpAt = clock.monotonic() + longestWait;
    /** What this Latent wrote into the file of the one that waits. */
    let waitingText: string | null = null;
    try {
      for (;;) {
        const text = formatLease({ profile, computer, since: clock.now(), turn: randomUUID(), beat: 0 });
        const mustWait = await isOthersTurn(root, waitingText);
        if (!mustWait && (await createLease(file, text))) {
          seen.delete(root);
          const own: OwnLease = { text, stopBeat: () => undefined, released: false };
          startBeat(root, own, startYielding);
          return own;
        }
        if (!mustWait && (await removeAbandoned(root))) continue;
        if (clock.monotonic() >= giveUpAt || signal?.aborted === true) return null;
        if (waitingText === null && (await createLease(nextIn(root), text))) waitingText = text;
        await new Promise<void>((resolve) => void clock.after(retryInterval, resolve));
      }
    } finally {
      // If this fails, the others wait a few seconds in vain.
      if (waitingText !== null) await removeLease(nextIn(root), waitingText).catch(() => false);
    }
  };

  /** Whether another Latent waits for the lease, and has not been waiting for its turn too long. */
  const isOthersTurn = async (root: string, waitingText: string | null): Promise<boolean> => {
    const text = await readLease(nextIn(root));
    if (text === null || parseLease(text)?.profile === profile) {
      seenNext.delete(root);
      // An earlier run of this profile was killed while it waited. The others would wait for it in vain.
      if (text !== null && text !== waitingText) await removeLease(nextIn(root), text).catch(() => false);
      return false;
    }
    // The time of a turn does not run while the lease is taken.
    const isFree = (await readLease(fileIn(root))) === null;
    const before = seenNext.get(root);
    if (isFree && before?.text === text) return clock.monotonic() - before.at < longestTurn || !(await removeLease(nextIn(root), text));
    if (isFree) seenNext.set(root, { text, at: clock.monotonic() });
    return isFree;
  };

  /** Whether the lease is gone, or was abandoned and could be removed. */
  const removeAbandoned = async (root: string): Promise<boolean> => {
    const file = fileIn(root);
    const text = await readLease(file);
    if (text === null) return true;
    const lease = parseLease(text);
    if (lease?.profile === profile) return removeLease(file, text);
    holders.set(root, lease);
    const before = seen.get(root);
    const abandonedAfter = text.endsWith('\n') ? staleAfter : tornAfter;
    if (before?.text === text) return clock.monotonic() - before.at >= abandonedAfter && removeLease(file, text);
    seen.set(root, { text, at: clock.monotonic() });
    return false;
  };

  const startBeat = (root: string, own: OwnLease, startYielding: () => void): void => {
    own.stopBeat = clock.after(beatInterval, () => {
      const next = async (isOurs: boolean): Promise<void> => {
        if (!isOurs || own.released) return;
        startBeat(root, own, startYielding);
        const waiting = await readLease(nextIn(root)).catch(() => null);
        if (waiting !== null && parseLease(waiting)?.profile !== profile) startYielding();
      };
      // A folder that cannot be reached may be back at the next heartbeat. The write itself reports the error.
      beat(fileIn(root), own).then(next, () => next(true));
    });
  };

  const share = (root: string, signal?: AbortSignal): Shared => {
    let yieldedAt = -Infinity;
    const startYielding = (): void => {
      if (lease.yielding !== null || clock.monotonic() - yieldedAt < yieldEvery) return;
      yieldedAt = clock.monotonic();
      const yielding = (lease.yielding = Promise.withResolvers<void>());
      const end = clock.after(longestYield, () => {
        lease.yielding = null;
        yielding.resolve();
      });
      void yielding.promise.then(end);
    };
    const lease: Shared = { writes: 0, yielding: null, own: acquire(root, startYielding, signal) };
    return lease;
  };

  const release = async (root: string, own: OwnLease): Promise<void> => {
    own.released = true;
    own.stopBeat();
    // If this fails, the lease is abandoned.
    await removeLease(fileIn(root), own.text).catch(() => undefined);
  };

  /** Null if the lease could not be acquired. */
  const writeIn = async <T>(root: string, lease: Shared, write: () => Promise<T>): Promise<{ readonly value: T } | null> => {
    lease.writes += 1;
    try {
      if ((await lease.own) !== null) return { value: await write() };
      if (shared.get(root) === lease) shared.delete(root);
      return null;
    } finally {
      lease.writes -= 1;
      if (lease.writes === 0) {
        if (shared.get(root) === lease) shared.delete(root);
        const own = await lease.own.catch(() => null);
        if (own !== null) await release(root, own);
        lease.yielding?.resolve();
      }
    }
  };

  return {
    async during(root, write, signal) {
      const giveUpAt = clock.monotonic() + longestWait;
      for (;;) {
        for (let yielding = shared.get(root)?.yielding; yielding; yielding = shared.get(root)?.yielding) {
          await Promise.race([yielding.promise, aborted(signal)]);
          if (signal?.aborted === true) return null;
        }
        const begun = shared.get(root);
        const lease = begun ?? share(root, signal);
        shared.set(root, lease);
        const written = await writeIn(root, lease, write);
        // The write that asked for this lease gave up. It may have waited long before this one came, or it was cancelled.
        const mayTryAgain = written === null && begun !== undefined && signal?.aborted !== true && clock.monotonic() < giveUpAt;
        if (!mayTryAgain) return written;
      }
    },
    holder: (root) => holders.get(root) ?? null,
    async isTaken(root) {
      const text = await readLease(fileIn(root)).catch(() => null);
      return text !== null && parseLease(text)?.profile !== profile;
    },
  };
}

/** For those who share no file with others. */
export const noLease: LibraryLease = { during: async (_root, write) => ({ value: await write() }), holder: () => null, isTaken: async () => false };

/** Identifies a user-data folder on this computer, the same in every run. */
export function profileOf(userData: string): string {
  const cards = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ mac }) => mac));
  return createHash('sha256').update(JSON.stringify([hostname(), userData, [...new Set(cards)].sort()])).digest('hex');
}

/** Never, without a signal. */
const aborted = (signal: AbortSignal | undefined): Promise<void> => new Promise((resolve) => (signal?.aborted === true ? resolve() : signal?.addEventListener('abort', () => resolve(), { once: true })));

function fileIn(root: string): string {
  return path.join(root, journalFolder, leaseName);
}

function nextIn(root: string): string {
  return path.join(root, journalFolder, nextName);
}

/** Writes a heartbeat. False if the lease is no longer ours. Rejects if the file cannot be read or written. */
async function beat(file: string, own: OwnLease): Promise<boolean> {
  const lease = parseLease(own.text);
  const found = await readLease(file);
  // A writer that took the lease for abandoned moves the file away for a moment. The next heartbeat finds it again.
  if (found === null) return true;
  if (lease === null || found !== own.text || own.released) return false;
  await overwriteLease(file, () => (own.text = formatLease({ ...lease, beat: lease.beat + 1 })));
  return true;
}
