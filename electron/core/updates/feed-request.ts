import { HttpFailure, type Http, type HttpReply } from '../http/http-client.ts';
import { redirectIn, redirectStatuses } from '../http/redirects.ts';
import { judgeImageAddress } from '../service/pictures/allowed-address.ts';
import { discard } from '../service/pictures/image-request.ts';
import { largestFeed } from './signed-feed.ts';
import { UpdateFailure } from './update-failure.ts';

const maxRedirects = 5;
/** Milliseconds. */
const timeouts = { connect: 15_000, headers: 30_000, idle: 30_000 };
/** Milliseconds for a whole feed. A host that sends a byte now and then would otherwise end all checks. */
const feedDeadline = 60_000;

/**
 * One GET, which says nothing about this computer or its person. Follows redirects, because hosts of releases answer with them; what arrives is checked
 * against the signature in any case. The same rule as for pictures decides where they may lead. Rejects with UpdateFailure or HttpFailure.
 *
 * @param from bytes of the file that are here already
 * @param total milliseconds for all of it; undefined: as long as something arrives
 */
export async function requestFile(http: Http, feed: string, address: string, signal: AbortSignal, from = 0, total?: number): Promise<HttpReply> {
  let [base, next] = [feed, address];
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const judged = judgeImageAddress(next, base, feed);
    if (!judged.allowed) throw new UpdateFailure('unreachable', `an address that is not allowed: ${judged.why}`);
    const range = from === 0 ? {} : { range: `bytes=${from}-` };
    const reply = await http.open({ method: 'GET', url: judged.url, headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Latent', ...range }, connection: 'pooled', timeouts: { ...timeouts, ...(total !== undefined && { total }) }, reach: judged.reach, signal });
    const location = reply.headers['location'];
    if (!redirectStatuses.has(reply.status) || location === undefined) return reply;
    await discard(reply);
    [base, next] = [judged.url, redirectIn(location)];
  }
  throw new UpdateFailure('unreachable', 'too many redirects');
}

/** The text of a feed as it stands at its address, before anything is verified. Rejects with UpdateFailure. */
export async function requestFeed(http: Http, feed: string, signal: AbortSignal): Promise<string> {
  try {
    const reply = await requestFile(http, feed, feed, signal, 0, feedDeadline);
    if (reply.status !== 200) {
      await discard(reply);
      throw new UpdateFailure('unreachable', `HTTP ${reply.status}`);
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of reply.body) {
      length += chunk.length;
      if (length > largestFeed) throw new UpdateFailure('unsigned', 'too long');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    throw error instanceof HttpFailure ? new UpdateFailure('unreachable', error.code, { cause: error }) : error;
  }
}
