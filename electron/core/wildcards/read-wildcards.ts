import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasWildcardEnding, isWildcardFile, nothingLeftOut, wildcardLimits, type WildcardFile, type WildcardFolder, type WildcardTrouble } from '../../../shared/templates/wildcard-files.ts';
import type { WildcardList } from '../../../shared/templates/wildcard-lists.ts';
import { NotText, readText } from '../../../shared/texts/text-reader.ts';
import { readValues, type ReadValues } from './wildcard-values.ts';

interface FoundFile {
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
  /** Why the file is not read at all. */
  readonly trouble: WildcardTrouble | null;
}

/**
 * Reads all wildcard files of a folder. Uses synchronous calls and may take seconds, so it runs in a file thread.
 * @param known the revision that the caller has
 * @returns null if that is still the current one
 */
export function readWildcards(folder: string, known: string | null): WildcardFolder | null {
  const found: FoundFile[] = [];
  let whole = true;
  try {
    whole = collect(folder, found);
  } catch {
    return known === 'missing' ? null : { folder, revision: 'missing', trouble: 'missing', files: [], lists: [] };
  }
  const revision = createHash('sha256').update(JSON.stringify([folder, found])).digest('hex');
  if (revision === known) return null;
  const files: WildcardFile[] = [];
  const lists: WildcardList[] = [];
  let room: number = wildcardLimits.values;
  for (const each of found) {
    const read = readFile(each);
    const count = read.lists.reduce((sum, { values }) => sum + values.length, 0);
    const fits = count <= room;
    if (fits) {
      room -= count;
      // One at a time: so many arguments would not fit the call stack.
      for (const list of read.lists) lists.push(list);
    }
    const { trouble, line, leftOut } = fits ? read : refused('too-many');
    files.push({ file: each.file, names: fits ? read.lists.map(({ name }) => name) : [], values: fits ? count : 0, trouble, line, leftOut });
  }
  return { folder, revision, trouble: whole ? null : 'too-many-files', files, lists };
}

/**
 * Adds the files in the order of their names, also those that will not be read. Links are followed only to places inside the folder. Returns false if
 * there are too many.
 */
function collect(root: string, found: FoundFile[]): boolean {
  const real = realpathSync(root);
  const visited = new Set<string>();
  const walk = (folder: string, prefix: string, depth: number): boolean => {
    const here = realpathSync(folder);
    if (visited.has(here)) return true;
    visited.add(here);
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const place = path.join(folder, entry.name);
      const file = prefix + entry.name;
      const leaveOut = (trouble: WildcardTrouble): void => {
        if (found.length < wildcardLimits.files) found.push({ file, path: place, bytes: 0, modified: 0, trouble });
      };
      try {
        const target = entry.isSymbolicLink() ? realpathSync(place) : place;
        if (entry.isSymbolicLink() && !target.startsWith(real + path.sep)) {
          if (target !== real) leaveOut('outside');
          continue;
        }
        const facts = statSync(target);
        if (facts.isDirectory()) {
          if (depth === wildcardLimits.depth) leaveOut('too-deep');
          else if (!walk(target, `${file}/`, depth + 1)) return false;
        } else if (facts.isFile() && hasWildcardEnding(file)) {
          if (found.length === wildcardLimits.files) return false;
          if (isWildcardFile(file)) found.push({ file, path: target, bytes: facts.size, modified: facts.mtimeMs, trouble: null });
          else leaveOut('name');
        }
      } catch {
        // An error of the chosen folder itself is not caught here.
        if (entry.isDirectory() || hasWildcardEnding(file)) leaveOut('unreadable');
      }
    }
    return true;
  };
  return walk(root, '', 0);
}

// Opening must not block on a pipe that has replaced the file in the meantime. Windows has no such flag.
const plainFile = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readFile({ file, path: place, bytes, trouble }: FoundFile): ReadValues {
  if (trouble !== null) return refused(trouble);
  if (bytes > wildcardLimits.file) return refused('too-large');
  try {
    const descriptor = openSync(place, plainFile);
    try {
      const facts = fstatSync(descriptor);
      if (!facts.isFile() || facts.size > wildcardLimits.file) return refused('unreadable');
      return readValues(file, readText(readFileSync(descriptor)));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return refused(error instanceof NotText ? 'not-text' : 'unreadable');
  }
}

const refused = (trouble: WildcardTrouble): ReadValues => ({ lists: [], trouble, line: null, leftOut: nothingLeftOut });
