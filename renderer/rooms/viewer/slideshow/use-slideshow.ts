import { useEffect, useEffectEvent } from 'react';
import { isKeyOf } from '../../../commands/registry.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { stopSlideshow, useViewerStore } from '../../../stores/windows/viewer-store.ts';
import { notify, retract } from '../../../ui/toast.tsx';
import { currentWords } from '../../../words/words.ts';
import type { Sequence } from '../sequence/use-sequence.ts';

/** Events that end the slideshow. A moving pointer does not. */
const touches = ['pointerdown', 'wheel', 'keydown'] as const;

/** While the slideshow runs, shows the next picture after some seconds, and starts again after the last. Returns whether it runs. */
export function useSlideshow(id: ImageId, { next, showFirst }: Pick<Sequence, 'next' | 'showFirst'>): boolean {
  const runs = useViewerStore(({ slideshow }) => slideshow);
  const seconds = useViewerStore(({ slideSeconds }) => slideSeconds);
  const goOn = useEffectEvent(() => (next ? next.show() : showFirst()));
  const sayStarted = useEffectEvent(() => {
    const words = currentWords()('viewer.slideshow-started', { seconds });
    notify(words);
    return words;
  });
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => goOn(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [runs, seconds, id]);
  useEffect(() => {
    if (!runs) return;
    const words = sayStarted();
    for (const touch of touches) window.addEventListener(touch, pause, { capture: true });
    return () => {
      for (const touch of touches) window.removeEventListener(touch, pause, { capture: true });
      retract(words);
    };
  }, [runs]);
  // The viewer opens without a slideshow.
  useEffect(() => stopSlideshow, []);
  return runs;
}

/** Keys keep their meaning, except that Escape and Space only end the slideshow. */
function pause(event: Event): void {
  if (event instanceof KeyboardEvent) {
    if (isKeyOf('slideshow', 'viewer', event) || isKeyOf('full-screen', 'viewer', event) || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    if (event.key === 'Escape' || event.key === ' ') event.preventDefault();
  }
  stopSlideshow();
}
