import { constants, gunzipSync } from 'node:zlib';
import { deliveredTypeOf } from '../image-header/image-type.ts';

/** Caches and gateways compress an answer twice now and then, or leave out the header that says so. */
const maxLayers = 2;

/** The bytes without gzip that no header announced. What does not decode to at most `limit` bytes stays as it is. */
export function withoutGzip(bytes: Buffer, limit: number): Buffer {
  let plain = bytes;
  for (let layer = 0; layer < maxLayers && plain[0] === 0x1f && plain[1] === 0x8b; layer += 1) {
    try {
      plain = gunzipSync(plain, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });
    } catch {
      return plain;
    }
  }
  return plain;
}

/** Whether an answer is a picture itself, or another delivered file, by its first bytes. */
export function isDelivery(head: Uint8Array): boolean {
  return ![null, 'bin', 'gz'].includes(deliveredTypeOf(head));
}
