import { create } from 'zustand';

/** State that is kept when the comparison closes, until the window closes. `factsOpen`: null until the person opens or closes the settings. */
export const useCompareView = create<{ readonly factsOpen: boolean | null }>(() => ({ factsOpen: null }));
