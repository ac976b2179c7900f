import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { rewritten } from '../metadata/writing/rewritten.ts';
import type { Piece } from '../metadata/writing/pieces.ts';
import { localHeader, zipDirectory } from '../util/stored-zip.ts';
import type { ByteSource } from '../image-header/byte-source.ts';
import type { EpochMs } from '../../../shared/task.ts';
import type { ExportJob, ExportTarget, JobAnswer, ZipEndJob } from './file-jobs.ts';
import { inLibrary, pieceBytes, writeAll } from './job-files.ts';

/** Rejects with Unwritable if the metadata cannot be changed. A part that fails is removed. */
export async function exportFile({ change, to }: ExportJob, content: Buffer | ByteSource, modifiedAt: EpochMs): Promise<JobAnswer> {
  const source = Buffer.isBuffer(content) ? sourceOfBytes(content) : content;
  const pieces = change === null ? [{ from: 0, to: source.size }] : await rewritten(source, change.type, change.facts);
  return to.kind === 'part' ? writePart(source, pieces, to.part, modifiedAt) : writeEntry(source, pieces, to);
}

export function endZip({ path, at, entries }: ZipEndJob): JobAnswer {
  const target = inLibrary(() => openSync(path, 'r+'));
  try {
    cutAt(target, at);
    let end = at;
    for (const piece of zipDirectory(entries, at)) {
      writeAll(target, piece, end);
      end += piece.length;
    }
    inLibrary(() => fsyncSync(target));
    return { kind: 'copied', value: { bytes: end, sha256: '', modifiedAt: 0 } };
  } finally {
    closeSync(target);
  }
}

async function writePart(source: ByteSource, pieces: readonly Piece[], part: string, modifiedAt: EpochMs): Promise<JobAnswer> {
  const target = inLibrary(() => openSync(part, 'wx'));
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of contentOf(source, pieces)) {
      hash.update(piece);
      writeAll(target, piece);
      bytes += piece.length;
    }
    inLibrary(() => fsyncSync(target));
    closeSync(target);
    return { kind: 'copied', value: { bytes, sha256: hash.digest('hex'), modifiedAt } };
  } catch (error) {
    closeSync(target);
    rmSync(part, { force: true });
    throw error;
  }
}

async function writeEntry(source: ByteSource, pieces: readonly Piece[], { part, name, at, modifiedAt }: Extract<ExportTarget, { kind: 'zip' }>): Promise<JobAnswer> {
  const target = inLibrary(() => openSync(part, constants.O_RDWR | (at === 0 ? constants.O_CREAT : 0)));
  try {
    cutAt(target, at);
    const start = at + localHeader({ name, crc: 0, bytes: 0, modifiedAt }).length;
    let [crc, bytes] = [0, 0];
    for await (const piece of contentOf(source, pieces)) {
      crc = crc32(piece, crc);
      writeAll(target, piece, start + bytes);
      bytes += piece.length;
    }
    writeAll(target, localHeader({ name, crc, bytes, modifiedAt }), at);
    return { kind: 'zipped', value: { name, crc, bytes, at, modifiedAt } };
  } finally {
    closeSync(target);
  }
}

/** Truncates a ZIP file. Throws if the file has become shorter, because its entries are then lost and zeros would replace them. */
function cutAt(target: number, at: number): void {
  inLibrary(() => {
    if (fstatSync(target).size < at) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'truncate' });
    ftruncateSync(target, at);
  });
}

/** Yields the bytes of the pieces in order. Throws an error of the source if the source has become shorter. */
async function* contentOf(source: ByteSource, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      yield piece;
      continue;
    }
    for (let at = piece.from; at < piece.to; at += pieceBytes) {
      const length = Math.min(pieceBytes, piece.to - at);
      const bytes = await source.read(at, length);
      if (bytes.length < length) throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' });
      yield bytes;
    }
  }
}

function sourceOfBytes(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) };
}
