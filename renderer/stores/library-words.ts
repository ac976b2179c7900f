import { create } from 'zustand';
import type { TagCount } from '../../shared/library/marks.ts';
import { bridge } from '../bridge.ts';

interface LibraryWords {
  /** The most used first. */
  readonly tags: readonly TagCount[];
  /** Below the library, with forward slashes. */
  readonly folders: readonly string[];
}

/** The words that are in use in the library, as of the last time that somebody was about to choose one. */
export const useLibraryWords = create<LibraryWords>(() => ({ tags: [], folders: [] }));

/** Asks anew, unasked for by the person: where main cannot tell, the words are those known before. */
export async function refreshLibraryWords(): Promise<void> {
  const [tags, folders] = await Promise.all([bridge.marksTags(), bridge.libraryFolders()]);
  useLibraryWords.setState({ ...(tags.ok ? { tags: tags.value } : {}), ...(folders.ok ? { folders: folders.value } : {}) });
}
