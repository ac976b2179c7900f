import { create } from 'zustand';
import { refreshLibraryWords } from './known-tags-and-folders.ts';

/** Whether the dialog with all tags is open. */
export const useTagsDialog = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openTags(): void {
  useTagsDialog.setState({ open: true });
  void refreshLibraryWords();
}

export function closeTags(): void {
  useTagsDialog.setState({ open: false });
}
