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
  /** Values that are left out of a file and shown. */
  named: 20,
} as const;

/**
 * Why a file's values are left out, in whole or in part. `aliases`: it uses `*name`, which could make it endlessly large. `too-slow`: reading it took
 * too much time or memory. `too-many`: beyond the limit of all values. `no-lists`: nothing in it is a list. `not-text`: its characters are not
 * certain. `outside`: a link out of the folder. `name`: it is one that not every system allows.
 */
export type WildcardTrouble = 'too-large' | 'too-slow' | 'too-many' | 'too-deep' | 'unreadable' | 'not-text' | 'not-json' | 'not-yaml' | 'aliases' | 'no-lists' | 'outside' | 'name';

/**
 * A value that is left out of a file. `map`: names with values, which stand where a text belongs. `list`: a list in a list. `no-list`: a number alone, where a
 * list belongs. `name`: no text stands where the name of a list belongs. `empty`: nothing, such as a comment in YAML. `comment`: a colour
 * such as `#ff0000`, which begins as a comment does. `lost`: a character of it was lost before.
 */
export interface LeftOutValue {
  /** From 1. */
  readonly line: number;
  readonly why: 'map' | 'list' | 'no-list' | 'name' | 'empty' | 'tagged' | 'weight' | 'comment' | 'lost';
  /** Its beginning. */
  readonly text: string;
}

export interface WildcardLeftOut {
  readonly count: number;
  /** At most `wildcardLimits.named`. */
  readonly first: readonly LeftOutValue[];
}

export const nothingLeftOut: WildcardLeftOut = { count: 0, first: [] };

export interface WildcardFile {
  /** Its path in the folder, with `/`. */
  readonly file: string;
  /** The names of its lists. */
  readonly names: readonly string[];
  readonly values: number;
  readonly trouble: WildcardTrouble | null;
  /** The line of the trouble, from 1. */
  readonly line: number | null;
  readonly leftOut: WildcardLeftOut;
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

/** A file whose bytes do not say which characters it has (text-reader.ts). The person chooses how it is read. */
export interface UncertainWildcard extends Pick<WildcardText, 'version'> {
  readonly bytes: Uint8Array;
}

/** Longest path of a file in the folder, in characters. */
export const longestWildcardFile = 200;

/** The file that a person means by a name. Without an ending, it is a text file, or keeps the ending of `from`, the name that it had. */
export function wildcardFileNamed(name: string, from: string | null): string {
  const file = name.trim();
  if (file === '' || /\.[^/]*$/.test(file)) return file;
  return file + (/\.[^./]*$/.exec(from ?? '')?.[0] ?? '.txt');
}

/** Whether a file is meant as a wildcard file. */
export const hasWildcardEnding = (file: string): boolean => /\.(txt|json|yaml|yml)$/i.test(file);

/** Whether a path in the folder can be the name of a wildcard file on every system. */
export function isWildcardFile(file: string): boolean {
  if (file.length > longestWildcardFile || !hasWildcardEnding(file)) return false;
  return file.split('/').every((part) => /^[^\\/:*?"<>|\p{Cc}]+$/u.test(part) && !/^[.\s]|[.\s]$/.test(part) && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part));
}
