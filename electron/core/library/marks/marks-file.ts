import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EpochMs } from '../../../../shared/task.ts';
import { journalFolder, linesOf } from '../library-journal.ts';
import { ensureFolders } from '../files/library-files.ts';
import { formatMarksLine, parseMarksLine, type MarksLine } from './marks-line.ts';
import { writeWholeFile } from '../../util/whole-file.ts';

/** The copy of all marks in the library folder, beside the journal, with what else a person made (`copiedTables`). Each profile that uses the library has its own complete file. */
const fileName = /^marks-[0-9a-f]{12}\.jsonl$/;

/** Twelve hex digits that name a profile, the same in every run. */
export function profileName(computer: string, userData: string): string {
  return createHash('sha256').update(JSON.stringify([computer, userData])).digest('hex').slice(0, 12);
}

/** The name of a profile's file. */
export function marksFileName(computer: string, userData: string): string {
  return `marks-${profileName(computer, userData)}.jsonl`;
}

export function marksFilePath(root: string, name: string): string {
  return path.join(root, journalFolder, name);
}

export async function marksFileExists(root: string, name: string): Promise<boolean> {
  return (await stat(marksFilePath(root, name)).catch(() => null)) !== null;
}

/** Writes the file; the old one stays until the new one is synced. Rejects as `ensureFolders` and `writeWholeFile` do. The root must exist. */
export async function writeMarks(root: string, name: string, lines: Iterable<MarksLine>): Promise<void> {
  const folder = await ensureFolders(root, [journalFolder]);
  await writeWholeFile(
    path.join(folder, name),
    (function* () {
      for (const line of lines) yield `${formatMarksLine(line)}\n`;
    })(),
  );
}

/** What can be read of a file. */
export interface MarksFile {
  readonly path: string;
  /** The time of its last line. */
  readonly at: EpochMs;
  /** The time from which it covers every picture; null if that line is lost. */
  readonly wholeAt: EpochMs | null;
  /** Lines that cannot be read. */
  readonly damaged: number;
}

/** The profile's own file, or else the one that was written last. Null if no line of any file can be read. */
export async function findMarksFile(roots: readonly string[], name: string): Promise<MarksFile | null> {
  const found: MarksFile[] = [];
  for (const root of roots) {
    const folder = path.join(root, journalFolder);
    const names = (await readdir(folder).catch(() => [])).filter((each) => fileName.test(each));
    for (const each of names) {
      const file = await summaryOf(path.join(folder, each)).catch(() => null);
      if (file !== null) found.push(file);
    }
  }
  const own = found.filter((file) => path.basename(file.path) === name);
  return (own.length > 0 ? own : found).reduce<MarksFile | null>((latest, file) => (latest === null || file.at > latest.at ? file : latest), null);
}

async function summaryOf(file: string): Promise<MarksFile | null> {
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

/** All readable lines, in order. Rejects with the system's error. */
export async function* readMarksFile(file: string): AsyncGenerator<MarksLine> {
  for await (const text of linesOf(file)) {
    const line = parseMarksLine(text);
    if (line !== null) yield line;
  }
}
