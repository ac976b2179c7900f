import { stat } from 'node:fs/promises';
import type { ImportTrouble, SkipReason } from '../../../shared/library/import.ts';
import { badName } from '../library/files/walk-folder.ts';
import { codeOf, isFull, isSystemError } from '../util/system-errors.ts';
import { isFolder } from './import-walk.ts';

/** The import stops until a person has solved a problem. Files that are not recorded yet are looked at again. */
export class ImportStopped extends Error {
  readonly why: ImportTrouble;
  /** The folder with the problem, for showing. */
  readonly subject: string;

  constructor(why: ImportTrouble, subject: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'ImportStopped';
    this.why = why;
    this.subject = subject;
  }
}

/** Turns a system's error of the library's disk into ImportStopped. For `catch`. */
export function inLibrary(root: string): (error: unknown) => never {
  return (error) => {
    if (!isSystemError(error)) throw error;
    throw new ImportStopped(isFull(error) ? 'library-full' : 'library-unreachable', `${root} (${codeOf(error)})`, { cause: error });
  };
}

/** Why a file is skipped after a system's error. */
export function reasonOf(code: string): SkipReason {
  if (code === 'EACCES' || code === 'EPERM') return 'no-permission';
  if (code === badName) return 'bad-name';
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable';
}

/** Rejects with ImportStopped if the chosen folder is gone or another disk is in its place. The import then waits, instead of skipping all its files. */
export type SourceCheck = (source: string) => Promise<void>;

export async function createSourceCheck(sources: readonly string[]): Promise<SourceCheck> {
  const devices = new Map<string, number | null>();
  const deviceOf = async (source: string): Promise<number | null> => (await stat(source).catch(() => null))?.dev ?? null;
  for (const source of sources.filter(isFolder)) devices.set(source, await deviceOf(source));
  return async (source) => {
    const before = devices.get(source);
    if (before === undefined) return;
    const now = await deviceOf(source);
    if (now === null || now !== before) throw new ImportStopped('source-gone', source);
  };
}
