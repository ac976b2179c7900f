import { ArrowLeft, Copy, CornerUpLeft, Ellipsis, FolderOpen, Info, Lock, LockOpen, Minus, Plus, RotateCcw, Save, Trash2 } from 'lucide-react';
import { marksShown } from '../../../shared/library/marks.ts';
import type { ImageId, Task } from '../../../shared/task.ts';
import { useCull } from '../../stores/cull/cull-store.ts';
import { closeViewer } from '../../stores/windows/view-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton, LabelledButton, Toolbar } from '../../ui/button.tsx';
import { Menu, MenuSeparator } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { MarkSigns, saySigns } from '../../parts/marks/mark-signs.tsx';
import { useImageMarks } from '../../stores/pictures/marks-store.ts';
import { PictureItems } from '../../parts/pictures/picture-items.tsx';
import { composeAgain, copyPicture, exportPicture, hasPrompt, revealPicture } from '../../parts/pictures/image-actions.ts';
import { ViewSubmenu } from './view-submenu.tsx';
import { endCull } from './cull/cull-actions.ts';
import type { Sequence } from './sequence/use-sequence.ts';
import type { Stage } from '../../parts/stage/use-stage.ts';
import styles from './viewer-bar.module.css';
import { toggleFacts, toggleKeepsZoom, useViewerStore } from '../../stores/windows/viewer-store.ts';

interface ViewerBarProps {
  readonly id: ImageId;
  readonly task: Task | null;
  readonly stage: Stage;
  readonly sequence: Sequence;
  readonly onTake: (kind: 'trash' | 'restore') => void;
}

/** The position of the picture, its zoom and its actions. A narrow bar moves the less important actions into the menu. */
export function ViewerBar({ id, task, stage, sequence, onTake }: ViewerBarProps) {
  const say = useWords();
  const factsOpen = useViewerStore((viewer) => viewer.factsOpen);
  const culls = useCull(({ culling }) => culling !== null);
  const marks = useImageMarks(id);
  const inTrash = marks !== null && marks.trashedAt !== null;
  const signs = marks === null ? '' : saySigns(say, marksShown(marks));
  return (
    <header className={styles.bar}>
      <IconButton label={say(culls ? 'cull.end' : 'viewer.close')} shortcut={culls ? 'cull-end' : 'viewer-close'} onClick={culls ? endCull : closeViewer}>
        <ArrowLeft size={17} />
      </IconButton>
      <Position of={sequence} />
      {marks && signs !== '' && (
        <div role="img" aria-label={signs}>
          <MarkSigns {...marksShown(marks)} />
        </div>
      )}
      {/* If the details are open, they show it instead. */}
      <p className={styles.prompt} dir="auto">{factsOpen ? null : task?.request.prompt}</p>
      <Zoom stage={stage} />
      <Toolbar className={styles.group} aria-label={say('viewer.actions')}>
        <LabelledButton icon={<CornerUpLeft size={16} />} label={say('gallery.do.use-again')} shortcut="viewer-use-again" disabled={!task || !hasPrompt(task)} onClick={() => task && composeAgain(task)} />
        <LabelledButton icon={<Save size={16} />} label={say('viewer.export')} shortcut="viewer-export" onClick={() => void exportPicture(id)} />
        <LabelledButton icon={<Copy size={16} />} label={say('viewer.copy-picture')} shortcut="viewer-copy-picture" className={styles.wide} onClick={() => void copyPicture(id)} />
        <LabelledButton icon={<FolderOpen size={16} />} label={say('viewer.reveal')} shortcut="viewer-reveal" className={styles.wide} onClick={() => void revealPicture(id)} />
        {/* A new button for each picture, so that a held Enter key moves only one to the trash. */}
        {inTrash ? (
          <LabelledButton key={`restore ${id}`} icon={<RotateCcw size={16} />} label={say('marks.restore')} className={styles.take} onClick={() => onTake('restore')} />
        ) : (
          <LabelledButton key={`trash ${id}`} icon={<Trash2 size={16} />} label={say('marks.trash')} shortcut="viewer-trash" className={styles.take} onClick={() => onTake('trash')} />
        )}
        <Menu
          align="end"
          trigger={
            <IconButton label={say('app.more')}>
              <Ellipsis size={16} />
            </IconButton>
          }
        >
          <ViewSubmenu />
          <MenuSeparator />
          <PictureItems imageId={id} task={task} onTake={onTake} />
        </Menu>
      </Toolbar>
      <IconButton label={say(factsOpen ? 'viewer.hide-facts' : 'viewer.show-facts')} shortcut="viewer-facts" pressed={factsOpen} onClick={toggleFacts}>
        <Info size={17} />
      </IconButton>
    </header>
  );
}

function Position({ of: { ordinal, count, counted } }: { readonly of: Sequence }) {
  const say = useWords();
  if (ordinal === null) return null;
  return (
    <p className={styles.position} role="status">
      {say(counted ? 'viewer.position' : 'viewer.position-counting', { ordinal: ordinal + 1, count })}
    </p>
  );
}

function Zoom({ stage }: { readonly stage: Stage }) {
  const say = useWords();
  const { percent } = useFormats();
  const keepsZoom = useViewerStore((viewer) => viewer.keepsZoom);
  const shown = percent((stage.placement.scale / stage.frame.actual) * 100);
  const label = stage.fits ? say('viewer.actual') : say('viewer.fit');
  return (
    <div className={styles.group} role="group" aria-label={say('viewer.zoom')}>
      <IconButton label={say('viewer.zoom-out')} shortcut="viewer-zoom-out" className={styles.step} disabled={stage.isLeast} onClick={() => stage.step(-1)}>
        <Minus size={15} />
      </IconButton>
      <Tooltip label={label} shortcut="viewer-actual">
        <button type="button" className={styles.percent} aria-label={say('viewer.zoom-value', { percent: shown, action: label })} onClick={() => stage.toggle()}>
          {shown}
        </button>
      </Tooltip>
      <IconButton label={say('viewer.zoom-in')} shortcut="viewer-zoom-in" className={styles.step} onClick={() => stage.step(1)}>
        <Plus size={15} />
      </IconButton>
      <IconButton label={say('viewer.keep-zoom')} shortcut="viewer-keep-zoom" pressed={keepsZoom} onClick={toggleKeepsZoom}>
        {keepsZoom ? <Lock size={14} /> : <LockOpen size={14} />}
      </IconButton>
    </div>
  );
}
