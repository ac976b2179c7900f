import { Columns2, Ellipsis, Flag, FolderHeart, FolderOpen, Heart, LayoutGrid, ListChecks, RotateCcw, Save, Star, SwatchBook, Tag, Trash2, X } from 'lucide-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { MarkingProgress } from '../../../shared/library/marks.ts';
import type { Words } from '../../../shared/words/index.ts';
import { bridge } from '../../bridge.ts';
import { chooseAlbum } from '../../parts/marks/album-actions.ts';
import { comparable } from '../../stores/compare-store.ts';
import { startCull } from '../../stores/cull/cull-store.ts';
import { useStackStep } from '../../stores/gallery/change-arrangement.ts';
import { clearMarked, focusSelection, useLead, useSelection } from '../../stores/selection/selection-store.ts';
import { useMarksStore } from '../../stores/pictures/marks-store.ts';
import { nothing } from '../../stores/selection/position-ranges.ts';
import { useFormats, useWords } from '../../words/words.ts';
import { Button, IconButton, LabelledButton, Toolbar } from '../../ui/button.tsx';
import { ShortcutHint } from '../../ui/shortcuts/kbd.tsx';
import { Menu, MenuItem, Submenu } from '../../ui/menu.tsx';
import { revealSelected } from '../../parts/export/file-actions.ts';
import { exportSelected, makeContactSheet } from '../../parts/export/export-dialog-store.ts';
import { AlbumMenu } from '../../parts/marks/album-menu.tsx';
import { compareSelected } from '../../parts/pictures/compare-pictures.ts';
import { mark, toggleFavourite } from '../../parts/marks/mark-actions.ts';
import { useSheetTarget, type MarkTarget } from '../../stores/selection/mark-target.ts';
import { FlagItems, LabelItems, RatingItems } from '../../parts/marks/mark-menu-items.tsx';
import { useSheetScope } from '../../stores/gallery/sheet-scope.ts';
import { askForTag } from '../../parts/marks/field-request.ts';
import styles from './selection-bar.module.css';

/**
 * The left of the window's status line. It shows how many pictures are selected together and what can be done with all of them, or how far
 * the marking of many is, or the most useful keys for the one selected picture. Messages appear at the right of the same line.
 */
export function SelectionBar() {
  const several = useSelection(({ marked }) => marked !== nothing);
  const progress = useMarksStore((state) => state.progress);
  const leads = useLead()?.kind === 'image';
  return (
    <div className={styles.line}>
      {several || progress ? <Bar several={several} progress={progress} /> : leads && <OneSelected />}
    </div>
  );
}

function OneSelected() {
  const say = useWords();
  const inTrash = useSheetScope() === 'trash';
  const stack = useStackStep();
  const [open, ...others] = oneKeys;
  const keys = [open, ...(stack === null ? [] : [['stack', `arrange.${stack}-stack`] as const]), ...others];
  return (
    <p className={styles.one} data-selected-one>
      <span>{say('gallery.selected', { count: 1 })}</span>
      {keys.filter(([id]) => !inTrash || id !== 'dismiss').map(([id, words]) => (
        <span key={id} className={styles.key}>
          <ShortcutHint id={id} />
          {say(words)}
        </span>
      ))}
    </p>
  );
}

const oneKeys = [
  ['open', 'gallery.do.open'],
  ['favourite', 'marks.favourite'],
  ['pick', 'marks.pick'],
  ['reject', 'marks.reject'],
  ['tag', 'marks.add-tag'],
  ['dismiss', 'marks.trash'],
] as const;

function sayTogether(say: Words, count: number): string {
  return count === Infinity ? say('gallery.selected-uncounted') : say('gallery.selected', { count });
}

/** While pictures are being marked, its buttons wait but stay where they are, so that a focused button keeps the focus. */
function Bar({ several, progress }: { readonly several: boolean; readonly progress: MarkingProgress | null }) {
  const say = useWords();
  const target = useSheetTarget();
  const bar = useRef<HTMLDivElement>(null);
  useFocusGoesBack(bar);
  return (
    <Toolbar ref={bar} className={styles.bar} data-selection-bar aria-label={say('gallery.selection')}>
      <p role="status">{progress ? say('marks.going-on', { doing: progress.doing }) : sayTogether(say, target.together)}</p>
      {progress && <Figures {...progress} />}
      {target.together > 0 && <Marks of={target} waiting={progress !== null} />}
      {target.together > 0 && <Files of={target} />}
      {target.together > 0 && <More of={target} waiting={progress !== null} />}
      {progress && <Stop />}
      {several && !progress && (
        <IconButton label={say('gallery.select-one')} shortcut="select-one" className={styles.round} onClick={clearMarked}>
          <X size={14} />
        </IconButton>
      )}
    </Toolbar>
  );
}

