import { X } from 'lucide-react';
import { slotsOf } from '../../stores/cells.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { markedCount, nothingMarked } from '../../stores/marked.ts';
import { clearMarked, useSelection } from '../../stores/selection-store.ts';
import { useWords } from '../../stores/words.ts';
import { IconButton } from '../../ui/button.tsx';
import styles from './selection-bar.module.css';

/** How many are selected together. Actions on them: `selectionTarget` of the selection store says on which. */
export function SelectionBar() {
  const say = useWords();
  const marked = useSelection((state) => state.marked);
  const slots = useGallery(slotsOf);
  if (marked === nothingMarked) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={say('gallery.selection')}>
      <p role="status">{say('gallery.selected', { count: markedCount(marked, slots) })}</p>
      <IconButton label={say('gallery.select-one')} shortcut="select-one" className={styles.clear} onClick={clearMarked}>
        <X size={14} />
      </IconButton>
    </div>
  );
}
