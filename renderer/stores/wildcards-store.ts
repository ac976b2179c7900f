import { create } from 'zustand';
import { readWildcards } from './compose/template-store.ts';

/** Whether the dialog of the wildcard files is open. */
export const useWildcardsDialog = create<{ readonly open: boolean }>(() => ({ open: false }));

export function openWildcards(): void {
  useWildcardsDialog.setState({ open: true });
  void readWildcards();
}

export function closeWildcards(): void {
  useWildcardsDialog.setState({ open: false });
  void readWildcards();
}
