import { Aperture, ArrowUp, Clock, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TaskWithImages } from '../../../../shared/task.ts';
import { keysOf } from '../../../commands/registry.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { receivePictures } from '../../../stores/gallery/new-pictures.ts';
import { cellCount, useGallery } from '../../../stores/gallery/gallery-store.ts';
import { scrollToTop, showTop, useSheetTop } from '../../../stores/gallery/sheet-top.ts';
import { useNow } from '../../../stores/now.ts';
import { useThrottledTasks } from '../../../stores/tasks-store.ts';
import { setStripOpen, useView } from '../../../stores/windows/view-store.ts';
import { useFormats, useWords } from '../../../words/words.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { CostOfView } from '../../../parts/costs/task-costs.tsx';
import { LatentCanvas } from '../../../parts/latent/latent-canvas.tsx';
import { progressOf } from '../../../parts/latent/latent-image.ts';
import { Announcements } from './announcements.tsx';
import { QueueHoldBanner, StoppedAccounts } from './queue-hold-banner.tsx';
import { sectionNames, type SectionName } from '../../../stores/tasks/listed-rows.ts';
import { bySection, urgencyOf } from '../list/sections.ts';
import { showSection, StripPanel, useStripRequest } from './strip-panel.tsx';
import styles from './task-strip.module.css';

/**
 * One row above the sheet with the numbers of pictures and of tasks in progress, waiting or wrong. It is always there, so that nothing moves
 * when work begins. The list of tasks opens below it.
 */
export function TaskStrip() {
  const row = useRef<HTMLDivElement>(null);
  const all = useThrottledTasks((state) => state.tasks);
  const tasks = useMemo(() => bySection(all), [all]);
  const open = useView((view) => view.stripOpen);
  const hasTasks = sectionNames.some((name) => tasks[name].length > 0);
  const hasFocus = (): boolean => document.activeElement?.closest('[data-strip-panel]') != null;
  // Do not focus the prompt, because a text field captures the undo key.
  const focusRow = (): void => (row.current?.querySelector<HTMLElement>('[data-sections] button') ?? row.current)?.focus();
  /** Whether the focus is in the panel, or was on a line that was removed with its task. React reports no blur for that. */
  const inPanel = useRef(false);
  const shown = useShown(open, hasTasks, () => {
    if (inPanel.current && (hasFocus() || document.activeElement === document.body)) focusRow();
  });
  const close = (): void => {
    const hadFocus = hasFocus() || document.activeElement?.matches('[data-close-list]') === true;
    setStripOpen(false);
    if (hadFocus) focusRow();
  };
  const toggle = (): void => {
    if (shown && (hasFocus() || !hasTasks)) close();
    else if (hasTasks) showSection(null);
  };
  useCommands('gallery', { strip: toggle });
  return (
    <div className={styles.strip} onFocus={() => (inPanel.current = hasFocus())} onBlur={() => (inPanel.current = false)}>
      <div ref={row} className={styles.row} tabIndex={-1} data-strip-row>
        <PictureCount />
        <CostOfPictures />
        {tasks.progress.length > 0 && <Developing entries={tasks.progress.slice(0, mostSquares)} />}
        <div className={styles.buttons} data-sections>
          {sectionNames.toReversed().map((name) => tasks[name].length > 0 && <SectionButton key={name} name={name} entries={tasks[name]} open={shown} onClose={close} />)}
        </div>
        <NewPictures />
        {shown && <CloseList onClose={close} />}
        <Announcements problems={tasks.problems.length} inProgress={tasks.progress.length} />
      </div>
      <QueueHoldBanner />
      <StoppedAccounts waiting={tasks.waiting} />
      {shown && <StripPanel tasks={tasks} onClose={close} />}
    </div>
  );
}

/** Beside the sections, because it would cover a row of the list. */
function CloseList({ onClose }: { readonly onClose: () => void }) {
  const say = useWords();
  return (
    <IconButton label={say('strip.close')} keys={keysOf('strip', 'gallery')} className={styles.close} data-close-list onClick={onClose}>
      <X size={14} />
    </IconButton>
  );
}

/** After this many milliseconds without a key press or pointer move, the sheet counts as idle. */
const idle = 2_000;

/**
 * Whether the panel is shown: it is open and has tasks. After its last task it closes to save space, but not while the person works in the sheet,
 * because the pictures would move.
 * @param onEnd called before it closes
 */
