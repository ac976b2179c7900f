import { RotateCcw, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { daysInTrash } from '../../../shared/library/marks.ts';
import { bridge } from '../../bridge.ts';
import { cellCount, useGallery } from '../../stores/gallery/gallery-store.ts';
import { selectionTarget, useSelection } from '../../stores/selection/selection-store.ts';
import { currentWords, useWords } from '../../words/words.ts';
import { Button } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { notify, notifyIfFailed } from '../../ui/toast.tsx';
import { mark } from '../../parts/marks/mark-actions.ts';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { useInWholeTrash, useSheetScope } from '../../stores/gallery/sheet-scope.ts';
import styles from './trash-bar.module.css';

/** Whether it is known that nothing is in the trash. */
function useTrashIsEmpty(): boolean {
  const whole = useInWholeTrash();
  const none = useGallery((gallery) => gallery.view.counted && cellCount(gallery) === 0);
  return whole && none;
}

/** Above the sheet while it shows only the trash: what happens to the pictures there, and the two ways out. */
export function TrashBar() {
  const say = useWords();
  const shown = useSheetScope() === 'trash';
  const empty = useTrashIsEmpty();
  const none = useSelection(({ selection }) => selection === null);
  const bar = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(bar, goToFallback);
  if (!shown) return null;
  return (
    <div {...kept} ref={bar} className={styles.bar} role="region" aria-label={say('marks.trash-room')}>
      <p className={styles.text}>{say('marks.trash-explained', { days: daysInTrash })}</p>
      <Button size="small" icon={<RotateCcw size={13} />} disabled={none} onClick={() => void mark(selectionTarget(), { kind: 'restore' })}>
        {say('marks.restore')}
      </Button>
      <Button size="small" variant="danger" icon={<Trash2 size={13} />} disabled={empty} onClick={() => void emptyTrash()}>
        {say('marks.empty-trash')}
      </Button>
    </div>
  );
}

async function emptyTrash(): Promise<void> {
  const answer = await notifyIfFailed(bridge.marksEmptyTrash());
  if (answer.ok && answer.value !== null) notify(currentWords()(answer.value.left > 0 ? 'marks.emptied-in-part' : 'marks.emptied', { ...answer.value }));
}
