import { createHash } from 'node:crypto';
import { open, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EpochMs } from '../../../shared/task.ts';
import { journalFolder, linesOf } from './library-journal.ts';
import { ensureFolders, syncFolder } from './library-files.ts';
import { formatMarksLine, parseMarksLine, type MarksLine } from './marks-line.ts';

/**
 * The library's own copy of what a person added to its pictures, beside the journal: each profile that uses the library has a file
 * of its own, so that none ever writes into another's. A file is complete by itself.
 */
const fileName = /^marks-[0-9a-f]{12}\.jsonl$/;
const newline = 0x0a;
/** Bytes gathered before they are written. */
const writeSize = 1024 * 1024;

/** The name of a profile's file, in every run the same. */
export function marksFileName(computer: string, userData: string): string {
  return `marks-${createHash('sha256').update(JSON.stringify([computer, userData])).digest('hex').slice(0, 12)}.jsonl`;
}

export function marksFilePath(root: string, name: string): string {
  return path.join(root, journalFolder, name);
}

/** Bytes of a profile's file; 0 where there is none or it cannot be reached. */
export async function marksFileBytes(root: string, name: string): Promise<number> {
  return (await stat(marksFilePath(root, name)).catch(() => null))?.size ?? 0;
}

/** Puts lines at the end. Resolves with the file's bytes when they are on the disk itself; rejects with the system's error. The root is never made. */
export async function appendMarks(root: string, name: string, lines: Iterable<MarksLine>): Promise<number> {
  const folder = await ensureFolders(root, [journalFolder]);
  const file = await open(path.join(folder, name), 'a+');
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1, newline);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    // What a cut left behind ends here, and harms no line after it.
    if (last[0] !== newline) await file.appendFile('\n');
    for (const text of inPieces(lines)) await file.appendFile(text);
    await file.sync();
    const { size: bytes } = await file.stat();
    await syncFolder(folder);
    return bytes;
  } finally {
    await file.close();
  }
}

/** Writes the file anew: the old one stands until the new one is whole on the disk. Resolves and rejects as `appendMarks`. */
export async function writeMarks(root: string, name: string, lines: Iterable<MarksLine>): Promise<number> {
  const folder = await ensureFolders(root, [journalFolder]);
  const target = path.join(folder, name);
  const part = `${target}.part`;
  const file = await open(part, 'w');
  let bytes = 0;
  try {
    for (const text of inPieces(lines)) {
      await file.appendFile(text);
      bytes += Buffer.byteLength(text);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, target);
  await syncFolder(folder);
  return bytes;
}

function* inPieces(lines: Iterable<MarksLine>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += `${formatMarksLine(line)}\n`;
    if (piece.length < writeSize) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** A file as far as it can be read. */
export interface MarksFile {
  readonly path: string;
  /** When its last line was written. */
  readonly at: EpochMs;
  /** From when on it tells of every picture; null where that line is gone. */
  readonly wholeAt: EpochMs | null;
  /** Lines that cannot be read: what they said of their pictures is lost. */
  readonly damaged: number;
}

/**
 * The file that tells best what was marked: the profile's own, else that of whoever wrote last. Null: there is none of which a line can
 * be read. Folders that cannot be read have none.
 */
export async function findMarksFile(roots: readonly string[], name: string): Promise<MarksFile | null> {
  const found: MarksFile[] = [];
  for (const root of roots) {
    const folder = path.join(root, journalFolder);
    const names = (await readdir(folder).catch(() => [])).filter((each) => fileName.test(each));
    for (const each of names) {
      const file = await looked(path.join(folder, each)).catch(() => null);
      if (file !== null) found.push(file);
    }
  }
  const own = found.filter((file) => path.basename(file.path) === name);
  return (own.length > 0 ? own : found).reduce<MarksFile | null>((latest, file) => (latest === null || file.at > latest.at ? file : latest), null);
}

async function looked(file: string): Promise<MarksFile | null> {
  let at: EpochMs | null = null;
  let wholeAt: EpochMs | null = null;
  let damaged = 0;
  for await (const text of linesOf(file)) {
    if (text === '') continue;
    const line = parseMarksLine(text);
    if (line === null) damaged += 1;
    else at = line.at;
    if (line?.kind === 'whole') wholeAt = line.at;
  }
  return at === null ? null : { path: file, at, wholeAt, damaged };
}

/** Every line that can be read, in order. Rejects with the system's error. */
export async function* readMarksFile(file: string): AsyncGenerator<MarksLine> {
  for await (const text of linesOf(file)) {
    const line = parseMarksLine(text);
    if (line !== null) yield line;
  }
}
