import { constants, inflate } from 'node:zlib';
import { limits } from '../limits.ts';

/** Inflates zlib data; truncated data as far as it goes. Null if the data is damaged or would exceed a block's limit. */
export function inflateBlock(data: Uint8Array): Promise<Buffer | null> {
  return new Promise((resolve) => {
    inflate(data, { maxOutputLength: limits.blockBytes, finishFlush: constants.Z_SYNC_FLUSH }, (error, result) => {
      resolve(error === null ? result : null);
    });
  });
}
