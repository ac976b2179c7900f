import { create } from 'zustand';

/** What outlasts the closing of the comparison, until the window is closed. */
export const useCompareView = create<{ readonly factsOpen: boolean }>(() => ({ factsOpen: true }));
