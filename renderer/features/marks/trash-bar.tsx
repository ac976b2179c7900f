import { RotateCcw, Trash2 } from 'lucide-react';
import { daysInTrash } from '../../../shared/library/marks.ts';
import { bridge } from '../../bridge.ts';
import { imageCount } from '../../stores/cells.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { setLibrarySearch, useLibrarySearch } from '../../stores/library-view.ts';
import { selectionTarget, useSelection } from '../../stores/selection-store.ts';
import { currentWords, useWords } from '../../stores/words.ts';
import { Button } from '../../ui/button.tsx';
import { notify, notifyError } from '../../ui/toast.tsx';
import { mark } from './mark-actions.ts';
import styles from './trash-bar.module.css';

/** Whether the sheet shows what was thrown away. */
export function useInTrash(): boolean {
  return useLibrarySearch(({ search }) => speaksOfTrash.test(search));
}

/** Whether it shows all of that. */
export function useInWholeTrash(): boolean {
  return useLibrarySearch(({ search }) => namesTrashAlone.test(search));
}

/** Whether it is known that nothing is in it. */
function useTrashIsEmpty(): boolean {
  return useGallery((gallery) => namesTrashAlone.test(gallery.view.search) && gallery.view.counted && imageCount(gallery) === 0);
}

/** All that was thrown away, instead of the library. */
export function showTrash(): void {
  setLibrarySearch('in:trash');
}

const namesTrashAlone = /^\s*(in:trash|is:trashed)\s*$/i;
const speaksOfTrash = /(^|\s)(in:trash|is:trashed)(\s|$)/i;

/** Over the sheet while it shows the trash: what becomes of it, and the two ways out. */
export function TrashBar() {
  const say = useWords();
  const shown = useInTrash();
  const empty = useTrashIsEmpty();
  const none = useSelection(({ selection }) => selection === null);
  if (!shown) return null;
  return (
    <div className={styles.bar} role="region" aria-label={say('marks.trash-room')}>
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
  const answer = await bridge.marksEmptyTrash();
  if (!answer.ok) notifyError(answer.error);
  else if (answer.value !== null) notify(currentWords()(answer.value.left > 0 ? 'marks.emptied-in-part' : 'marks.emptied', { ...answer.value }));
}
