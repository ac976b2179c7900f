import type * as Zlib from 'node:zlib';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { createArrivingBody } from '../../../electron/network/arriving-body.ts';
import { decodedBody } from '../../../electron/network/decoded-body.ts';

const limits = vi.hoisted((): number[] => []);
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof Zlib>();
  const noted: typeof zlib.brotliDecompressSync = (bytes, options) => {
    limits.push(options?.maxOutputLength ?? Infinity);
    return zlib.brotliDecompressSync(bytes, options);
  };
  return { ...zlib, brotliDecompressSync: noted };
});

it('of a damaged body that decodes to very much, little is decoded at once', async () => {
  const whole = brotliCompressSync(Buffer.alloc(24 * 1024 * 1024), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const body = createArrivingBody({ wanted: () => undefined, givenUp: () => undefined });
  body.push(Buffer.concat([whole.subarray(0, whole.length - 8), Buffer.alloc(60, 0xff)]));
  body.end();
  let bytes = 0;
  const reading = (async () => {
    for await (const chunk of decodedBody(body, 'br')) bytes += chunk.length;
  })();
  await expect(reading).rejects.toThrow();
  expect(bytes).toBeGreaterThan(8 * 1024 * 1024);
  expect(Math.max(...limits)).toBeLessThanOrEqual(4 * 1024 * 1024);
});
