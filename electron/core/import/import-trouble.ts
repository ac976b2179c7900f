import { stat } from 'node:fs/promises';
import type { ImportTrouble, SkipReason } from '../../../shared/library/import.ts';
import { codeOf, isFull, isSystemError } from '../util/system-errors.ts';
import { isFolder } from './import-walk.ts';

/** Something that only a person can mend. Nothing is lost: what was not written down is looked at again. */
export class ImportStopped extends Error {
  readonly why: ImportTrouble;
  /** The folder that it is about, for showing. */
  readonly subject: string;

  constructor(why: ImportTrouble, subject: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'ImportStopped';
    this.why = why;
    this.subject = subject;
  }
}

/** For a promise of something that is done in the library: rejects with ImportStopped where its file system refuses. */
export function inLibrary(root: string): (error: unknown) => never {
  return (error) => {
    if (!isSystemError(error)) throw error;
    throw new ImportStopped(isFull(error) ? 'library-full' : 'library-unreachable', `${root} (${codeOf(error)})`, { cause: error });
  };
}

/** What a system's error means for a file. */
export function reasonOf(code: string): SkipReason {
  if (code === 'EACCES' || code === 'EPERM') return 'no-permission';
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable';
}

/** Tells whether chosen folders are still there: one whose disk was unplugged is waited for, rather than all of its files left out. */
export interface SourceCheck {
  /** Rejects with ImportStopped when the folder is gone, or another disk is in its place. */
  (source: string): Promise<void>;
}

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