/** When the focused control unmounts, focuses the selected picture. */
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
  const place = useSheetScope();
  const lead = useLead();
  const leading = lead?.kind === 'image' ? lead.imageId : null;
  const button = { 'aria-disabled': waiting };
  const unlessWaiting = (act: () => void) => (): void => void (waiting || act());
  return (
    <div className={styles.marks}>
      <LabelledButton {...button} icon={<Heart size={14} />} label={say('marks.favourite')} shortcut="favourite" onClick={unlessWaiting(() => void toggleFavourite(leading, of))} />
      <Menu
        side="top"
        waiting={waiting}
        trigger={
          <LabelledButton {...button} icon={<Star size={14} />} label={say('marks.rating-menu')} className={styles.wide} />
        }
      >
        <RatingItems rating={null} of={of} />
      </Menu>
      <Menu side="top" waiting={waiting} trigger={<LabelledButton {...button} icon={<Flag size={14} />} label={say('marks.flag-menu')} className={styles.widest} />}>
        <FlagItems flag={undefined} of={of} />
      </Menu>
      <Menu side="top" waiting={waiting} trigger={<LabelledButton {...button} icon={<SwatchBook size={14} />} label={say('marks.label-menu')} className={styles.widest} />}>
        <LabelItems label={undefined} of={of} />
      </Menu>
      <LabelledButton {...button} icon={<Tag size={14} />} label={say('marks.add-tag')} shortcut="tag" className={styles.wide} onClick={unlessWaiting(askForTag)} />
      <LabelledButton {...button} icon={<FolderHeart size={14} />} label={say('albums.add')} shortcut="add-to-album" className={styles.wide} onClick={unlessWaiting(() => chooseAlbum(of))} />
      {/* In a search of library and trash, one button restores what is in the trash, and the other trashes the rest. */}
      {place !== 'library' && (
        <LabelledButton {...button} icon={<RotateCcw size={14} />} label={say('marks.restore')} onClick={unlessWaiting(() => void mark(of.target(), { kind: 'restore' }))} />
      )}
      {place !== 'trash' && (
        <LabelledButton {...button} icon={<Trash2 size={14} />} label={say('marks.trash')} shortcut="dismiss" onClick={unlessWaiting(() => void mark(of.target(), { kind: 'trash' }))} />
      )}
    </div>
  );
}

/** They work even while pictures are being marked, because they only read files. */
function Files({ of }: { readonly of: MarkTarget }) {
  const say = useWords();
  return (
    <div className={styles.files}>
      <LabelledButton icon={<ListChecks size={14} />} label={say('cull.do')} shortcut="cull" className={styles.wide} onClick={() => void startCull(null)} />
      {of.together <= comparable.most && <LabelledButton icon={<Columns2 size={14} />} label={say('compare.do')} shortcut="compare" className={styles.wide} onClick={() => void compareSelected()} />}
      <LabelledButton icon={<Save size={14} />} label={say('export.do')} shortcut="export" onClick={() => void exportSelected(of.target())} />
      <LabelledButton icon={<FolderOpen size={14} />} label={say('export.do.reveal')} shortcut="reveal" className={styles.wide} onClick={() => void revealSelected(of.target())} />
    </div>
  );
}

/** What a narrow bar has no room for. */
function More({ of, waiting }: { readonly of: MarkTarget; readonly waiting: boolean }) {
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
      <Submenu icon={<Star size={14} />} label={say('marks.rating-menu')} disabled={waiting}>
        <RatingItems rating={null} of={of} />
      </Submenu>
      <Submenu icon={<Flag size={14} />} label={say('marks.flag-menu')} disabled={waiting}>
        <FlagItems flag={undefined} of={of} />
      </Submenu>
      <Submenu icon={<SwatchBook size={14} />} label={say('marks.label-menu')} disabled={waiting}>
        <LabelItems label={undefined} of={of} />
      </Submenu>
      <MenuItem icon={<Tag size={14} />} shortcut="tag" disabled={waiting} onSelect={askForTag}>
        {say('marks.add-tag-menu')}
      </MenuItem>
      <AlbumMenu of={of} disabled={waiting} />
      <MenuItem icon={<ListChecks size={14} />} shortcut="cull" onSelect={() => void startCull(null)}>
        {say('cull.selected')}
      </MenuItem>
      <MenuItem icon={<Columns2 size={14} />} shortcut="compare" disabled={of.together > comparable.most} onSelect={() => void compareSelected()}>
        {say('compare.do')}
      </MenuItem>
      <MenuItem icon={<LayoutGrid size={14} />} shortcut="contact-sheet" onSelect={() => void makeContactSheet(of.target())}>
        {say('sheet.do')}
      </MenuItem>
      <MenuItem icon={<FolderOpen size={14} />} shortcut="reveal" onSelect={() => void revealSelected(of.target())}>
        {say('export.do.reveal')}
      </MenuItem>
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
  const stop = useRef<HTMLButtonElement>(null);
  useFocusGoesBack(stop);
  return (
    <Button ref={stop} size="small" className={styles.stop} onClick={() => void bridge.marksCancel()}>
      {say('marks.stop')}
    </Button>
  );
}
