import type { ServerResponse } from 'node:http';
import { nothingHere, type PictureAddresses } from './addresses.ts';
import type { Commission } from './painter/paint.ts';
import type { PictureCache } from './picture-cache.ts';
import type { PracticeTask, PracticeTasks } from './accepted-tasks.ts';
import { withoutWords, wordsIn } from './bracket-words.ts';

interface PictureParts {
  readonly tasks: PracticeTasks;
  readonly cache: PictureCache;
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

/** GET of a signed picture address; no key is needed. */
export function createPictureHandler({ tasks, cache, addresses, now }: PictureParts) {
  return async (target: URL, response: ServerResponse): Promise<void> => {
    const { taskId, index } = addresses.verify(target, now());
    const task = tasks.get(taskId);
    if (!task) throw nothingHere();
    const png = await cache.picture(commissionOf(task, index));
    const bytes = wordsIn(task.prompt).has('damaged') ? png.subarray(0, Math.floor(png.length / 2)) : png;
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length, 'cache-control': 'private, immutable' });
    response.end(bytes);
  };
}
