import { assertNever } from '../../../../shared/result.ts';
import { remoteIdOf, type Image, type ImageState, type Task } from '../../../../shared/task.ts';
import type { EngineEvents } from '../task-events.ts';
import type { AccountKeys } from '../account-keys.ts';
import type { TaskLedger } from '../ledger/task-ledger.ts';
import { isDataAddress } from '../../image-header/inline-picture.ts';
import type { AnsweredImage } from '../../service/answers/answered-image.ts';
import { backoff, type Random } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { DownloadGate } from './download-gate.ts';
import type { DownloadOutcome, ImageDownloads } from './download-outcome.ts';

/** Requests for a fresh address before a picture counts as expired. */
const maxRequests = 3;

/** Errors that say that nothing answers at the address. */
const noAnswer: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND']);

/** The host wants a sign-in, or does not let Latent in. Perhaps the address has expired. */
const keptOut = /^HTTP 40[13]\b/;

/** Longest pause after a failed download, in milliseconds. */
const longestPause = 10 * 60_000;

/** Milliseconds after which an inline picture is tried or requested again while the library takes no files. */
const inlineRetry = 30_000;

export interface ImageJobDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly downloads: ImageDownloads;
  readonly keys: Pick<AccountKeys, 'baseUrl'>;
  readonly ledger: Pick<TaskLedger, 'saveImage'>;
  readonly gate: DownloadGate;
  /** Queries a task, `delay` milliseconds from now, for fresh addresses. */
  readonly requery: (task: Task, delay: number) => void;
  readonly placed: EngineEvents['imagePlaced'];
  /** Aborted when the app quits. */
  readonly closing: AbortSignal;
}

/** One picture on its way into the library. */
export interface ImageJob {
  readonly index: number;
  /** The service has answered a query of the task. Null: the answer does not name this picture. */
  named(image: AnsweredImage | null): void;
  /** Starts over, at a person's request. */
  retry(): void;
  /** Ends a pause early, unless the server asked for it. */
  wake(): void;
  /** Call after `closing` is aborted. */
  stop(): void;
  /** Resolves when no bytes of the picture are in memory any more. */
  bytesTaken(): Promise<void>;
  /** Resolves when the picture's last state is saved. Never rejects. */
  readonly done: Promise<void>;
}

/**
 * Starts to fetch a picture. Retries until it is kept or no longer available. `first`: where it is; null if that must be requested. Bytes that cannot
 * be requested again stay in memory until they are saved. If the task has no id, its address is tried again instead.
 */
