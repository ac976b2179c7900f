import type { Stage } from '../parts/stage/use-stage.ts';
import { toRight } from '../ui/direction.ts';
import type { Press } from './command.ts';
import type { Handlers } from './registry.ts';
import { useCommands } from './use-commands.ts';

/** Zooms and pans the stage of a place. @param panStep in CSS pixels. Null: keys act on another stage */
export function useZoomCommands(place: 'viewer' | 'compare', stage: Stage, panStep: number | null): void {
  useCommands(place, panStep === null ? none : zoomCommands(stage, panStep));
}

const none: Handlers = {};

function zoomCommands(stage: Stage, panStep: number): Handlers {
  return {
    'zoom-picture-in': () => stage.step(1),
    'zoom-picture-out': () => stage.step(-1),
    fit: stage.fit,
    'actual-size': () => stage.toggle(),
    pan({ key }: Press) {
      const { x, y } = panBy[key] ?? { x: 0, y: 0 };
      stage.pan({ x: toRight(x) * panStep, y: y * panStep });
    },
  };
}

/** The picture moves against the key, so that more of it is seen in that direction. */
const panBy: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};
