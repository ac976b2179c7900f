import type { IncomingMessage, ServerResponse } from 'node:http';
import { assertNever } from '../../shared/result.ts';
import type { AddressCheck, PictureAddresses, PictureName } from './addresses.ts';
import { Refusal } from './http.ts';
import type { Commission } from './painter/paint.ts';
import type { Studio } from './studio.ts';
import type { PracticeTask, PracticeTasks } from './practice-tasks.ts';
import { withoutWords, wordsIn } from './bracket-words.ts';

interface PictureParts {
  readonly tasks: PracticeTasks;
  readonly studio: Studio;
  readonly addresses: PictureAddresses;
  readonly now: () => number;
}

/** Most pictures of one task, so that the picture numbers of two variations never overlap. */
const picturesPerTask = 16;

/** What to paint. A prompt that is submitted again gives another picture. A task always gives the same one. */
export function commissionOf(task: PracticeTask, index: number): Commission {
  return {
    prompt: withoutWords(task.prompt),
    index: task.variation * picturesPerTask + index,
    width: task.width,
    height: task.height,
  };
}

/** The first byte that `Range: bytes=N-` requests of exactly this picture, or else 0. */
function rangeStart(request: IncomingMessage, etag: string, length: number): number {
  const start = Number(/^bytes=(\d{1,12})-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const condition = request.headers['if-range'];
  return (condition === undefined || condition === etag) && start < length ? start : 0;
}

const nothingHere = (): Refusal => new Refusal(404, 'not_found', 'There is no picture at this address.');

function verified(check: AddressCheck): PictureName {
  switch (check.kind) {
    case 'good':
      return check.picture;
    case 'bad':
      throw new Refusal(403, 'bad_signature', 'The signature of this address is wrong.');
    case 'expired':
      throw new Refusal(403, 'address_expired', 'This address has expired. Query the task for a fresh one.');
    case 'not-a-picture':
      throw nothingHere();
    default:
      return assertNever(check);
  }
}

/** GET and HEAD of a signed picture address; no key is needed. Continues a download from `Range: bytes=N-`. */
export function createPictureHandler({ tasks, studio, addresses, now }: PictureParts) {
  return async (target: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = verified(addresses.verify(target, now()));
    const task = tasks.get(name.taskId);
    if (!task) throw nothingHere();

    const { png, etag } = await studio.picture(commissionOf(task, name.index));
    const bytes = wordsIn(task.prompt).has('damaged') ? png.subarray(0, Math.floor(png.length / 2)) : png;
    const start = rangeStart(request, etag, bytes.length);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-type': 'image/png',
      'content-length': bytes.length - start,
      'accept-ranges': 'bytes',
      'cache-control': 'private, immutable',
      ...(start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
      etag,
    });
    response.end(request.method === 'HEAD' ? undefined : bytes.subarray(start));
  };
}
