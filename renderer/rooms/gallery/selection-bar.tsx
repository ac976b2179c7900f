import { Ellipsis, Flag, Star, SwatchBook, X } from 'lucide-react';
import { memo, useRef } from 'react';
import type { MarkingProgress } from '../../../shared/library/marks.ts';
import type { Words } from '../../../shared/words/index.ts';
import { bridge } from '../../bridge.ts';
import { comparable } from '../../stores/compare-store.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { CommandMenu, useFlagKeys } from '../../commands/command-menu.tsx';
import { togetherFiles, togetherMore } from '../../commands/menus.ts';
import { KeyHints, StatusLine } from '../../commands/key-hints.tsx';
import { useKeysOf } from '../../commands/registry.ts';
import { clearMarked, focusSelection, useLead, useSelection } from '../../stores/selection/selection-store.ts';
import { useShowsMark } from '../../stores/library/used-marks.ts';
import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { nothing } from '../../stores/selection/position-ranges.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button, IconButton, LabelledButton, Toolbar } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { Menu } from '../../ui/menu.tsx';
import { useSheetTarget, type MarkTarget } from '../../stores/selection/mark-target.ts';
import { FlagItems, LabelItems, RatingItems } from '../../parts/marks/mark-menu-items.tsx';
import { goToFallback } from '../../ui/focus-fallback.ts';
import { cellCount, useGallery } from '../../stores/gallery/gallery-store.ts';
import { useSheetScope } from '../../stores/gallery/sheet-scope.ts';
import { useBodyMark } from '../../ui/use-body-mark.ts';
import { sheetSubject } from './sheet-subject.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  /** Whether there are pictures to select. */
  readonly hasPictures: boolean;
}

/**
 * The left of the window's status line. It shows how many pictures are selected together and what can be done with all of them, or how far
 * the marking of many is, or the most useful keys.
 */
export function SelectionBar({ hasPictures }: SelectionBarProps) {
  const several = useSelection(({ marked }) => marked !== nothing);
  const progress = useMarksStore((state) => state.progress);
  const leads = useLead()?.kind === 'image';
  return (
    <StatusLine>
      {several || progress ? <Bar several={several} progress={progress} /> : leads ? <OneSelected /> : <KeyHints place="gallery" ids={hasPictures ? keysOfSheet : keysOfEmptySheet} subject={sheetSubject} />}
    </StatusLine>
  );
}

/** Not rendered again when another picture is selected. */
const OneSelected = memo(function OneSelected() {
  const say = useWords();
  useBodyMark('data-shows-one-selected');
  return (
    <KeyHints place="gallery" ids={keysOfOne} subject={sheetSubject}>
      <span>{say('gallery.selected', { count: 1 })}</span>
    </KeyHints>
  );
});

const keysOfOne = ['open', 'stack', 'favourite', 'pick', 'reject', 'tag', 'trash'] as const;
const keysOfEmptySheet = ['focus-prompt', 'import', 'show-shortcuts'] as const;
const keysOfSheet = ['search', 'select-all', 'focus-prompt', 'show-shortcuts'] as const;

function sayTogether(say: Words, count: number): string {
  return count === Infinity ? say('gallery.selected-uncounted') : say('gallery.selected', { count });
}

/** While pictures are being marked, its buttons wait but stay where they are, so that a focused button keeps the focus. */
function Bar({ several, progress }: { readonly several: boolean; readonly progress: MarkingProgress | null }) {
  const keysOf = useKeysOf();
  const say = useWords();
  const target = useSheetTarget();
  const bar = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(bar, () => (cellCount(useGallery.getState()) > 0 ? focusSelection() : goToFallback()));
  useBodyMark('data-shows-selection-bar');
  return (
    <Toolbar {...kept} ref={bar} className={styles.bar} data-selection-bar aria-label={say('gallery.selection')}>
      <p role="status">{progress ? say('marks.going-on', { doing: progress.doing }) : sayTogether(say, target.together)}</p>
      {progress && <Figures {...progress} />}
      {target.together > 0 && <Marks of={target} waiting={progress !== null} />}
      {target.together > 0 && <Files of={target} />}
      {target.together > 0 && <More waiting={progress !== null} />}
      {progress && <Stop />}
      {several && !progress && (
        <IconButton label={say('gallery.select-one')} keys={keysOf('select-one', 'gallery')} className={styles.round} onClick={clearMarked}>
          <X size={14} />
        </IconButton>
      )}
    </Toolbar>
  );
}

function Marks({ of, waiting }: { readonly of: MarkTarget; readonly waiting: boolean }) {
  const keysOf = useKeysOf();
  const say = useWords();
  const place = useSheetScope();
  const showsFavourites = useShowsMark('favourite');
  const showsLabels = useShowsMark('label');
  const button = { 'aria-disabled': waiting };
  const flagKeys = useFlagKeys('gallery');
  const command = { subject: sheetSubject, waiting };
  return (
    <div className={styles.marks}>
      {showsFavourites && <CommandButton {...command} id="favourite" />}
      <Menu side="top" waiting={waiting} trigger={<LabelledButton {...button} icon={<Star size={14} />} label={say('marks.rating-menu')} className={styles.wide} />}>
        <RatingItems rating={null} of={of} />
      </Menu>
      <Menu side="top" waiting={waiting} trigger={<LabelledButton {...button} icon={<Flag size={14} />} label={say('marks.flag-menu')} className={styles.widest} />}>
        <FlagItems flag={undefined} of={of} keys={flagKeys} />
      </Menu>
      {showsLabels && (
        <Menu side="top" waiting={waiting} trigger={<LabelledButton {...button} icon={<SwatchBook size={14} />} label={say('marks.label-menu')} className={styles.widest} />}>
          <LabelItems label={undefined} of={of} keys={keysOf('label', 'gallery') ?? []} />
        </Menu>
      )}
      <CommandButton {...command} id="tag" className={styles.wide} />
      <CommandButton {...command} id="add-to-album" className={styles.wide} />
      {/* In a search of library and trash, one button restores what is in the trash, and the other trashes the rest. */}
      {place !== 'library' && <CommandButton {...command} id="restore" />}
      {place !== 'trash' && <CommandButton {...command} id="trash" />}
    </div>
  );
}

/** They work even while pictures are being marked, because they only read files. */
function Files({ of }: { readonly of: MarkTarget }) {
  return (
    <div className={styles.files}>
      <CommandButton subject={sheetSubject} id="cull" className={styles.wide} />
      {of.together <= comparable.most && <CommandButton subject={sheetSubject} id="compare" className={styles.wide} />}
      <CommandButton subject={sheetSubject} id="export" />
      <CommandButton subject={sheetSubject} id="reveal" className={styles.wide} />
    </div>
  );
}

/** What a narrow bar has no room for. */
function More({ waiting }: { readonly waiting: boolean }) {
  const say = useWords();
  return (
    <Menu
      side="top"
      trigger={
        <IconButton label={say('app.more')} className={styles.narrow}>
          <Ellipsis size={14} />
        </IconButton>
      }
    >
      <CommandMenu items={waiting ? togetherFiles : togetherMore} subject={sheetSubject()} />
    </Menu>
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
  return (
    <Button size="small" className={styles.stop} onClick={() => void bridge.marksCancel()}>
      {say('marks.stop')}
    </Button>
  );
}
