import type { SavedSearch } from '../../../shared/library/marks.ts';
import type { EpochMs } from '../../../shared/task.ts';

export interface SavedSearchStore {
  /** In the order in which they were saved. Renaming does not change it. */
  savedSearches(): Promise<readonly SavedSearch[]>;
  /** An existing search gets the new name. With the time of a removed search, it takes the place of that one. */
  saveSearch(name: string, query: string, at: EpochMs): Promise<void>;
  renameSearch(id: number, name: string): Promise<void>;
  removeSearch(id: number): Promise<void>;
}
