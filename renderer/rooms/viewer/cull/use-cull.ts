import { useMemo } from 'react';
import { labelOfKey } from '../../../parts/marks/mark-actions.ts';
import { showCulled, startCull, toggleSkips, useCull } from '../../../stores/cull/cull-store.ts';
import { nextToDecide } from '../../../stores/cull/culling.ts';
import { useView } from '../../../stores/windows/view-store.ts';
import type { ImageId } from '../../../../shared/task.ts';
import { useShortcut } from '../../../ui/shortcuts/use-shortcut.ts';
import { framesOf, type Sequence } from '../sequence/use-sequence.ts';
import { decide, endCull, goOn } from './cull-actions.ts';

/** The pictures being culled, which replace those of the gallery. Null: culling is off. */
export function useCullSequence(id: ImageId): Sequence | null {
  const ids = useCull(({ culling }) => culling?.ids ?? null);
  return useMemo(() => {
    if (ids === null) return null;
    const at = ids.indexOf(id);
    const show = (index: number): void => {
      const other = ids[index];
      if (other !== undefined) showCulled(other);
    };
    return {
      ...framesOf(at < 0 ? null : at, ids.length, (index) => ({ id: ids[index] ?? null, show: () => show(index) })),
      count: ids.length,
      counted: true,
      show: showCulled,
      showFirst: () => show(0),
      showLast: () => show(ids.length - 1),
    };
  }, [ids, id]);
}

/** The picture that follows a decision. It is preloaded. */
export const useNextToDecide = (id: ImageId): ImageId | null =>
  useCull(({ culling, skipsDecided }) => culling && nextToDecide(culling, culling.ids.indexOf(id), skipsDecided));

/** The keys of culling, and the key that starts it. They take precedence over the viewer's. */
export function useCullShortcuts(id: ImageId): void {
  const culls = useCull(({ culling }) => culling !== null);
  const inGallery = useView(({ route }) => route === 'gallery');
  useShortcut('viewer-cull', () => void startCull(id), !culls && inGallery);
  useShortcut('cull-pick', ({ repeat }) => void (repeat || decide(id, { kind: 'flag', flag: 'pick' })), culls);
  useShortcut('cull-reject', ({ repeat }) => void (repeat || decide(id, { kind: 'flag', flag: 'reject' })), culls);
  useShortcut('cull-unflag', ({ repeat }) => void (repeat || decide(id, { kind: 'flag', flag: null })), culls);
  useShortcut('cull-rate', ({ key, repeat }) => void (repeat || decide(id, { kind: 'rating', rating: Number(key) })), culls);
  useShortcut('cull-label', ({ key, repeat }) => void (repeat || decide(id, { kind: 'label', label: labelOfKey(key) })), culls);
  useShortcut('cull-next', () => goOn(id), culls);
  useShortcut('cull-skips', toggleSkips, culls);
  useShortcut('cull-end', endCull, culls);
}
