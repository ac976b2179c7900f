import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import type { ImageFile } from '../../../shared/task.ts';
import { parseLine, parseRemoval, removalStart } from './journal-line.ts';
import { codeOf } from '../util/system-errors.ts';
import { journalFolder, journalName } from './library-journal.ts';

const pieceBytes = 1024 * 1024;

/** The place of the path in a line of `formatLine`, so that most lines need not be parsed. */
const pathOf = /^\{"latent":1,"savedAt":"[^"]*","file":\{"path":("(?:[^"\\]|\\.)*")/;
const removedPicture = /"removed":\{"task":"([^"]*)","index":(\d+)/;

/**
 * The paths of those files that an intact line of a library's journal names with their length, and that no line removes. Synchronous, for a thread
 * of its own. Throws the system's error.
 */
export function filesInJournal(root: string, files: readonly Pick<ImageFile, 'path' | 'bytes'>[]): ReadonlySet<string> {
  const bytesOf = new Map(files.map((file) => [file.path, file.bytes]));
  /** By task and index. */
  const named = new Map<string, string>();
  const removals = new Map<string, string>();
  for (const text of journalLines(root)) {
    if (text.startsWith(removalStart)) {
      const [, task = '', index = ''] = removedPicture.exec(text) ?? [];
      removals.set(`${task} ${index}`, text);
      continue;
    }
    const inLine = pathOf.exec(text)?.[1];
    const file = inLine === undefined ? undefined : pathIn(inLine);
    if (file === undefined || !bytesOf.has(file)) continue;
    const line = parseLine(text);
    if (line?.intact === true && line.file.bytes === bytesOf.get(file)) named.set(`${line.task.id} ${line.index}`, file);
  }
  const isRemoved = (key: string): boolean => {
    const text = removals.get(key);
    return text !== undefined && parseRemoval(text) !== null;
  };
  return new Set([...named].flatMap(([key, file]) => (isRemoved(key) ? [] : [file])));
}

function pathIn(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function* journalLines(root: string): Generator<string> {
  const folder = path.join(root, journalFolder);
  for (const name of namesIn(folder).filter((one) => journalName.test(one)).sort()) {
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
