import { FolderOpen, Heart, RotateCcw, Save, Star, Tag, Trash2, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import type { MarkingProgress } from '../../../shared/library/marks.ts';
import type { Words } from '../../../shared/words/index.ts';
import { bridge } from '../../bridge.ts';
import { useLead } from '../../stores/lead.ts';
import { useMarksStore } from '../../stores/marks-store.ts';
import { nothingMarked } from '../../stores/marked.ts';
import { clearMarked, focusSelection, useSelection } from '../../stores/selection-store.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { exportSelected, revealSelected } from '../export/export-actions.ts';
import { toggleFavourite } from '../marks/favourite.ts';
import { mark } from '../marks/mark-actions.ts';
import { useSheetTarget, type MarkTarget } from '../marks/mark-target.ts';
import { RatingItems } from '../marks/rating-items.tsx';
import { useSheetPlace } from '../marks/sheet-place.ts';
import { askForTag } from '../marks/tag-request.ts';
import styles from './selection-bar.module.css';

/** How many are selected together and what can be done with all of them; while many are being marked, how that goes. */
export function SelectionBar() {
  const several = useSelection(({ marked }) => marked !== nothingMarked);
  const progress = useMarksStore((state) => state.progress);
  return several || progress ? <Bar several={several} progress={progress} /> : null;
}

function sayTogether(say: Words, count: number): string {
  return count === Infinity ? say('gallery.selected-uncounted') : say('gallery.selected', { count });
}

/** Its buttons stay where they are while many are being marked, and wait: whoever came to one with the keyboard is still there afterwards. */
function Bar({ several, progress }: { readonly several: boolean; readonly progress: MarkingProgress | null }) {
  const say = useWords();
  const target = useSheetTarget();
  const bar = useRef<HTMLDivElement>(null);
  useFocusGoesBack(bar);
  return (
    <div ref={bar} className={styles.bar} role={several ? 'toolbar' : 'group'} aria-label={say('gallery.selection')}>
      <p role="status">{progress ? say('marks.going-on', { doing: progress.doing }) : sayTogether(say, target.together)}</p>
      {progress && <Figures {...progress} />}
      {target.together > 0 && <Marks of={target} waiting={progress !== null} />}
      {target.together > 0 && <Files of={target} />}
      {progress && <Stop />}
      {several && !progress && (
        <IconButton label={say('gallery.select-one')} shortcut="select-one" className={styles.round} onClick={clearMarked}>
          <X size={14} />
        </IconButton>
      )}
    </div>
  );
}

/** Whoever has the keyboard in what goes away has it on the selected picture then. */
function useFocusGoesBack(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (leaving?.contains(document.activeElement)) focusSelection();
    };
  }, [element]);
}

function Marks({ of, waiting }: { readonly of: MarkTarget; readonly waiting: boolean }) {
  const say = useWords();
  const place = useSheetPlace();
  const lead = useLead();
  const leading = lead?.kind === 'image' ? lead.imageId : null;
  const button = { className: styles.round, 'aria-disabled': waiting };
  const unlessWaiting = (act: () => void) => (): void => void (waiting || act());
  return (
    <div className={styles.marks}>
      <IconButton {...button} label={say('marks.favourite')} shortcut="favourite" onClick={unlessWaiting(() => void toggleFavourite(leading, of))}>
        <Heart size={14} />
      </IconButton>
      <Menu
        side="top"
        waiting={waiting}
        trigger={
          <IconButton {...button} label={say('marks.rating-menu')}>
            <Star size={14} />
          </IconButton>
        }
      >
        <RatingItems rating={null} of={of} />
      </Menu>
      <IconButton {...button} label={say('marks.add-tag')} shortcut="tag" onClick={unlessWaiting(askForTag)}>
        <Tag size={14} />
      </IconButton>
      {/* Each changes those alone that it has something to do with: of library and trash together some are restored, others thrown away. */}
      {place !== 'library' && (
        <IconButton {...button} label={say('marks.restore')} onClick={unlessWaiting(() => void mark(of.target(), { kind: 'restore' }))}>
          <RotateCcw size={14} />
        </IconButton>
      )}
      {place !== 'trash' && (
        <IconButton {...button} label={say('marks.trash')} shortcut="dismiss" onClick={unlessWaiting(() => void mark(of.target(), { kind: 'trash' }))}>
          <Trash2 size={14} />
        </IconButton>
      )}
    </div>
  );
}

/** Copies nothing but files: it need not wait while pictures are being marked. */
function Files({ of }: { readonly of: MarkTarget }) {
  const say = useWords();
  return (
    <div className={styles.files}>
      <IconButton label={say('export.do')} shortcut="export" className={styles.round} onClick={() => void exportSelected(of.target())}>
        <Save size={14} />
      </IconButton>
      <IconButton label={say('export.do.reveal')} shortcut="reveal" className={styles.round} onClick={() => void revealSelected(of.target())}>
        <FolderOpen size={14} />
      </IconButton>
    </div>
  );
}

function Figures({ doing, done, total }: MarkingProgress) {
  const say = useWords();
  const { number } = useFormats();
  return (
    <>
      <p>{say('marks.going-on-at', { done: number(done), total: number(total) })}</p>
      <progress className={styles.progress} value={done} max={total} aria-label={say('marks.going-on', { doing })} />
    </>
  );
}

function Stop() {
  const say = useWords();
  const stop = useRef<HTMLButtonElement>(null);
  useFocusGoesBack(stop);
  return (
    <Button ref={stop} size="small" className={styles.stop} onClick={() => void bridge.marksCancel()}>
      {say('marks.cancel')}
    </Button>
  );
}
