import { Heart, RotateCcw, Star, Tag, Trash2, X } from 'lucide-react';
import type { MarkingProgress } from '../../../shared/library/marks.ts';
import type { ImageId } from '../../../shared/task.ts';
import { bridge } from '../../bridge.ts';
import { useMarksStore } from '../../stores/marks-store.ts';
import { nothingMarked } from '../../stores/marked.ts';
import { clearMarked, useSelection } from '../../stores/selection-store.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toggleFavourite } from '../marks/favourite.ts';
import { mark } from '../marks/mark-actions.ts';
import { useSheetTarget, type MarkTarget } from '../marks/mark-target.ts';
import { RatingItems } from '../marks/rating-items.tsx';
import { askForTag } from '../marks/tag-field.tsx';
import { useInTrash } from '../marks/trash-bar.tsx';
import styles from './selection-bar.module.css';

/** How many are selected together and what can be done with all of them; while many are being marked, how that goes. */
export function SelectionBar() {
  const say = useWords();
  const several = useSelection(({ marked }) => marked !== nothingMarked);
  const progress = useMarksStore((state) => state.progress);
  const target = useSheetTarget();
  if (progress) return <Progress {...progress} />;
  if (!several) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={say('gallery.selection')}>
      <p role="status">{say('gallery.selected', { count: target.together })}</p>
      {target.together > 0 && <Marks of={target} />}
      <IconButton label={say('gallery.select-one')} shortcut="select-one" className={styles.round} onClick={clearMarked}>
        <X size={14} />
      </IconButton>
    </div>
  );
}

function Marks({ of }: { readonly of: MarkTarget }) {
  const say = useWords();
  const inTrash = useInTrash();
  const lead = useSelection(({ selection }): ImageId | null => (selection?.kind === 'image' ? selection.imageId : null));
  return (
    <div className={styles.marks}>
      <IconButton label={say('marks.favourite')} shortcut="favourite" className={styles.round} onClick={() => void toggleFavourite(lead, of)}>
        <Heart size={14} />
      </IconButton>
      <Menu
        side="top"
        trigger={
          <IconButton label={say('marks.rating-menu')} className={styles.round}>
            <Star size={14} />
          </IconButton>
        }
      >
        <RatingItems rating={null} of={of} />
      </Menu>
      <IconButton label={say('marks.add-tag')} shortcut="tag" className={styles.round} onClick={askForTag}>
        <Tag size={14} />
      </IconButton>
      {inTrash ? (
        <IconButton label={say('marks.restore')} className={styles.round} onClick={() => void mark(of.target(), { kind: 'restore' })}>
          <RotateCcw size={14} />
        </IconButton>
      ) : (
        <IconButton label={say('marks.trash')} shortcut="dismiss" className={styles.round} onClick={() => void mark(of.target(), { kind: 'trash' })}>
          <Trash2 size={14} />
        </IconButton>
      )}
    </div>
  );
}

function Progress({ doing, done, total }: MarkingProgress) {
  const say = useWords();
  const { number } = useFormats();
  return (
    <div className={styles.bar} role="group" aria-label={say('gallery.selection')}>
      <p role="status">{say('marks.going-on', { doing })}</p>
      <p>{say('marks.going-on-at', { done: number(done), total: number(total) })}</p>
      <progress className={styles.progress} value={done} max={total} aria-label={say('marks.going-on', { doing })} />
      <Button size="small" className={styles.stop} onClick={() => void bridge.marksCancel()}>
        {say('marks.cancel')}
      </Button>
    </div>
  );
}
