import { createHash } from 'node:crypto';
import type { ByteSource } from '../../electron/core/image-header/byte-source.ts';

/** A file in memory. */
export const sourceOf = (bytes: Buffer): ByteSource => ({ size: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) });

/** In lower-case hexadecimal digits. */
export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
