import { useCommands } from '../../../commands/use-commands.ts';
import type { Stage } from '../../../parts/stage/use-stage.ts';

/** Zooms and pans a stage. */
export function useZoomCommands(stage: Stage, enabled: boolean): void {
  useCommands(
    'compare',
    enabled
      ? {
          'zoom-picture-in': () => stage.step(1),
          'zoom-picture-out': () => stage.step(-1),
          fit: stage.fit,
          'actual-size': () => stage.toggle(),
          pan: ({ key }) => stage.pan(panBy[key] ?? { x: 0, y: 0 }),
        }
      : {},
  );
}

const panStep = 80;
const panBy: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
};
