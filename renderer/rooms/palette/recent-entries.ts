import { create } from 'zustand';
import { longestEntryKey, mostRecentEntries } from '../../../shared/windows/view-memory.ts';
import { remember, viewMemory } from '../../stores/windows/remember-view.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** The keys of what was chosen, also before the start, latest first. */
export const useRecentEntries = create<{ readonly keys: readonly string[] }>(() => ({ keys: viewMemory().recentEntries }));

/** The next start knows it too, unless its key is a long prompt. */
export function rememberEntry({ key }: Pick<PaletteEntry, 'key'>): void {
  const keys = [key, ...useRecentEntries.getState().keys.filter((other) => other !== key)].slice(0, mostRecentEntries);
  useRecentEntries.setState({ keys });
  remember({ recentEntries: keys.filter((each) => each.length <= longestEntryKey) });
}
