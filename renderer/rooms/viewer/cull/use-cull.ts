import { useMemo } from 'react';
import { useCommands } from '../../../commands/use-commands.ts';
import { labelOfKey } from '../../../parts/marks/mark-actions.ts';
import { showCulled, toggleSkips, useCull } from '../../../stores/cull/cull-store.ts';
import { nextToDecide } from '../../../stores/cull/culling.ts';
import type { ImageId } from '../../../../shared/task.ts';
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

/** What the commands of marks do during culling, and those that only culling has. Their keys take precedence over the viewer's. */
export function useCullCommands(id: ImageId): void {
  const culls = useCull(({ culling }) => culling !== null);
  useCommands('cull', {
    pick: culls && (() => void decide(id, { kind: 'flag', flag: 'pick' })),
    reject: culls && (() => void decide(id, { kind: 'flag', flag: 'reject' })),
    unflag: culls && (() => void decide(id, { kind: 'flag', flag: null })),
    rate: culls && (({ key }) => void decide(id, { kind: 'rating', rating: Number(key) })),
    label: culls && (({ key }) => void decide(id, { kind: 'label', label: labelOfKey(key) })),
    'cull-next': culls && (() => goOn(id)),
    'cull-skips': culls && toggleSkips,
    'cull-end': culls && endCull,
  });
}
