import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasWildcardEnding, isWildcardFile, wildcardLimits, type WildcardTrouble } from '../../../shared/templates/wildcard-files.ts';
import { NotText, readText } from '../../../shared/texts/text-reader.ts';
import { readValues, type ReadValues } from './wildcard-values.ts';

export interface FoundFile {
  /** Its path in the folder, with `/`. */
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
  /** Why the file is not read at all. */
  readonly trouble: WildcardTrouble | null;
}

/** The files of a wildcard folder, not yet read. */
export interface FoundWildcards {
  readonly revision: string;
  readonly files: readonly FoundFile[];
  /** Whether these are all. */
  readonly whole: boolean;
}

/** Finds the wildcard files of a folder. Uses synchronous calls, so it runs in a file thread. Null: the folder is missing or cannot be read. */
export function findWildcards(folder: string): FoundWildcards | null {
  const files: FoundFile[] = [];
  try {
    const whole = collect(folder, files);
    return { revision: createHash('sha256').update(JSON.stringify([folder, files])).digest('hex'), files, whole };
  } catch {
    return null;
  }
}

/**
 * Adds the files in the order of their names, also those that will not be read. A link is followed only if it leads to something in the folder. Returns
 * false if there are too many.
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
      const absolute = path.join(folder, entry.name);
      const file = prefix + entry.name;
      const leaveOut = (trouble: WildcardTrouble): void => {
        if (found.length < wildcardLimits.files) found.push({ file, path: absolute, bytes: 0, modified: 0, trouble });
      };
      try {
        const target = entry.isSymbolicLink() ? realpathSync(absolute) : absolute;
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

/** Reads the values of a file, or says why not. Uses synchronous calls and may take seconds, so it runs in a file thread, one file at a time. */
export function readWildcardFile({ file, path: absolute, bytes }: FoundFile): ReadValues | WildcardTrouble {
  if (bytes > wildcardLimits.file) return 'too-large';
  try {
    const descriptor = openSync(absolute, plainFile);
    try {
      const facts = fstatSync(descriptor);
      if (!facts.isFile() || facts.size > wildcardLimits.file) return 'unreadable';
      return readValues(file, readText(readFileSync(descriptor)));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return error instanceof NotText ? 'not-text' : 'unreadable';
  }
}
