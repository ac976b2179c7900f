import { constants, inflate } from 'node:zlib';
import { limits } from '../limits.ts';

/** What zlib data holds; null when it is damaged from the start or would be larger than a block may be. Cut data give what they have. */
export function inflateBlock(data: Uint8Array): Promise<Buffer | null> {
  return new Promise((resolve) => {
    inflate(data, { maxOutputLength: limits.blockBytes, finishFlush: constants.Z_SYNC_FLUSH }, (error, result) => {
      resolve(error === null ? result : null);
    });
  });
}
