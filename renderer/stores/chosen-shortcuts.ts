import { useAppStore } from './app-store.ts';

/** What the person changed about keys (`shortcuts` and `singleKeyShortcuts` of the settings). */
export interface ChosenShortcuts {
  readonly shortcuts: Readonly<Record<string, unknown>>;
  readonly single: boolean;
}

const unchanged: ChosenShortcuts = { shortcuts: {}, single: true };
let latest = unchanged;

/** The same object until something of it changes. */
export function chosenShortcuts(): ChosenShortcuts {
  const settings = useAppStore.getState().facts?.settings;
  if (settings === undefined) return unchanged;
  const { shortcuts, singleKeyShortcuts: single } = settings;
  // Main sends all settings again after a change of any.
  if (single !== latest.single || (shortcuts !== latest.shortcuts && JSON.stringify(shortcuts) !== JSON.stringify(latest.shortcuts))) latest = { shortcuts, single };
  return latest;
}

/** Renders again when keys change. */
export const useChosenShortcuts = (): ChosenShortcuts => useAppStore(chosenShortcuts);
