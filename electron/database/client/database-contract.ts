import type { AccountStore, StoredAccount } from '../../core/accounts/account-store.ts';
import type { BatchStore } from '../../core/engine/batch-store.ts';
import type { AssistantTaskReader, TaskHistory, TaskStore } from '../../core/engine/task-store.ts';
import type { ImportStore } from '../../core/import/import-store.ts';
import type { PriceStore } from '../../core/money/price-store.ts';
import type { AlbumStore } from '../../core/library/albums/album-store.ts';
import type { SavedPromptStore } from '../../core/library/stores/prompt-store.ts';
import type { PictureStore } from '../../core/library/stores/picture-store.ts';
import type { MarkStore, SavedSearchStore } from '../../core/library/marks/mark-store.ts';
import type { TrashStore } from '../../core/library/marks/trash-store.ts';

/** What a damaged or missing database is rebuilt from. */
export interface Safety {
  /** Folder of the backups. */
  readonly backups: string;
  /** Folder of the thumbnails. A rebuild deletes it. */
  readonly thumbnails: string;
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

/** The stores of core, in one file. */
export interface Stores extends TaskStore, TaskHistory, AssistantTaskReader, BatchStore, PriceStore, SavedPromptStore, PictureStore, MarkStore, AlbumStore, TrashStore, ImportStore, SavedSearchStore, AccountStore {}

/** The stores, and what only their owner may ask of the database. */
export interface Database extends Stores {
  readonly recovery: Recovery | null;
  /**
   * Checks the whole file in a thread of its own, so that no commit waits. Resolves to the faults in SQLite's words; empty if the file is
   * sound. A call during a check shares its result. Closing ends a check, which then rejects.
   */
  integrity(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The calls that the worker answers. */
export type Method = keyof Stores;

export type Store = Synchronous<Stores>;

/** The calls of a store inside the worker, where nothing is asynchronous. */
export type Synchronous<S> = { readonly [M in keyof S]: S[M] extends (...args: infer Args) => Promise<infer Value> ? (...args: Args) => Value : never };

/** Reports what no call can return, such as a row that had to be left out of a list. */
export type Report = (message: string) => void;
