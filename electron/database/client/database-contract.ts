import type { Repository, StoredAccount } from '../../core/ports.ts';

/** What a damaged or missing database is rebuilt from. */
export interface Safety {
  /** Folder of the backups. */
  readonly backups: string;
  /** Folder into which damaged files are moved. */
  readonly quarantine: string;
  /** Library folders, the one in force first. */
  readonly libraries: readonly string[];
  /** Name of the profile's own copy of its marks in the library folder. */
  readonly marksFile: string;
  /** Accounts that are known from outside the database, such as from their keys. */
  readonly accounts: readonly StoredAccount[];
  /** The account for pictures of which only the files are left. */
  readonly owner: StoredAccount;
}

/** What had to be done to open the database. */
export interface Recovery {
  /** `library`: there was no sound backup. */
  readonly from: 'backup' | 'library';
  /** Number of kept pictures in the rebuilt history. */
  readonly pictures: number;
  /** Folder in which the damaged files are kept; null when there were none. */
  readonly quarantine: string | null;
}

/** The repository, and what only its owner asks of it. */
export interface Database extends Repository {
  readonly recovery: Recovery | null;
  /**
   * Reads and copies the whole file in its own thread, so that no commit waits. Resolves to the faults in SQLite's words; empty if the file is
   * sound.
   */
  integrity(): Promise<readonly string[]>;
}

/** The calls that the worker answers. `close` is a message of its own, and a check has its own thread. */
export type Method = Exclude<keyof Database, 'close' | 'recovery' | 'integrity'>;

/** The same calls inside the worker, where nothing is asynchronous. */
export type Store = { readonly [M in Method]: (...args: Parameters<Database[M]>) => Awaited<ReturnType<Database[M]>> };

/** Reports what no call can return, such as a row that had to be left out of a list. */
export type Report = (message: string) => void;
