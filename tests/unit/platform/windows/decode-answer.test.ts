import { describe, expect, it } from 'vitest';
import { readDecodeAnswer } from '../../../../electron/platform/windows/decode-answer.ts';
import type { DecodeWant } from '../../../../shared/windows/decode-job.ts';

const jpeg = new Uint8Array(Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'));
const webp = new Uint8Array(Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'));
const png = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
const colours = new Uint8Array(16);
const hash = new Uint8Array(8);
const thumbnail = new Map<number, DecodeWant>([
  [7, { kind: 'thumbnail', side: 512 }],
  [8, { kind: 'thumbnail', side: 512 }],
]);
const whole = new Map<number, DecodeWant>([[7, { kind: 'png' }]]);
const good = { jobId: 7, ok: true, bytes: webp, width: 512, height: 300, colours, hash };

const bitmap = new Map<number, DecodeWant>([[7, { kind: 'bitmap', side: 4 }]]);
const pixels = { jobId: 7, ok: true, bytes: new Uint8Array(32), width: 4, height: 2, colours: null, hash: null };

describe('an answer of the decoder process', () => {
  it('is accepted if it fits the request', () => {
    expect(readDecodeAnswer(good, thumbnail)).toEqual(good);
    expect(readDecodeAnswer({ ...good, bytes: png, width: 9000, colours: null, hash: null }, whole)).toMatchObject({ ok: true, width: 9000 });
    expect(readDecodeAnswer({ ...good, bytes: jpeg }, thumbnail)).toMatchObject({ jobId: 7, bytes: jpeg });
    expect(readDecodeAnswer({ ...good, hash: new Uint8Array(8 + 2048) }, thumbnail)).toMatchObject({ ok: true });
    expect(readDecodeAnswer({ ...good, jobId: 8 }, thumbnail)).toMatchObject({ jobId: 8 });
    expect(readDecodeAnswer(pixels, bitmap)).toMatchObject({ width: 4, height: 2 });
    expect(readDecodeAnswer({ jobId: 7, ok: false, reason: 'damaged' }, thumbnail)).toEqual({ jobId: 7, ok: false, reason: 'damaged' });
  });

  it.each([{ bytes: new Uint8Array(31) }, { bytes: new Uint8Array(33) }, { width: 8, height: 1 }, { colours }, { hash }])('of pixels is refused if they are not those of a picture of its size (%o)', (other) => {
    expect(readDecodeAnswer({ ...pixels, ...other }, bitmap)).toBeNull();
  });

  const garbage: readonly unknown[] = [
    null,
    undefined,
    7,
    'done',
    [],
    {},
    { ...good, jobId: 9 },
    { ...good, jobId: '7' },
    { ...good, ok: 'yes' },
    { ...good, bytes: 'RIFF' },
    { ...good, bytes: [...webp] },
    { ...good, bytes: { length: 12, subarray: 'no' } },
    { ...good, bytes: new Uint8Array() },
    { ...good, bytes: png },
    { ...good, bytes: new Uint8Array(Buffer.from('<svg onload=alert(1)>')) },
    { ...good, bytes: Buffer.concat([webp, Buffer.alloc(5 * 1024 * 1024)]) },
    { ...good, width: 513 },
    { ...good, width: 0 },
    { ...good, width: Number.NaN },
    { ...good, height: 1e9 },
    { ...good, height: 1.5 },
    { ...good, colours: null },
    { ...good, colours: new Uint8Array(15) },
    { ...good, colours: 'x'.repeat(16) },
    { ...good, hash: null },
    { ...good, hash: new Uint8Array(9) },
    { ...good, hash: new Uint8Array(8 + 1024) },
    { jobId: 7, ok: false, reason: 'because' },
    { jobId: 7, ok: false },
    { jobId: 7, ok: false, reason: { toString: null } },
  ];
  it.each(garbage.map((answer, index) => [index, answer] as const))('is refused if it is garbage (%i)', (_index, answer) => {
    expect(readDecodeAnswer(answer, thumbnail)).toBeNull();
  });

  it('is refused if it is of the other kind', () => {
    expect(readDecodeAnswer(good, whole)).toBeNull();
  });
});
