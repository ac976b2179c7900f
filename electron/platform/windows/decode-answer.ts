import { z } from 'zod';
import type { DecodeResult, DecodeWant } from '../../../shared/windows/decode-job.ts';
import { cellsLength, coloursLength, hashLength, thumbnailType } from '../../../shared/windows/thumbnail-look.ts';

/**
 * Checks an answer of the decoder's process, which may have met a hostile picture. An answer is accepted only for a job under way, with a size
 * that this job can have, and if it begins as the wanted format does.
 */
export function readDecodeAnswer(answer: unknown, underWay: ReadonlyMap<number, DecodeWant>): DecodeResult | null {
  const parsed = answerSchema.safeParse(answer);
  const want = parsed.success ? underWay.get(parsed.data.jobId) : undefined;
  if (!parsed.success || want === undefined) return null;
  if (!parsed.data.ok) return parsed.data;
  const { bytes, width, height, colours, hash } = parsed.data;
  const limit = { thumbnail: thumbnailBytes, bitmap: 4 * width * height, png: pngBytes, copy: pngBytes }[want.kind];
  const side = 'side' in want ? (want.side ?? largestSide) : largestSide;
  const isThumbnail = want.kind === 'thumbnail';
  const fits = bytes.length <= limit && width <= side && height <= side && (colours !== null) === isThumbnail && (hash !== null) === isThumbnail;
  return fits && (want.kind === 'bitmap' ? bytes.length === limit : beginsAs(want, bytes)) ? parsed.data : null;
}

const thumbnailBytes = 4 * 1024 * 1024;
const pngBytes = 1024 * 1024 * 1024;
/** Chromium draws no larger canvas. */
const largestSide = 65_535;

const jobId = z.int().min(1);
const answerSchema = z.discriminatedUnion('ok', [
  z.object({
    jobId,
    ok: z.literal(true),
    bytes: z.instanceof(Uint8Array),
    width: z.int().min(1),
    height: z.int().min(1),
    colours: z.instanceof(Uint8Array).refine(({ length }) => length === coloursLength).nullable(),
    hash: z.instanceof(Uint8Array).refine(({ length }) => length === hashLength || length === hashLength + cellsLength).nullable(),
  }),
  z.object({ jobId, ok: z.literal(false), reason: z.enum(['file-missing', 'too-many-pixels', 'damaged']) }),
]);

const pngMark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function beginsAs(want: Exclude<DecodeWant, { kind: 'bitmap' }>, bytes: Uint8Array): boolean {
  if (want.kind === 'thumbnail') return thumbnailType(bytes) !== null;
  const isPng = Buffer.from(bytes.subarray(0, 8)).equals(pngMark);
  if (want.kind === 'png' || want.type === 'png') return isPng;
  return thumbnailType(bytes) === `image/${want.type}`;
}
