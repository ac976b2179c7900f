import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';

/** The first bytes of a database file: https://sqlite.org/fileformat.html#the_database_header. Numbers are big-endian. */
export const magic = 'SQLite format 3\0';
export const headerOffsets = { writeVersion: 18, userVersion: 60, applicationId: 68 } as const;
export const headerLength = 100;

/** The header on the disk; shorter if the file is. Opening a database in WAL mode, even to read it, would write to it. */
export function readHeader(file: string): Buffer {
  const bytes = Buffer.alloc(headerLength);
  const descriptor = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(descriptor, bytes, 0, headerLength, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** What every header of ours has in common: magic, page size, WAL, payload fractions; schema format 4; UTF-8; unused bytes. */
const alwaysSame = [
  { at: 0, bytes: Buffer.concat([Buffer.from(magic, 'latin1'), Buffer.of(0x10, 0x00, 2, 2, 0, 64, 32, 32)]) },
  { at: 44, bytes: Buffer.of(0, 0, 0, 4) },
  { at: 52, bytes: Buffer.of(0, 0, 0, 0, 0, 0, 0, 1) },
  { at: 64, bytes: Buffer.alloc(4) },
  { at: 72, bytes: Buffer.alloc(20) },
];

/** Overwrites the parts of a damaged header that are the same in every file of ours, so that more of a copy can be read. */
export function restoreHeader(copy: string): void {
  const descriptor = openSync(copy, 'r+');
  try {
    for (const { at, bytes } of alwaysSame) writeSync(descriptor, bytes, 0, bytes.length, at);
  } finally {
    closeSync(descriptor);
  }
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