function useShown(open: boolean, hasTasks: boolean, onEnd: () => void): boolean {
  const [lingers, setLingers] = useState(false);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  if (open && hasTasks && !lingers) setLingers(true);
  if (!open && lingers) setLingers(false);
  const isQuiet = lingers && !hasTasks;
  useEffect(() => {
    if (!isQuiet) return undefined;
    const end = (): void => {
      latest.current();
      setLingers(false);
    };
    if (!isSheetInUse()) {
      end();
      return undefined;
    }
    let timer = setTimeout(end, idle);
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(end, idle);
    };
    const acts = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const;
    for (const act of acts) window.addEventListener(act, wait, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const act of acts) window.removeEventListener(act, wait);
    };
  }, [isQuiet]);
  return open && (hasTasks || lingers);
}

const isSheetInUse = (): boolean => document.querySelector('[role="grid"]:is(:hover, :focus-within)') !== null;

function PictureCount() {
  const say = useWords();
  // Pictures in closed stacks count too.
  const pictures = useGallery((gallery) => gallery.view.facts?.pictures ?? cellCount(gallery));
  const counted = useGallery(({ view }) => view.counted);
  const searched = useGallery(({ view }) => view.search.trim() !== '');
  return (
    // The result of a search is announced. New pictures are not. That there are none is said below, with the reason.
    <p className={styles.count} role="status" aria-live={searched ? 'polite' : 'off'}>
      {!counted ? say('gallery.counting', { count: pictures }) : searched ? say('gallery.found', { count: pictures }) : pictures > 0 && say('gallery.count', { count: pictures })}
    </p>
  );
}

/** Not while the view is still being counted. */
function CostOfPictures() {
  const token = useGallery(({ view }) => view.token);
  const revision = useGallery(({ view }) => view.revision);
  const isCounted = useGallery((gallery) => gallery.view.counted && cellCount(gallery) > 0);
  return isCounted && <CostOfView kind="gallery" token={token} revision={revision} />;
}

const mostSquares = 6;

/** A small developing square for each of the first tasks in progress. */
function Developing({ entries }: { readonly entries: readonly TaskWithImages[] }) {
  const now = useNow();
  return (
    <div className={styles.squares} aria-hidden>
      {entries.map(({ task }) => (
        <div key={task.id} className={styles.square}>
          <LatentCanvas seed={task.id} developed={progressOf(task, now)} alive={task.state.status !== 'paused'} side={32} />
        </div>
      ))}
    </div>
  );
}

const icons: Readonly<Record<SectionName, LucideIcon>> = { problems: TriangleAlert, waiting: Clock, progress: Aperture };

interface SectionButtonProps {
  readonly name: SectionName;
  readonly entries: readonly TaskWithImages[];
  readonly open: boolean;
  readonly onClose: () => void;
}

function SectionButton({ name, entries, open, onClose }: SectionButtonProps) {
  const say = useWords();
  const { number } = useFormats();
  const here = useStripRequest(({ section }) => section === name);
  const Icon = icons[name];
  const words = say(`strip.${name}`, { count: entries.length });
  const urgency = urgencyOf(name, entries);
  return (
    <button
      type="button"
      className={classes(styles.button, urgency !== null && styles[urgency])}
      aria-label={words}
      aria-expanded={open}
      onClick={() => (open && here ? onClose() : showSection(name))}
    >
      <Icon size={13} aria-hidden />
      <span className={styles.words}>{words}</span>
      <span className={styles.short}>{number(entries.length)}</span>
    </button>
  );
}

/** Counts the new pictures that are out of sight or not yet shown, and leads to them. */
function NewPictures() {
  const say = useWords();
  const { unseen, waiting } = useSheetTop();
  const count = unseen + waiting;
  // The pictures that wait are shown once nothing is selected.
  const show = (button: HTMLElement): void => {
    // This button is about to go.
    button.closest<HTMLElement>('[data-strip-row]')?.focus();
    if (waiting === 0) return scrollToTop();
    showTop();
    receivePictures();
  };
  if (count === 0) return null;
  return (
    <Button size="small" className={styles.fresh} icon={<ArrowUp size={13} />} onClick={({ currentTarget }) => show(currentTarget)}>
      {say('gallery.new-pictures', { count })}
    </Button>
  );
}
