import { create } from 'zustand';

/** State that is kept when the comparison closes, until the window closes. */
export const useCompareView = create<{ readonly factsOpen: boolean }>(() => ({ factsOpen: true }));
