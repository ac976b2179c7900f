import { create } from 'zustand';
import type { TagCount } from '../../../shared/library/marks.ts';
import { bridge } from '../../bridge.ts';

interface LibraryWords {
  /** Whether the tags were read since the start. */
  readonly read: boolean;
  /** The most used first. */
  readonly tags: readonly TagCount[];
  /** Paths within the library, with forward slashes. */
  readonly folders: readonly string[];
}

/** The tags and folders of the library, as of the last time that somebody was about to choose one. */
export const useLibraryWords = create<LibraryWords>(() => ({ read: false, tags: [], folders: [] }));

/** Reads them again. If that fails, the earlier ones stay, and no error is shown, because the person did not ask for this. */
export async function refreshLibraryWords(): Promise<void> {
  const [tags, folders] = await Promise.all([bridge.marksTags(), bridge.libraryFolders()]);
  useLibraryWords.setState({ ...(tags.ok ? { read: true, tags: tags.value } : {}), ...(folders.ok ? { folders: folders.value } : {}) });
}
