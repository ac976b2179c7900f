import type { Stage } from '../../../parts/stage/use-stage.ts';
import { useShortcut } from '../../../ui/shortcuts/use-shortcut.ts';

/** Shortcuts that zoom and pan a stage. */
export function useZoomKeys(stage: Stage, enabled: boolean): void {
  useShortcut('compare-zoom-in', () => stage.step(1), enabled);
  useShortcut('compare-zoom-out', () => stage.step(-1), enabled);
  useShortcut('compare-fit', stage.fit, enabled);
  useShortcut('compare-actual', () => stage.toggle(), enabled);
  useShortcut('compare-pan', ({ key }) => stage.pan(panBy[key] ?? { x: 0, y: 0 }), enabled);
}

const panStep = 80;
const panBy: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
};
