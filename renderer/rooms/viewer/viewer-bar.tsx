import { marksShown } from '../../../shared/library/marks.ts';
import { grounds, slideTimes } from '../../../shared/windows/view-memory.ts';
import { Ellipsis, Info, Lock, LockOpen, Minus, MonitorPlay, Plus } from 'lucide-react';
import type { ImageId, Task } from '../../../shared/task.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { CommandMenu } from '../../commands/command-menu.tsx';
import { nothingIn, pictureIn } from '../../commands/command.ts';
import { viewerMore } from '../../commands/menus.ts';
import { useKeysOf } from '../../commands/registry.ts';
import { useCull } from '../../stores/cull/cull-store.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { IconButton, Toolbar } from '../../ui/button.tsx';
import { Menu, MenuChoice, MenuSeparator, Submenu } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { MarkSigns, saySigns } from '../../parts/marks/mark-signs.tsx';
import { useImageMarks } from '../../stores/pictures/marks-store.ts';
import type { Sequence } from './sequence/use-sequence.ts';
import type { Stage } from '../../parts/stage/use-stage.ts';
import styles from './viewer-bar.module.css';
import screenStyles from '../../ui/sheets/screen.module.css';
import { setGround, setSlideSeconds, useViewerStore } from '../../stores/windows/viewer-store.ts';

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
      <CommandButton id={culls ? 'cull-end' : 'close'} subject={() => nothingIn(culls ? 'cull' : 'viewer')} look="icon" size={17} />
      <Position of={sequence} />
      {marks && signs !== '' && (
        <div role="img" aria-label={signs}>
          <MarkSigns {...marksShown(marks)} />
        </div>
      )}
      {/* If the details are open, they show it instead. Of the next picture, screen readers say it. */}
      <p className={styles.prompt} dir="auto" aria-live="polite">{factsOpen ? null : task?.request.prompt}</p>
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
      <CommandButton id="details" {...command} look="icon" icon={Info} size={17} pressed={factsOpen} />
    </header>
  );
}

function Position({ of: { ordinal, count, counted } }: { readonly of: Sequence }) {
  const say = useWords();
  if (ordinal === null) return null;
  return (
    <p className={screenStyles.position} role="status">
      {say(counted ? 'viewer.position' : 'viewer.position-counting', { ordinal: ordinal + 1, count })}
    </p>
  );
}

function Zoom({ stage }: { readonly stage: Stage }) {
  const keysOf = useKeysOf();
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
      <CommandButton id="keep-zoom" subject={() => nothingIn('viewer')} look="icon" icon={keepsZoom ? Lock : LockOpen} pressed={keepsZoom} />
    </div>
  );
}

/** The submenu of how the viewer shows pictures: slideshow, full screen, second window and background. */
function ViewSubmenu() {
  const say = useWords();
  const ground = useViewerStore((viewer) => viewer.ground);
  const seconds = useViewerStore((viewer) => viewer.slideSeconds);
  const culls = useCull(({ culling }) => culling !== null);
  return (
    <Submenu icon={<MonitorPlay size={14} />} label={say('viewer.view')}>
      <CommandMenu items={['slideshow', 'full-screen', 'second-window']} subject={nothingIn('viewer')} />
      {!culls && (
        <MenuChoice
          label={say('viewer.slide-time')}
          value={String(seconds)}
          onValueChange={(value) => setSlideSeconds(Number(value))}
          choices={slideTimes.map((time) => ({ value: String(time), name: say('viewer.slide-seconds', { seconds: time }) }))}
        />
      )}
      <MenuChoice label={say('viewer.ground')} value={ground} onValueChange={setGround} choices={grounds.map((value) => ({ value, name: say(`viewer.ground.${value}`) }))} />
    </Submenu>
  );
}
