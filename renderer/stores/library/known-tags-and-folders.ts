import { useEffect } from 'react';
import { create } from 'zustand';
import type { TagCount } from '../../../shared/library/marks.ts';
import { bridge } from '../../bridge.ts';
import { calmly } from './calmly.ts';

interface LibraryWords {
  /** Whether the tags were read since the start. */
  readonly read: boolean;
  /** The most used first. */
  readonly tags: readonly TagCount[];
  /** Paths within the library, with forward slashes. */
  readonly folders: readonly string[];
}

/** The tags and folders of the library. Tags follow changes while the sidebar shows them; otherwise, both are as of the last time that somebody was about to choose one. */
export const useLibraryWords = create<LibraryWords>(() => ({ read: false, tags: [], folders: [] }));

/** Reads them again. If that fails, the earlier ones stay, and no error is shown, because the person did not ask for this. */
export async function refreshLibraryWords(): Promise<void> {
  const [tags, folders] = await Promise.all([bridge.marksTags(), bridge.libraryFolders()]);
  useLibraryWords.setState({ ...(tags.ok ? { read: true, tags: tags.value } : {}), ...(folders.ok ? { folders: folders.value } : {}) });
}

async function refreshTags(): Promise<void> {
  const tags = await bridge.marksTags();
  if (tags.ok) useLibraryWords.setState({ read: true, tags: tags.value });
}

/** Calmer than other counts: a library has many tags, and each may be on a million pictures. */
const refreshTagsSoon = calmly(() => void refreshTags(), 1_000);

/** Reads the tags at first and after changes. `round` has a new value after each change; null: nobody sees them. */
export function useLiveTags(round: string | null): void {
  useEffect(() => {
    if (round !== null) refreshTagsSoon();
  }, [round]);
}
