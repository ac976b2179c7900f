import { marksShown } from '../../../shared/library/marks.ts';
import { ArrowLeft, Ellipsis, Info, Lock, LockOpen, Minus, Plus } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { pictureIn } from '../../commands/command.ts';
import { viewerMore } from '../../commands/menus.ts';
import { keysOf } from '../../commands/registry.ts';
import { useCull } from '../../stores/cull/cull-store.ts';
import { closeViewer } from '../../stores/windows/view-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton, Toolbar } from '../../ui/button.tsx';
import { Menu, MenuSeparator } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { MarkSigns, saySigns } from '../../parts/marks/mark-signs.tsx';
import { useImageMarks } from '../../stores/pictures/marks-store.ts';
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
}

/** The position of the picture, its zoom and its actions. A narrow bar moves the less important actions into the menu. */
export function ViewerBar({ id, task, stage, sequence }: ViewerBarProps) {
  const say = useWords();
  const subject = pictureIn('viewer', id, task);
  const command = { subject: () => subject, size: 16 };
  const factsOpen = useViewerStore((viewer) => viewer.factsOpen);
  const culls = useCull(({ culling }) => culling !== null);
  const marks = useImageMarks(id);
  const inTrash = marks !== null && marks.trashedAt !== null;
  const signs = marks === null ? '' : saySigns(say, marksShown(marks));
  return (
    <header className={styles.bar}>
      <IconButton label={say(culls ? 'cull.end' : 'viewer.close')} keys={culls ? keysOf('cull-end', 'cull') : keysOf('close', 'viewer')} onClick={culls ? endCull : closeViewer}>
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
        <CommandButton id="use-again" {...command} />
        <CommandButton id="export" {...command} />
        <CommandButton id="copy-picture" {...command} className={styles.wide} />
        <CommandButton id="reveal" {...command} className={styles.wide} />
        {/* A new button for each picture, so that a held Enter key moves only one to the trash. */}
        <CommandButton key={`${inTrash ? 'restore' : 'trash'} ${id}`} id={inTrash ? 'restore' : 'trash'} {...command} className={styles.take} />
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
          <CommandMenu items={viewerMore} subject={subject} />
        </Menu>
      </Toolbar>
      <IconButton label={say(factsOpen ? 'viewer.hide-facts' : 'viewer.show-facts')} keys={keysOf('details', 'viewer')} pressed={factsOpen} onClick={toggleFacts}>
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
      <IconButton label={say('viewer.zoom-out')} keys={keysOf('zoom-picture-out', 'viewer')} className={styles.step} disabled={stage.isLeast} onClick={() => stage.step(-1)}>
        <Minus size={15} />
      </IconButton>
      <Tooltip label={label} keys={keysOf('actual-size', 'viewer')}>
        <button type="button" className={styles.percent} aria-label={say('viewer.zoom-value', { percent: shown, action: label })} onClick={() => stage.toggle()}>
          {shown}
        </button>
      </Tooltip>
      <IconButton label={say('viewer.zoom-in')} keys={keysOf('zoom-picture-in', 'viewer')} className={styles.step} onClick={() => stage.step(1)}>
        <Plus size={15} />
      </IconButton>
      <IconButton label={say('viewer.keep-zoom')} keys={keysOf('keep-zoom', 'viewer')} pressed={keepsZoom} onClick={toggleKeepsZoom}>
        {keepsZoom ? <Lock size={14} /> : <LockOpen size={14} />}
      </IconButton>
    </div>
  );
}
