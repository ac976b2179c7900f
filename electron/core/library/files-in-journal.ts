import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import type { ImageFile } from '../../../shared/task.ts';
import { parseLine, parseRemoval } from './journal-line.ts';
import { journalFolder, journalName } from './library-journal.ts';
import { codeOf } from '../util/system-errors.ts';

const pieceBytes = 1024 * 1024;

/** Finds the path in a line of `formatLine`, so that most lines need not be parsed. */
const pathInLine = /^\{"latent":1,"savedAt":"[^"]*","file":\{"path":("(?:[^"\\]|\\.)*")/;

/**
 * The paths of those files that an intact line of a library's journal names with their length, and that no line removes. Synchronous, for a thread
 * of its own. Throws the system's error.
 */
export function filesInJournal(root: string, files: readonly Pick<ImageFile, 'path' | 'bytes'>[]): ReadonlySet<string> {
  const wanted = new Map(files.map((file) => [JSON.stringify(file.path), file.bytes]));
  /** By task and index. */
  const named = new Map<string, string>();
  const removed = new Set<string>();
  for (const text of journalLines(root)) {
    const removal = parseRemoval(text);
    if (removal !== null) removed.add(`${removal.taskId} ${removal.index}`);
    const bytes = wanted.get(pathInLine.exec(text)?.[1] ?? '');
    const line = bytes === undefined ? null : parseLine(text);
    if (line?.intact === true && line.file.bytes === bytes) named.set(`${line.task.id} ${line.index}`, line.file.path);
  }
  return new Set([...named].flatMap(([key, file]) => (removed.has(key) ? [] : [file])));
}

function* journalLines(root: string): Generator<string> {
  const folder = path.join(root, journalFolder);
  for (const name of namesIn(folder).filter((one) => journalName.test(one))) {
    const file = openSync(path.join(folder, name), 'r');
    try {
      yield* linesIn(file);
    } finally {
      closeSync(file);
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Includes a last line without a line break. */
function* linesIn(file: number): Generator<string> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  let rest = Buffer.alloc(0);
  for (;;) {
    const length = readSync(file, piece, 0, piece.length, null);
    if (length === 0) break;
    const text = Buffer.concat([rest, piece.subarray(0, length)]);
    // Cut between lines, so that no character is split.
    const end = text.lastIndexOf('\n') + 1;
    yield* text.toString('utf8', 0, end).split('\n');
    rest = text.subarray(end);
  }
  yield rest.toString('utf8');
}
