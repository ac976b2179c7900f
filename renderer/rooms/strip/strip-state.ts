import { create } from 'zustand';
import { setStripOpen, useView } from '../../stores/view-store.ts';
import type { SectionName } from './sections.ts';

interface StripState {
  /** What the person opened or closed; other groups are as `isOpen` says. */
  readonly opened: ReadonlyMap<string, boolean>;
  /** The section that is to be brought into sight, and a count of such wishes. */
  readonly wanted: { readonly section: SectionName | null; readonly times: number };
}

export const useStrip = create<StripState>(() => ({ opened: new Map(), wanted: { section: null, times: 0 } }));

export function setGroupOpen(key: string, open: boolean): void {
  useStrip.setState(({ opened }) => ({ opened: new Map(opened).set(key, open) }));
}

/** Opens the panel and gives it the keyboard: at a section, or where it was. */
export function showSection(section: SectionName | null): void {
  useStrip.setState(({ wanted }) => ({ wanted: { section, times: wanted.times + 1 } }));
  if (!useView.getState().stripOpen) setStripOpen(true);
}
