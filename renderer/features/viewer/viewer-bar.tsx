import { ArrowLeft, Copy, CornerUpLeft, FolderOpen, Info, Minus, Plus, Save } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { cellCount } from '../../stores/cells.ts';
import { useGallery } from '../../stores/gallery-store.ts';
import { closeViewer } from '../../stores/view-store.ts';
import { useFormats, useWords } from '../../stores/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { MarkSigns } from '../marks/mark-signs.tsx';
import { saySigns } from '../marks/say-signs.ts';
import { useImageMarks } from '../marks/use-image-marks.ts';
import { composeAgain, copyPicture, exportPicture, revealPicture } from '../tasks/image-actions.ts';
import type { Stage } from './use-stage.ts';
import styles from './viewer-bar.module.css';
import { toggleFacts, useViewerStore } from './viewer-store.ts';

interface ViewerBarProps {
  readonly id: ImageId;
  readonly task: Task | null;
  readonly stage: Stage;
  /** Of the picture in the gallery; null while it is looked for, and where it is not there. */
  readonly index: number | null;
}

/** Back, which picture this is, how large it is shown, and what can be done with it. */
export function ViewerBar({ id, task, stage, index }: ViewerBarProps) {
  const say = useWords();
  const factsOpen = useViewerStore((viewer) => viewer.factsOpen);
  return (
    <header className={styles.bar}>
      <IconButton label={say('viewer.close')} shortcut="viewer-close" onClick={closeViewer}>
        <ArrowLeft size={17} />
      </IconButton>
      <Position index={index} />
      <Marks key={id} id={id} />
      <p className={styles.prompt} dir="auto">{task?.request.prompt}</p>
      <Zoom stage={stage} />
      <div className={styles.group} role="toolbar" aria-label={say('viewer.actions')}>
        <IconButton label={say('viewer.copy-picture')} shortcut="viewer-copy-picture" onClick={() => void copyPicture(id)}>
          <Copy size={16} />
        </IconButton>
        <IconButton label={say('viewer.export')} shortcut="viewer-export" onClick={() => void exportPicture(id)}>
          <Save size={16} />
        </IconButton>
        <IconButton label={say('viewer.reveal')} shortcut="viewer-reveal" onClick={() => void revealPicture(id)}>
          <FolderOpen size={16} />
        </IconButton>
        <IconButton label={say('viewer.use-again')} shortcut="viewer-use-again" disabled={!task} onClick={() => task && composeAgain(task)}>
          <CornerUpLeft size={16} />
        </IconButton>
      </div>
      <IconButton label={say(factsOpen ? 'viewer.hide-facts' : 'viewer.show-facts')} shortcut="viewer-facts" pressed={factsOpen} onClick={toggleFacts}>
        <Info size={17} />
      </IconButton>
    </header>
  );
}

/** To see at a glance; the keys and the panel beside the picture change them. */
function Marks({ id }: { readonly id: ImageId }) {
  const say = useWords();
  const known = useImageMarks(id);
  const marks = known && { ...known, trashed: known.trashedAt !== null };
  const label = marks ? saySigns(say, marks) : '';
  if (!marks || label === '') return null;
  return (
    <div role="img" aria-label={label}>
      <MarkSigns favourite={marks.favourite} rating={marks.rating} trashed={marks.trashed} />
    </div>
  );
}

function Position({ index }: { readonly index: number | null }) {
  const say = useWords();
  const count = useGallery(cellCount);
  const counted = useGallery(({ view }) => view.counted);
  if (index === null) return null;
  return (
    <p className={styles.position} role="status">
      {say(counted ? 'viewer.position' : 'viewer.position-counting', { ordinal: index + 1, count })}
    </p>
  );
}

function Zoom({ stage }: { readonly stage: Stage }) {
  const say = useWords();
  const { percent } = useFormats();
  const shown = percent((stage.placement.scale / stage.frame.actual) * 100);
  const label = stage.fits ? say('viewer.actual') : say('viewer.fit');
  return (
    <div className={styles.group} role="group" aria-label={say('viewer.zoom')}>
      <IconButton label={say('viewer.zoom-out')} shortcut="viewer-zoom-out" disabled={stage.fits} onClick={() => stage.step(-1)}>
        <Minus size={15} />
      </IconButton>
      <Tooltip label={label} shortcut="viewer-actual">
        <button type="button" className={styles.percent} aria-label={say('viewer.zoom-value', { percent: shown, action: label })} onClick={() => stage.toggle()}>
          {shown}
        </button>
      </Tooltip>
      <IconButton label={say('viewer.zoom-in')} shortcut="viewer-zoom-in" onClick={() => stage.step(1)}>
        <Plus size={15} />
      </IconButton>
    </div>
  );
}
