import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import type { PictureReference } from '../../../shared/task.ts';
import { Unwritable } from '../metadata/writing/pieces.ts';
import { inspectImage } from '../image-header/image-header.ts';
import { imageTypeOf, typeBytes } from '../image-header/image-type.ts';
import { readPictureMetadata } from '../metadata/reading/read-picture-metadata.ts';
import { otherTypeOf } from '../image-header/other-type.ts';
import { filesInJournal } from '../library/library-journal.ts';
import { codeOf, systemError } from '../util/system-errors.ts';
import { findWildcards, readWildcardFile } from '../wildcards/read-wildcards.ts';
import { endZip, exportFile } from './export-jobs.ts';
import type { FileJob, JobAnswer } from './file-jobs.ts';
import { inLibrary, LibraryFailure, pieceBytes, plainFile, sourceOf, waiting, writeAll } from './job-files.ts';
import { sidecarRole, sidecarsOf } from './sidecar-files.ts';

/** Larger files are not imported. */
const maxImageBytes = 256 * 1024 * 1024;

/** `disk[0]` is 1 while a look waits for the disk, so that the other thread can tell a slow disk from a costly file. */
export async function runJob(job: FileJob, disk: Int32Array): Promise<JobAnswer> {
  try {
    if (job.kind === 'journal') return { kind: 'journal', value: await filesInJournal(job.path, job.files) };
    if (job.kind === 'wildcards') return { kind: 'wildcards', value: findWildcards(job.path) };
    if (job.kind === 'wildcard-file') return { kind: 'wildcard-file', value: readWildcardFile(job.found) };
    if (job.kind === 'zip-end') return endZip(job);
    if (job.kind === 'export' && job.bytes !== null) return await exportFile(job, Buffer.from(job.bytes), 0);
    const descriptor = waiting(disk, () => openSync(job.path, plainFile));
    try {
      if (!fstatSync(descriptor).isFile()) throw systemError('EINVAL', 'open');
      switch (job.kind) {
        case 'look':
          return await look(descriptor, job.path, disk);
        case 'hash':
          return { kind: 'hashed', value: hashed(descriptor, () => undefined) };
        case 'copy':
          return copy(descriptor, job.part);
        case 'export': {
          const { size, mtimeMs } = fstatSync(descriptor);
          return await exportFile(job, sourceOf(descriptor, size, disk), Math.round(mtimeMs));
        }
        case 'encode':
          return { kind: 'encoded', value: encoded(descriptor, job, disk) };
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof Unwritable) return { kind: 'refused', why: 'damaged' };
    if (error instanceof LibraryFailure) return { kind: 'failed', side: 'library', code: codeOf(error.cause) };
    return { kind: 'failed', side: 'source', code: codeOf(error) };
  }
}

async function look(descriptor: number, file: string, disk: Int32Array): Promise<JobAnswer> {
  const { size, mtimeMs, ctimeMs } = fstatSync(descriptor);
  const source = sourceOf(descriptor, size, disk);
  const head = await source.read(0, typeBytes);
  const type = imageTypeOf(head);
  if (type === null) {
    const sidecar = sidecarRole(file, size, disk);
    if (sidecar === null || sidecar === 'caption') return { kind: 'looked', value: null, otherType: otherTypeOf(head, file) };
    return sidecar === 'read' ? { kind: 'looked', value: null, otherType: 'sidecar' } : { kind: 'refused', why: sidecar };
  }
  if (size > maxImageBytes) return { kind: 'refused', why: 'too-large' };
  const header = await inspectImage(type, source);
  if (header === null) return { kind: 'refused', why: 'damaged' };
  return { kind: 'looked', value: { type, ...header, bytes: size, modifiedAt: Math.round(mtimeMs), changedAt: Math.round(ctimeMs), metadata: await readPictureMetadata(source, type, sidecarsOf(file, disk)) } };
}

/** Copies byte for byte and syncs. Removes the part if it fails. */
function copy(descriptor: number, part: string): JobAnswer {
  const { mtimeMs } = fstatSync(descriptor);
  const target = inLibrary(() => openSync(part, 'wx'));
  try {
    let bytes = 0;
    const sha256 = hashed(descriptor, (piece) => {
      bytes += piece.length;
      writeAll(target, piece);
    });
    inLibrary(() => fsyncSync(target));
    closeSync(target);
    return { kind: 'copied', value: { bytes, sha256, modifiedAt: Math.round(mtimeMs) } };
  } catch (error) {
    closeSync(target);
    rmSync(part, { force: true });
    throw error;
  }
}

function encoded(descriptor: number, { type, bytes, sha256 }: Pick<PictureReference, 'type' | 'bytes' | 'sha256'>, disk: Int32Array): Uint8Array | null {
  if (fstatSync(descriptor).size !== bytes) return null;
  const content = waiting(disk, () => readFileSync(descriptor));
  if (createHash('sha256').update(content).digest('hex') !== sha256) return null;
  return Buffer.from(`data:image/${type};base64,${content.toString('base64')}`, 'latin1');
}

/** SHA-256 of the whole file as hexadecimal digits. */
function hashed(descriptor: number, take: (piece: Buffer) => void): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(fstatSync(descriptor).size + 1, pieceBytes));
  for (let at = 0; ;) {
    const length = readSync(descriptor, buffer, 0, buffer.length, at);
    if (length === 0) return hash.digest('hex');
    const piece = buffer.subarray(0, length);
    hash.update(piece);
    take(piece);
    at += length;
  }
}
