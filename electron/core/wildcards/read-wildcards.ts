import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isWildcardFile, wildcardLimits, type WildcardFile, type WildcardFolder } from '../../../shared/templates/wildcard-files.ts';
import type { WildcardList } from '../../../shared/templates/wildcard-lists.ts';
import { readValues } from './wildcard-values.ts';

interface FoundFile {
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
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
      lists.push(...read.lists);
    }
    files.push({ file: each.file, names: fits ? read.lists.map(({ name }) => name) : [], values: fits ? count : 0, trouble: fits ? read.trouble : 'too-many' });
  }
  return { folder, revision, trouble: whole ? null : 'too-many-files', files, lists };
}

/** Adds the files in the order of their names. Links are followed only to places inside the folder. Returns false if there are too many. */
function collect(root: string, found: FoundFile[]): boolean {
  const real = realpathSync(root);
  const visited = new Set<string>();
  const walk = (folder: string, prefix: string, depth: number): boolean => {
    const here = realpathSync(folder);
    if (visited.has(here) || depth > wildcardLimits.depth) return true;
    visited.add(here);
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const place = path.join(folder, entry.name);
      const file = prefix + entry.name;
      try {
        const target = entry.isSymbolicLink() ? realpathSync(place) : place;
        if (entry.isSymbolicLink() && !target.startsWith(real + path.sep)) continue;
        const facts = statSync(target);
        if (facts.isDirectory()) {
          if (!walk(target, `${file}/`, depth + 1)) return false;
        } else if (facts.isFile() && isWildcardFile(file)) {
          if (found.length === wildcardLimits.files) return false;
          found.push({ file, path: target, bytes: facts.size, modified: facts.mtimeMs });
        }
      } catch {
        // Leave out what cannot be reached. An error of the chosen folder itself is not caught here.
      }
    }
    return true;
  };
  return walk(root, '', 0);
}

// Opening must not block on a pipe that has replaced the file in the meantime. Windows has no such flag.
const plainFile = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readFile({ file, path: place, bytes }: FoundFile): ReturnType<typeof readValues> {
  if (bytes > wildcardLimits.file) return { lists: [], trouble: 'too-large' };
  try {
    const descriptor = openSync(place, plainFile);
    try {
      const facts = fstatSync(descriptor);
      if (!facts.isFile() || facts.size > wildcardLimits.file) return { lists: [], trouble: 'unreadable' };
      return readValues(file, readFileSync(descriptor, 'utf8'));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return { lists: [], trouble: 'unreadable' };
  }
}
