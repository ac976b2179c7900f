import type { WildcardList } from './wildcard-lists.ts';

/** The wildcard folder and its files, as main reads them and the window shows them. */

export const wildcardLimits = {
  /** Bytes of one file. */
  file: 5_000_000,
  /** Values in all files. */
  values: 200_000,
  files: 2_000,
  /** Folders within folders, and keys within keys. */
  depth: 16,
} as const;

/**
 * Why a file's values are left out, in whole or in part. `aliases`: it uses `*name`, which could make it endlessly large. `too-many`: beyond the limit
 * of all values. `no-lists`: nothing in it is a list.
 */
export type WildcardTrouble = 'too-large' | 'too-many' | 'too-deep' | 'unreadable' | 'not-json' | 'not-yaml' | 'aliases' | 'no-lists';

export interface WildcardFile {
  /** Its path in the folder, with `/`. */
  readonly file: string;
  /** The names of its lists. */
  readonly names: readonly string[];
  readonly values: number;
  readonly trouble: WildcardTrouble | null;
}

export interface WildcardFolder {
  /** For showing. Null: the person has chosen none. */
  readonly folder: string | null;
  /** Changes whenever a file changes. */
  readonly revision: string;
  /** `missing`: the folder is not there or cannot be read. `too-many-files`: the rest is left out. */
  readonly trouble: 'missing' | 'too-many-files' | null;
  readonly files: readonly WildcardFile[];
  readonly lists: readonly WildcardList[];
}

export interface WildcardText {
  readonly text: string;
  /** Changes whenever the file changes. */
  readonly version: string;
}

/** Longest path of a file in the folder, in characters. */
export const longestWildcardFile = 200;

/** The file that a person means by a name. Without an ending, it is a text file, or keeps the ending of `from`, the name that it had. */
export function wildcardFileNamed(name: string, from: string | null): string {
  const file = name.trim();
  if (file === '' || /\.[^/]*$/.test(file)) return file;
  return file + (/\.[^./]*$/.exec(from ?? '')?.[0] ?? '.txt');
}

/** Whether a path in the folder can be the name of a wildcard file on every system. */
export function isWildcardFile(file: string): boolean {
  if (file.length > longestWildcardFile || !/\.(txt|json|yaml|yml)$/.test(file)) return false;
  return file.split('/').every((part) => /^[^\\/:*?"<>|\p{Cc}]+$/u.test(part) && !/^[.\s]|[.\s]$/.test(part) && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part));
}
