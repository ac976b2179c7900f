import type { AnsweredImage } from '../answers/answered-image.ts';
import { discard, requestImage } from './image-request.ts';
import { deliveredTypeOf, typeBytes } from '../../image-header/image-type.ts';
import { inlineBytes } from '../../image-header/inline-picture.ts';
import type { Clock } from '../../util/clock.ts';
import type { Http } from '../../http/http-client.ts';
import { createLimiter } from '../../util/limiter.ts';

/** `maybe`: it could not be read now, so the download decides. */
type Judged = 'picture' | 'maybe' | 'none';

export interface PictureProbe {
  /**
   * Reads the first bytes of each candidate. While the task is in progress, an address that is not a picture yet may become one, so it is read
   * again, at most once a minute. Never rejects.
   */
  judge(candidates: readonly AnsweredImage[], baseUrl: string, hasEnded: boolean, signal?: AbortSignal): Promise<readonly Judged[]>;
}

/** Addresses that are read at the same time. */
const atOnce = 4;
/** Milliseconds for one address, so that a few that do not respond leave time for the others. */
const longestProbe = 5_000;
/** Milliseconds for all candidates of an answer, because other queries wait meanwhile. */
const patience = 20_000;
/** Milliseconds until an address that was no picture is read again. */
const probeInterval = 60_000;
const mostRemembered = 1_000;

/** Finds the pictures among the candidates of an answer (answer-candidates.ts). */
export function createPictureProbe(http: Http, clock: Clock): PictureProbe {
  const remembered = new Map<string, { readonly judged: Judged; readonly until: number }>();

  const judgeAddress = async (url: string, baseUrl: string, hasEnded: boolean, signal: AbortSignal): Promise<Judged> => {
    // Relative addresses of two services may be the same.
    const name = `${baseUrl} ${url}`;
    const before = remembered.get(name);
    if (!hasEnded && before !== undefined && clock.monotonic() < before.until) return before.judged;
    if (signal.aborted) return 'maybe';
    const slow = new AbortController();
    const cancel = clock.after(longestProbe, () => slow.abort());
    const judged = await readHead(url, baseUrl, AbortSignal.any([signal, slow.signal])).catch((): Judged => 'maybe');
    cancel();
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(name, { judged, until: judged === 'picture' ? Infinity : clock.monotonic() + probeInterval });
    return judged;
  };

  const readHead = async (url: string, serviceBaseUrl: string, signal: AbortSignal): Promise<Judged> => {
    const arrived = await requestImage(http, clock, { url, serviceBaseUrl, resume: null, signal });
    if (arrived.kind === 'refused') return arrived.why === 'address-not-allowed' ? 'none' : 'maybe';
    if (arrived.kind !== 'arriving') return 'maybe';
    let head = Buffer.alloc(0);
    for await (const chunk of arrived.body) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= typeBytes) break;
    }
    await discard(arrived).catch(() => undefined);
    return deliveredTypeOf(head) === null ? 'none' : 'picture';
  };

  return {
    async judge(candidates, baseUrl, hasEnded, signal) {
      const late = new AbortController();
      const cancel = clock.after(patience, () => late.abort());
      const until = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
      const limited = createLimiter(atOnce);
      const judged = await Promise.all(candidates.map((one) => limited(async () => (one.kind === 'inline' ? judgeInline(one.base64) : judgeAddress(one.url, baseUrl, hasEnded, until)))));
      cancel();
      return judged;
    },
  };
}

function judgeInline(base64: string): Judged {
  return deliveredTypeOf(inlineBytes(base64.slice(0, 4 * typeBytes))) === null ? 'none' : 'picture';
}