export function startImageJob({ clock, random, downloads, keys, ledger, gate, requery, placed, closing }: ImageJobDeps, task: Task, { id, index, state }: Image, first: AnsweredImage | null): ImageJob {
  /** Null: the address has expired, or the bytes are no longer in memory. */
  let image: AnsweredImage | null = null;
  const hasId = remoteIdOf(task) !== null;
  /** The last address of a picture that cannot be requested. */
  let lastAddress: AnsweredImage | null = null;
  /** Fresh addresses requested since one last worked. */
  let requests = 0;
  /** Content type of the latest error page that came instead of the picture. */
  let errorPage: string | null = null;
  /** All attempts, for the person. */
  let attempts = state.status === 'waiting' ? state.attempts : 0;
  /** Attempts since the app started or the person asked. They set the pause, so that a new start tries soon. */
  let failures = 0;
  /** Resolved when the picture's bytes are no longer in memory. Null for a picture with an address. */
  let bytes: PromiseWithResolvers<void> | null = null;
  let pausing: { readonly end: () => void; readonly mayEndEarly: boolean } | null = null;
  const saved = Promise.withResolvers<boolean>();
  /** Called when the next answer has come, with whether it names the picture. */
  let onAnswer: ((isNamed: boolean) => void) | null = null;

  const take = (next: AnsweredImage | null): void => {
    // Only bytes that cannot be requested again are stored, in the form of an address.
    image = next?.kind === 'url' && isDataAddress(next.url) ? { kind: 'inline', base64: next.url, isOnly: true } : next;
    if (image?.kind === 'inline') bytes ??= Promise.withResolvers<void>();
    else if (!hasId) lastAddress = image;
  };

  const run = async (): Promise<void> => {
    while (!closing.aborted) {
      const now = image;
      if (now === null) {
        if (!(await requestAddress())) return void (await persist(errorPage === null ? { status: 'expired' } : { status: 'refused', why: 'not-a-picture', detail: errorPage }));
        continue;
      }
      const outcome = await download(now);
      if (closing.aborted && outcome.kind !== 'kept') return;
      if (await takeOutcome(now, outcome)) return;
    }
  };

  const download = async (from: AnsweredImage): Promise<DownloadOutcome> => {
    try {
      const baseUrl = await keys.baseUrl(task.accountId);
      if (baseUrl === null) return { kind: 'trouble', detail: 'no-account', retryAfterMs: null };
      if (from.kind === 'url') return await gate.pass(task.accountId, hostOf(from.url, baseUrl), () => attempt(from, baseUrl));
      const outcome = await attempt(from, baseUrl);
      gate.observe(outcome);
      return outcome;
    } catch (error) {
      return { kind: 'trouble', detail: String(error), retryAfterMs: null };
    } finally {
      // Bytes that can be requested again are released whatever the outcome.
      if (from.kind === 'inline' && from.isOnly !== true) release();
    }
  };

  const release = (): void => {
    image = null;
    bytes?.resolve();
    bytes = null;
  };

  const attempt = async (from: AnsweredImage, baseUrl: string): Promise<DownloadOutcome> => {
    try {
      return await downloads.download({ image: from, taskId: task.id, index, prompt: task.request.prompt, taskCreatedAt: task.createdAt, baseUrl, signal: closing, placed: (file) => placed?.(id, file, saved.promise) });
    } catch (error) {
      return { kind: 'trouble', detail: String(error), retryAfterMs: null };
    }
  };

  /** Resolves to whether the job is done. */
  const takeOutcome = async (from: AnsweredImage, outcome: DownloadOutcome): Promise<boolean> => {
    switch (outcome.kind) {
      case 'kept':
        saved.resolve(await persist({ status: 'kept', file: outcome.file }));
        return true;
      case 'refused':
        await persist({ status: 'refused', why: outcome.why, detail: outcome.detail });
        return true;
      case 'expired':
      case 'error-page':
        image = null;
        errorPage = outcome.kind === 'error-page' ? outcome.detail : null;
        return false;
      case 'trouble': {
        requests = 0;
        attempts += 1;
        failures += 1;
        await showTrouble(outcome.detail);
        // The pictures may have moved to another host or port, or the address expired. The next attempt uses the one that the service names now.
        if (hasId && ((failures > 1 && noAnswer.has(outcome.detail)) || keptOut.test(outcome.detail))) requery(task, 0);
        const wait = backoff(failures, random, longestPause);
        await (outcome.retryAfterMs === null ? pause(wait) : pause(Math.max(wait, outcome.retryAfterMs), false));
        return false;
      }
      case 'library':
        requests = 0;
        // A picture with an address waits at the gate.
        if (from.kind === 'inline') await pause(inlineRetry);
        return false;
      default:
        return assertNever(outcome);
    }
  };

  /**
   * Resolves to false if the service names the picture no more. The same address is tried again, because some hosts have a picture only
   * seconds after the service names it.
   */
  const requestAddress = async (): Promise<boolean> => {
    if (!hasId) return lastAddressAgain();
    while (requests < maxRequests && !closing.aborted) {
      const answer = new Promise<boolean>((resolve) => {
        onAnswer = resolve;
      });
      requery(task, requests === 0 ? 0 : backoff(requests, random));
      const isNamed = await answer;
      requests += 1;
      if (isNamed) return true;
    }
    return closing.aborted;
  };

  const lastAddressAgain = async (): Promise<boolean> => {
    if (lastAddress === null || requests >= maxRequests) return closing.aborted;
    requests += 1;
    await pause(backoff(requests, random));
    image = lastAddress;
    return true;
  };

  /** Repeats until the disk takes it: what happened to a picture cannot be undone. Resolves to false if the app quits first. */
  const persist = async (last: ImageState): Promise<boolean> => {
    for (let refusals = 1; ; refusals += 1) {
      try {
        await ledger.saveImage(task.id, id, last);
        return true;
      } catch {
        if (closing.aborted) return false;
        await pause(backoff(refusals, random));
      }
    }
  };

  /** Only shown; nothing depends on it. */
  const showTrouble = (trouble: string): Promise<void> => ledger.saveImage(task.id, id, { status: 'waiting', attempts, trouble }).catch(() => undefined);

  const pause = (delay: number, mayEndEarly = true): Promise<void> =>
    new Promise((resolve) => {
      if (closing.aborted) return resolve();
      const end = (): void => {
        cancel();
        pausing = null;
        resolve();
      };
      const cancel = clock.after(delay, end);
      pausing = { end, mayEndEarly };
    });

  const wake = (): void => {
    if (pausing?.mayEndEarly === true) pausing.end();
  };

  const answered = (isNamed: boolean): void => {
    const call = onAnswer;
    onAnswer = null;
    call?.(isNamed);
  };

  take(first);
  return {
    index,
    named(next) {
      if (onAnswer !== null) {
        if (next !== null) take(next);
        answered(next !== null);
      } else if (image?.kind === 'url' && next?.kind === 'url') take(next);
    },
    retry() {
      requests = 0;
      attempts = 0;
      failures = 0;
      wake();
    },
    wake,
    stop() {
      pausing?.end();
      answered(false);
    },
    bytesTaken: () => bytes?.promise ?? Promise.resolve(),
    done: run()
      .catch(() => undefined)
      .finally(() => {
        release();
        saved.resolve(false);
      }),
  };
}

/** The host that an address leads to. Empty if it leads nowhere. */
function hostOf(address: string, baseUrl: string): string {
  try {
    return new URL(address, `${baseUrl}/`).host;
  } catch {
    return '';
  }
}
