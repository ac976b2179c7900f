import { create } from 'zustand';

/** The command of the item of the menu bar that was pressed last, until the window has done it. */
export const useMenuPress = create<{ readonly command: string | null }>(() => ({ command: null }));
