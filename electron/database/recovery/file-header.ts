import { closeSync, openSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';

/** The first bytes of a database file: https://sqlite.org/fileformat.html#the_database_header. Numbers are big-endian. */
export const magic = 'SQLite format 3\0';
export const headerOffsets = { changeCounter: 24, userVersion: 60, applicationId: 68, versionValidFor: 92 } as const;
export const headerLength = 100;

/** The header as it is on the disk, shorter where the file is. Even opening a database in WAL mode would write to it. */
export function readHeader(file: string): Buffer {
  const bytes = Buffer.alloc(headerLength);
  const descriptor = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(descriptor, bytes, 0, headerLength, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** What is the same in every file of ours: magic, page size, WAL, payload fractions; schema format 4; UTF-8; unused bytes. */
const alwaysSame = [
  { at: 0, bytes: Buffer.concat([Buffer.from(magic, 'latin1'), Buffer.of(0x10, 0x00, 2, 2, 0, 64, 32, 32)]) },
  { at: 44, bytes: Buffer.of(0, 0, 0, 4) },
  { at: 52, bytes: Buffer.of(0, 0, 0, 0, 0, 0, 0, 1) },
  { at: 64, bytes: Buffer.alloc(4) },
  { at: 72, bytes: Buffer.alloc(20) },
];

/** Writes over whatever a damaged header says where every header of ours says the same, so that more of a copy can be read. */
export function restoreHeader(copy: string): void {
  const descriptor = openSync(copy, 'r+');
  try {
    for (const { at, bytes } of alwaysSame) writeSync(descriptor, bytes, 0, bytes.length, at);
  } finally {
    closeSync(descriptor);
  }
}

function rememberedIn(file: string): string {
  return `${file}.header`;
}

/**
 * Notes the header of a sound file beside it. SQLite counts every change of a header within it, so one that differs from
 * the note in nothing but a version was changed by no program that wrote a version.
 */
export function rememberHeader(file: string): void {
  try {
    writeFileSync(rememberedIn(file), readHeader(file));
  } catch {
    // Without a note a version that is too high is believed.
  }
}

/** Whether the version is all that differs from the header that was last noted. */
export function onlyVersionDiffers(file: string): boolean {
  try {
    const noted = readHeader(rememberedIn(file));
    const found = readHeader(file);
    if (noted.length < headerLength || found.length < headerLength) return false;
    noted.copy(found, headerOffsets.userVersion, headerOffsets.userVersion, headerOffsets.userVersion + 4);
    return found.equals(noted);
  } catch {
    return false;
  }
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
