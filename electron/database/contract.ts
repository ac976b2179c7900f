import type { Repository, StoredAccount } from '../core/ports.ts';

/** Where a history comes from when the database is damaged or gone. */
export interface Safety {
  /** Folder of the backups. */
  readonly backups: string;
  /** Folder into which damaged files are moved. */
  readonly quarantine: string;
  /** Library folders, the one in force first. */
  readonly libraries: readonly string[];
  /** Name of the profile's own copy of its marks in the library folder. */
  readonly marksFile: string;
  /** Accounts that are known from elsewhere, such as from their keys. */
  readonly accounts: readonly StoredAccount[];
  /** The account of pictures that nothing is known of but their files. */
  readonly owner: StoredAccount;
}

/** What had to be done to open the database. */
export interface Recovery {
  /** `library`: there was no sound backup. */
  readonly from: 'backup' | 'library';
  /** Kept pictures that it has now. */
  readonly pictures: number;
  /** Folder in which the damaged files are kept; null when there were none. */
  readonly quarantine: string | null;
}

/** The repository, and what only its owner asks of it. */
export interface Database extends Repository {
  readonly recovery: Recovery | null;
  /**
   * Reads the whole file in a thread of its own, and copies it once: no commit waits for that. What is wrong with it, in SQLite's words; empty: it
   * is sound.
   */
  integrity(): Promise<readonly string[]>;
}

/** What the worker answers; `close` is its own message, and a check has its own thread. */
export type Method = Exclude<keyof Database, 'close' | 'recovery' | 'integrity'>;

/** The same calls inside the worker, where nothing is asynchronous. */
export type Store = { readonly [M in Method]: (...args: Parameters<Database[M]>) => Awaited<ReturnType<Database[M]>> };

/** Tells of something that no call can tell, such as a row that had to be left out of a list. */
export type Report = (message: string) => void;
