import type { AnsweredImage } from './outcomes.ts';
import { discard, fetchImage } from '../downloads/image-fetch.ts';
import { deliveredTypeOf, typeBytes } from '../downloads/image-type.ts';
import type { Clock } from '../util/clock.ts';
import type { Http } from './http-client.ts';

/** `maybe`: it could not be read now, so the download decides. */
type Judged = 'picture' | 'maybe' | 'none';

export interface PictureProbe {
  /** Reads the first bytes of each candidate. `none` is remembered, so that later queries do not fetch it again. Never rejects. */
  judge(candidates: readonly AnsweredImage[], baseUrl: string, signal?: AbortSignal): Promise<readonly Judged[]>;
}

const together = 4;
/** Milliseconds for all candidates of an answer: the query that brought it holds up others until then. */
const patience = 20_000;
const mostRemembered = 1_000;

/** Tells the pictures among what an answer names somewhere (answer-candidates.ts). */
export function createPictureProbe(http: Http, clock: Pick<Clock, 'now' | 'after'>): PictureProbe {
  const noPictures = new Set<string>();

  const judgeAddress = async (url: string, baseUrl: string, signal: AbortSignal | undefined): Promise<Judged> => {
    // Relative addresses of two services may be the same.
    const name = `${baseUrl} ${url}`;
    if (noPictures.has(name)) return 'none';
    const judged = await fetchHead(url, baseUrl, signal).catch((): Judged => 'maybe');
    if (judged === 'none') {
      if (noPictures.size >= mostRemembered) noPictures.clear();
      noPictures.add(name);
    }
    return judged;
  };

  const fetchHead = async (url: string, serviceBaseUrl: string, signal: AbortSignal | undefined): Promise<Judged> => {
    const arrived = await fetchImage(http, clock, { url, serviceBaseUrl, resume: null, signal });
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
    async judge(candidates, baseUrl, signal) {
      const late = new AbortController();
      const cancel = clock.after(patience, () => late.abort());
      const until = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
      const judged: Judged[] = [];
      for (let at = 0; at < candidates.length; at += together) {
        const part = candidates.slice(at, at + together);
        judged.push(...(await Promise.all(part.map(async (one) => (one.kind === 'inline' ? judgeInline(one.base64) : judgeAddress(one.url, baseUrl, until))))));
      }
      cancel();
      return judged;
    },
  };
}

function judgeInline(base64: string): Judged {
  return deliveredTypeOf(Buffer.from(base64.slice(0, 2 * typeBytes), 'base64')) === null ? 'none' : 'picture';
}
