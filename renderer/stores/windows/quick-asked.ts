import { create } from 'zustand';
import type { ShortcutState } from '../../../shared/windows/quick-field.ts';

/** What main said of the quick prompt. renderer/parts/quick/ answers it. */
export const useQuick = create<{
  /** Counts what main has to ask: `quick:take`. */
  readonly asked: number;
  readonly shortcut: ShortcutState;
}>(() => ({ asked: 0, shortcut: 'off' }));

export const quickAsked = (): void => useQuick.setState(({ asked }) => ({ asked: asked + 1 }));
