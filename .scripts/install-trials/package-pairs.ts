import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builderName } from '../packages/targets.ts';
import type { KindName } from './kinds.ts';

/** Two packages of one kind, the second of which is newer. */
export interface Pair {
  readonly kind: KindName;
  readonly older: Package;
  readonly newer: Package;
}

export interface Package {
  readonly file: string;
  readonly version: string;
}

/** The two oldest versions of each kind of package for x64 that a folder has, by the versions in their names. */
export function pairsIn(folder: string, kinds: readonly KindName[]): readonly Pair[] {
  return pairsOf(readdirSync(folder), kinds).map(({ kind, older, newer }) => ({
    kind,
    older: { ...older, file: join(folder, older.file) },
    newer: { ...newer, file: join(folder, newer.file) },
  }));
}

/** The same for names of files. */
export function pairsOf(names: readonly string[], kinds: readonly KindName[]): readonly Pair[] {
  return kinds.flatMap((kind) => {
    const found = names
      .filter((name) => name.endsWith(`.${builderName(kind)}`) && !/arm64|aarch64|-mac\.zip$|does-not-start/.test(name))
      .flatMap((file) => (/\d+\.\d+\.\d+(?:-stand-in)?/.exec(file) ?? []).map((version) => ({ file, version })))
      .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
    const [older, newer] = found;
    return older && newer ? [{ kind, older, newer }] : [];
  });
}
