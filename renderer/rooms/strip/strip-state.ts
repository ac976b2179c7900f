import { create } from 'zustand';
import { setStripOpen, useView } from '../../stores/view-store.ts';
import type { SectionName } from './sections.ts';

interface StripState {
  /** Groups that the person opened or closed. */
  readonly opened: ReadonlyMap<string, boolean>;
  /** The section to scroll to, and the number of such requests. */
  readonly wanted: { readonly section: SectionName | null; readonly times: number };
}

export const useStrip = create<StripState>(() => ({ opened: new Map(), wanted: { section: null, times: 0 } }));

export function setGroupOpen(key: string, open: boolean): void {
  useStrip.setState(({ opened }) => ({ opened: new Map(opened).set(key, open) }));
}

/** Opens the panel and focuses it: at a section, or where the focus was. */
export function showSection(section: SectionName | null): void {
  useStrip.setState(({ wanted }) => ({ wanted: { section, times: wanted.times + 1 } }));
  if (!useView.getState().stripOpen) setStripOpen(true);
}
